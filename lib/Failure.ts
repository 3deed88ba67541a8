import { Schema } from "effect"
import * as AccountsErrors from "./accounts/Errors.ts"
import { CoreFailure } from "./CoreFailure.ts"
import * as WebhooksErrors from "./webhooks/Errors.ts"

/**
 * Every error that a call of the library can fail with: the one list, for the Promise form and for HTTP alike. The core
 * imports its type alone; the value loads the errors of accounts.
 */
export const Failure = Schema.Union(
  CoreFailure,
  ...Object.values(AccountsErrors),
  ...Object.values(WebhooksErrors)
)
export type Failure = typeof Failure.Type

/** A failure as plain JSON: its tag and its data. */
export type FailureData = typeof Failure.Encoded
