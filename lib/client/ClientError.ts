import { HttpClientError } from "@effect/platform"
import type { Failure } from "../http/envelope.ts"
import { isFailure } from "./makeClient.ts"

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** What is known of a failed call. */
type Details = Pick<ClientError, "errorType" | "appErrorCode" | "error">

/**
 * What every method of the client rejects with. A refusal of the service carries the data of its envelope. Otherwise
 * `errorType` is "unreachable" when no answer came, and "unexpected" when the answer is not one of this service.
 */
export class ClientError extends Error {
  override readonly name = "ClientError"
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly errorType: Failure["data"]["errorType"] | "unreachable" | "unexpected"
  /** A code such as participant_limit_reached; often empty. */
  readonly appErrorCode: string
  /** What is wrong, naming the field and the mend. */
  readonly error: string
  /** Finds the call in the log of the service. */
  readonly requestId: string | undefined

  constructor(details: Details, answer: Answer | undefined, options?: ErrorOptions) {
    super(details.error, options)
    this.errorType = details.errorType
    this.appErrorCode = details.appErrorCode
    this.error = details.error
    this.status = answer?.status ?? 0
    this.requestId = answer?.headers["x-request-id"]
  }
}

const detailsOf = (cause: unknown): Details => {
  if (isFailure(cause)) return cause.data
  const errorType = cause instanceof HttpClientError.RequestError ? "unreachable" : "unexpected"
  return { errorType, appErrorCode: "", error: cause instanceof Error ? cause.message : String(cause) }
}

/** The error for what a call of the Effect client failed with. */
export const errorOf = (cause: unknown, answer: Answer | undefined): ClientError =>
  new ClientError(detailsOf(cause), answer, isFailure(cause) ? {} : { cause })
