import { Schema } from "effect"
import * as RewardsErrors from "../rewards/Errors.ts"
import { InvalidInput } from "../schema/Input.ts"
import * as SqlErrors from "../sql/Errors.ts"
import { DatabaseTooNew } from "../sql/Migrations.ts"

const Failure = Schema.Union(
  InvalidInput,
  DatabaseTooNew,
  ...Object.values(RewardsErrors),
  ...Object.values(SqlErrors)
)
export type Failure = typeof Failure.Type

const encode = Schema.encodeSync(Failure)

/**
 * What the plain methods reject with: the tag and data of the error that the Effect services fail with, as plain JSON.
 * `error.data._tag` tells its kinds apart, for TypeScript too.
 */
export class RewardsError extends Error {
  override readonly name = "RewardsError"
  readonly data: typeof Failure.Encoded
  /** True when the same call may succeed later. */
  readonly retryable: boolean

  constructor(failure: Failure) {
    super(failure.message)
    this.data = encode(failure)
    this.retryable = "retryable" in failure
  }

  get _tag(): Failure["_tag"] {
    return this.data._tag
  }
}
