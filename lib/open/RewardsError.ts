import type { FailureData } from "../http/failure.ts"

/** The error of the Promise API. `data` is the error of the Effect service as plain JSON. `data._tag` is the kind of the error. */
export class RewardsError extends Error {
  override readonly name = "RewardsError"
  readonly data: FailureData
  /** True for a temporary error of the service: repeat the call. */
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
