import { Schema } from "effect"
import * as AccountsErrors from "../accounts/Errors.ts"
import { unknownToken } from "../accounts/sessions/Session.ts"
import { CoreFailure } from "../rewards/CoreFailure.ts"
import { isTestSide } from "../rewards/partners/testSide.ts"
import { withoutTokens } from "../schema/Input.ts"
import type { CannotDistribute } from "../sql/Distribution.ts"
import type { TransactionRequired } from "../sql/Errors.ts"
import type { DatabaseTooNew, MissingRights } from "../sql/Migrations.ts"
import type { CannotGrant } from "../sql/Roles.ts"
import * as WebhooksErrors from "../webhooks/Errors.ts"
import { invalidCodes, mismatchCode, notFoundCodes, otpCodes, ruleChangedCode } from "./codes.ts"
import type { Failure as FailureBody } from "./envelope.ts"

/** Every error that a call of the library can fail with. */
export const Failure = Schema.Union(
  CoreFailure,
  ...Object.values(AccountsErrors),
  ...Object.values(WebhooksErrors)
)
export type Failure = typeof Failure.Type

/** A failure as plain JSON: its tag and its data. */
export type FailureData = typeof Failure.Encoded

export interface TooManyRequests {
  readonly _tag: "TooManyRequests"
  readonly policy: "address" | "account" | "partner"
  readonly limit: number
  /** How many requests are left in this minute; fewer than `count`. */
  readonly left: number
  /** How many requests this request counts as. */
  readonly count: number
  /** Seconds until the minute ends. */
  readonly retryAfter: number
}

/** The kind of a stream, as error messages call it. */
export type StreamKind = "event streams" | "exports"

/** Failures that only the HTTP API has. */
export type HttpFailure =
  | { readonly _tag: "RouteNotFound"; readonly path: string }
  | { readonly _tag: "MethodNotAllowed"; readonly method: string; readonly allow: string }
  | { readonly _tag: "BadBody"; readonly status: 400 | 408 | 413 | 415; readonly error: string }
  | TooManyRequests
  | { readonly _tag: "TooManyAtOnce"; readonly policy: "address" | "partner"; readonly limit: number }
  | {
      readonly _tag: "TooManyStreams"
      readonly kind: StreamKind
      readonly policy: "address" | "partner"
      readonly limit: number
    }
  | { readonly _tag: "Overloaded"; readonly reason: string }

export type ServiceFailure = Exclude<
  Failure,
  CannotDistribute | CannotGrant | DatabaseTooNew | MissingRights | TransactionRequired
>

export interface WireFailure {
  readonly status: number
  readonly body: FailureBody
  readonly headers: Readonly<Record<string, string>>
}

/** The headers of a failure that has none of its own. */
export const noHeaders: WireFailure["headers"] = {}

const failure = (
  status: number,
  message: string,
  errorType: FailureBody["data"]["errorType"],
  appErrorCode: string,
  error: string,
  headers: WireFailure["headers"] = noHeaders
): WireFailure => ({
  status,
  body: { status: "failed", message, data: { errorType, appErrorCode, error: withoutTokens(error) } },
  headers
})

const invalid = (code: string, error: string) => failure(400, "Invalid data", "invalid", code, error)
const notFound = (code: string, error: string) => failure(400, "Data not found", "not found", code, error)
const unauthorized = (code: string, error: string) =>
  failure(401, "Unauthorized", "unauthorized", code, error, { "www-authenticate": "Bearer" })
const unavailable = (error: string) =>
  failure(503, "Service unavailable", "unavailable", "", error, { "retry-after": "1" })

const methodNotAllowed = (method: string, allow: string) => {
  const error = `${method} is not allowed here, use ${allow}`
  return failure(405, "Method not allowed", "invalid", "", error, { allow })
}

const limited = {
  address: (limit: number) => `no more than ${limit} requests a minute from one address`,
  account: (limit: number) =>
    `no more than ${limit} failed attempts or requested mails a minute for one account`,
  partner: (limit: number) => `no more than ${limit} requests a minute for one partner`
}

/** Returns an error answer with the headers of the IETF draft for rate limits. */
const tooMany = (error: string, policy: string, quota: string, left: number, seconds: number) =>
  failure(429, "Too many requests", "rate limited", "", error, {
    "retry-after": String(seconds),
    "ratelimit-policy": `"${policy}";${quota}`,
    ratelimit: `"${policy}";r=${left};t=${seconds}`
  })

const tooManyRequests = ({ policy, limit, left, count, retryAfter }: TooManyRequests) => {
  const needed =
    count > 1
      ? `, and each item of a bulk request counts: ${count} more were requested, ${left} are left`
      : ""
  const error = `${limited[policy](limit)}${needed}: try again in ${retryAfter} seconds`
  return tooMany(error, policy, `q=${limit};w=60`, left, retryAfter)
}

/** Returns a quota of concurrent requests or streams, in the syntax of the IETF draft for rate limits. */
const concurrent = (limit: number) => `q=${limit};qu="concurrent-requests"`

const whose = { address: "from one address", partner: "of one partner" }

const tooManyAtOnce = (policy: "address" | "partner", limit: number) => {
  const error = `no more than ${limit} requests ${whose[policy]} are served at once: try again when some are answered`
  return tooMany(error, `${policy}-concurrent`, concurrent(limit), 0, 1)
}

const tooManyStreams = (kind: StreamKind, policy: "address" | "partner", limit: number) => {
  const fix = kind === "exports" ? "wait until one ends" : "close one"
  const error = `no more than ${limit} ${kind} ${whose[policy]} are open at once: ${fix}, or read pages`
  const name = kind === "exports" ? "exports" : "streams"
  return tooMany(error, `${policy}-${name}`, concurrent(limit), 0, 5)
}

type Coded<Codes> = Extract<ServiceFailure, { readonly _tag: keyof Codes }>

const tooManyPasswords = ({ max, message }: AccountsErrors.TooManyPasswords) =>
  tooMany(message, "address-passwords", concurrent(max), 0, 1)

const isCoded =
  <Codes extends object>(codes: Codes) =>
  (error: ServiceFailure | HttpFailure): error is Coded<Codes> =>
    error._tag in codes
const isNotFound = isCoded(notFoundCodes)
const isInvalid = isCoded(invalidCodes)

/** Returns the error answer for each error. If a new error has neither a code nor a case here, this function does not compile. */
export const toWire = (error: ServiceFailure | HttpFailure): WireFailure => {
  if (isInvalid(error)) return invalid(invalidCodes[error._tag], error.message)
  // A test side that is not found any more was emptied while the request was served. Its tokens have ended.
  if (error._tag === "PartnerNotFound" && isTestSide(error.partnerId)) return toWire(unknownToken())
  if (isNotFound(error)) return notFound(notFoundCodes[error._tag], error.message)
  switch (error._tag) {
    case "InvalidInput":
      return invalid("Bad request", error.message)
    case "MemberNotFound":
      return notFound("", error.message)
    case "TagTaken":
      return invalid("", error.message)
    case "GrantRefused":
      return error.code === "invalid_client"
        ? unauthorized(error.code, error.message)
        : invalid(error.code, error.message)
    case "IdempotencyMismatch":
      return failure(422, "Conflict", "conflict", mismatchCode, error.message)
    case "RuleChanged":
      return failure(412, "Changed by somebody else", "conflict", ruleChangedCode, error.message)
    case "Unauthorized":
      return unauthorized("", error.message)
    case "OtpRequired":
    case "OtpWrong":
      return unauthorized(otpCodes[error._tag], error.message)
    case "Forbidden":
    case "PersonRequired":
      return failure(403, "Forbidden", "forbidden", "", error.message)
    // The messages of database errors contain internal reasons, so the answers have their own texts.
    case "DatabaseUnavailable":
      return unavailable(
        error.committed === "no"
          ? "the database is not available: nothing was written, try again"
          : "the connection to the database was lost during the write: try again with the same Idempotency-Key"
      )
    case "LockTimeout":
    case "TransactionConflict":
    case "QueueFull":
      return unavailable("the service is busy: nothing was written, try again")
    case "SimulationTimeout":
      return unavailable(error.message)
    case "RouteNotFound":
      return failure(404, "Not found", "not found", "", `no such route: ${error.path}`)
    case "MethodNotAllowed":
      return methodNotAllowed(error.method, error.allow)
    case "BadBody":
      return {
        ...invalid("Bad request", error.error),
        status: error.status,
        // A part of the body may be unread, so the connection cannot be used for another request.
        headers: error.status === 408 || error.status === 413 ? { connection: "close" } : noHeaders
      }
    case "TooManyRequests":
      return tooManyRequests(error)
    case "TooManyAtOnce":
      return tooManyAtOnce(error.policy, error.limit)
    case "TooManyPasswords":
      return tooManyPasswords(error)
    case "TooManyStreams":
      return tooManyStreams(error.kind, error.policy, error.limit)
    case "Overloaded":
      return unavailable(error.reason)
  }
}

/** The answer to a defect, without its details. */
export const internal: WireFailure = failure(
  500,
  "Internal error",
  "internal",
  "",
  "an internal error: the log has it under the x-request-id of this answer"
)
