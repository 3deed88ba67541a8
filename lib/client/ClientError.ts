import { HttpClientError } from "@effect/platform"
import type { Failure } from "../http/envelope.ts"
import { isFailure } from "./makeClient.ts"

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}

type Details = Pick<ClientError, "errorType" | "appErrorCode" | "error">

/**
 * The error with which every method of the client rejects. If the service refused the call, the error has the data of its answer. If
 * there was no answer, `errorType` is "unreachable". If the answer does not match the contract, it is "unexpected".
 */
export class ClientError extends Error {
  override readonly name = "ClientError"
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  readonly errorType: Failure["data"]["errorType"] | "unreachable" | "unexpected"
  /** A code such as participant_limit_reached; often empty. */
  readonly appErrorCode: string
  /** If a field is invalid, the message names the field and the problem. */
  readonly error: string
  /** The id of the call in the log of the service. */
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

export const errorOf = (cause: unknown, answer: Answer | undefined): ClientError =>
  new ClientError(detailsOf(cause), answer, isFailure(cause) ? {} : { cause })
