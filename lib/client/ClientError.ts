import { HttpClientError } from "@effect/platform"
import type { Failure } from "../http/envelope.ts"
import { isFailure } from "./makeClient.ts"

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The data of a failed call. */
type Details = Pick<ClientError, "errorType" | "appErrorCode" | "error">

/**
 * The error of every method of the client. A refusal has the data of the service's envelope. Otherwise `errorType` is "unreachable"
 * if there was no answer, and "unexpected" if the answer is not one of this service.
 */
export class ClientError extends Error {
  override readonly name = "ClientError"
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly errorType: Failure["data"]["errorType"] | "unreachable" | "unexpected"
  /** A code such as participant_limit_reached; often empty. */
  readonly appErrorCode: string
  /** What is wrong, with the field and how to fix it. */
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

/** The error for a failure of the Effect client. */
export const errorOf = (cause: unknown, answer: Answer | undefined): ClientError =>
  new ClientError(detailsOf(cause), answer, isFailure(cause) ? {} : { cause })
