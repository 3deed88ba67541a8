import { Schema } from "effect"
import { keyScopes } from "./ApiKey.ts"

/** Scopes as a row stores them: words separated by spaces. */
export const Scopes = Schema.split(" ").pipe(
  Schema.compose(Schema.Array(Schema.Literal(...keyScopes)), { strict: false })
)
