import type { Failure } from "./contract.ts"

/** The refusal by the service, or the reason why there is no valid answer. */
interface Details {
  readonly errorType: Failure["data"]["errorType"] | "unreachable" | "timeout" | "aborted" | "unexpected"
  readonly appErrorCode: string
  readonly error: string
}

/** The part of a response that an error reports. */
type Answer = Pick<Response, "headers" | "status">

/** The statuses after which the same call may succeed later. */
const temporary = new Set([408, 429, 502, 503, 504])

/** The errors of calls whose answer was lost. The same call may succeed later. */
const lost = new Set<Details["errorType"]>(["unreachable", "timeout"])

/** Reads `Retry-After`, which is a number of seconds or a date. */
const secondsOf = (header: string | null | undefined): number | undefined => {
  if (header === null || header === undefined || header.trim() === "") return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/**
 * The error with which a method of the client rejects. If the service refused the call, the error has the data of the answer.
 * Otherwise `errorType` is "unreachable" (no connection), "timeout" (no answer in time), "aborted" (by your signal) or "unexpected"
 * (an answer that is not from this service).
 */
export class ClientError extends Error {
  override readonly name = "ClientError"
  /** The HTTP status; 0 if no answer began. An answer that broke off has a status, too. */
  readonly status: number
  readonly errorType: Details["errorType"]
  /** A code such as participant_limit_reached; often empty. */
  readonly appErrorCode: string
  /** The reason. If a field is invalid, the text names the field and the problem. */
  readonly error: string
  /** The id of the call in the log of the service. */
  readonly requestId: string | undefined
  /** True if the same call may succeed later. Send a write again with the same idempotency key, so that it takes effect once. */
  readonly retryable: boolean
  /** How many seconds the service asks the caller to wait before the next try. */
  readonly retryAfter: number | undefined
  /** True if the answer is the stored answer of the idempotency key. */
  readonly replayed: boolean

  constructor(details: Details, answer?: Answer, options?: ErrorOptions) {
    super(details.error, options)
    this.errorType = details.errorType
    this.appErrorCode = details.appErrorCode
    this.error = details.error
    this.status = answer?.status ?? 0
    this.requestId = answer?.headers.get("x-request-id") ?? undefined
    this.retryable =
      details.errorType !== "aborted" && (temporary.has(this.status) || lost.has(details.errorType))
    this.retryAfter = secondsOf(answer?.headers.get("retry-after"))
    this.replayed = answer?.headers.get("idempotency-replayed") === "true"
  }
}
