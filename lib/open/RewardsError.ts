import { Schema } from "effect"
import type { Failure, FailureData } from "../Failure.ts"
import * as RewardsErrors from "../rewards/Errors.ts"
import { InvalidInput } from "../schema/Input.ts"
import * as SqlErrors from "../sql/Errors.ts"
import { DatabaseTooNew } from "../sql/Migrations.ts"

/**
 * What the Promise form rejects with: the tag and data of the error that the Effect services fail with, as plain JSON.
 * `error.data._tag` tells its kinds apart, for TypeScript too.
 */
export class RewardsError extends Error {
  override readonly name = "RewardsError"
  readonly data: FailureData
  /** True when the same call may succeed later. */
  readonly retryable: boolean

  constructor(message: string, data: FailureData, retryable: boolean) {
    super(message)
    this.data = data
    this.retryable = retryable
  }

  get _tag(): FailureData["_tag"] {
    return this.data._tag
  }
}

/** Makes the errors for the failures that a schema knows. */
export const errorOf = <F extends Failure, Data extends FailureData>(schema: Schema.Schema<F, Data>) => {
  const encode = Schema.encodeSync(schema)
  return (failure: F): RewardsError =>
    new RewardsError(failure.message, encode(failure), "retryable" in failure)
}

export const CoreFailures = Schema.Union(
  InvalidInput,
  DatabaseTooNew,
  ...Object.values(RewardsErrors),
  ...Object.values(SqlErrors)
)
