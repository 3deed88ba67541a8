import { Schema } from "effect"
import type { Failure, FailureData } from "../http/failure.ts"

/** The error of the Promise API. `data` is the error of the Effect service as plain JSON. `data._tag` tells its kind. */
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

export const errorOf = <F extends Failure, Data extends FailureData>(list: Schema.Schema<F, Data>) => {
  const encode = Schema.encodeSync(list)
  return (failure: F): RewardsError =>
    new RewardsError(failure.message, encode(failure), "retryable" in failure)
}
