import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Context } from "effect"
import { Ecosystem, emailKey } from "../accounts/Identity.ts"
import type { LoginName } from "../accounts/rates/KnownAddresses.ts"
import type { Callers } from "./access.ts"
import type { Incoming } from "./handle.ts"
import { parameter } from "./requestSchemas.ts"

/** The maximum size of a request body in bytes, for an endpoint that does not have the usual limit. */
export class BodyLimit extends Context.Tag("rewards/BodyLimit")<BodyLimit, number>() {}

/**
 * True if a JSON body that repeats a key is refused. Set for bodies in which callers choose some of the keys, such as `attributes`. The
 * check for unknown fields does not find a mistake in such a key.
 */
export class UniqueKeys extends Context.Tag("rewards/UniqueKeys")<UniqueKeys, boolean>() {}

/**
 * The form of an endpoint's error answers: the usual JSON envelope, an HTML page, or the JSON of OAuth. If the endpoint
 * accepts JSON, a request with a JSON body always gets the envelope.
 */
export type Rendering = "envelope" | "page" | "oauth"
export class FailuresAs extends Context.Tag("rewards/FailuresAs")<FailuresAs, Rendering>() {}

/** Descriptions of an endpoint's error answers by HTTP status. `default` describes all other statuses. */
export class Failures extends Context.Tag("rewards/Failures")<Failures, Readonly<Record<string, string>>>() {}

/** Returns how much a request with this body counts in the rate limits. Without this annotation, a request counts as one. */
export class CountsAs extends Context.Tag("rewards/CountsAs")<
  CountsAs,
  (body: Incoming["body"]) => number
>() {}

/** False for a write whose answer is not stored under an `Idempotency-Key`, for example because the answer contains a secret. */
export class KeepsAnswers extends Context.Tag("rewards/KeepsAnswers")<KeepsAnswers, boolean>() {}

/** True if an endpoint returns a list. Its requests wait for their turn: see `makeListTurns`. */
export class ReadsList extends Context.Tag("rewards/ReadsList")<ReadsList, boolean>() {}

/** True if an endpoint refuses to change a record whose `ETag` differs from the header `If-Match`. */
export class ChecksVersion extends Context.Tag("rewards/ChecksVersion")<ChecksVersion, boolean>() {}

/** True if an endpoint answers with server-sent events when the caller accepts them. */
export class AlsoStreams extends Context.Tag("rewards/AlsoStreams")<AlsoStreams, boolean>() {}

/** A request with a password, secret or code of an account, or a request that makes the service mail the owner of the account. */
export type Attempt = Incoming & Partial<Callers["partner"] & Callers["key"]>

/** How an endpoint counts its requests for each account, so that they can be limited. */
export interface Attempts {
  /** The name of the counter. Endpoints with the same name share one counter. */
  readonly counter: string
  /** Returns the account that a request names. A request that names no account is not counted. */
  readonly account: (request: Attempt) => string | undefined
  /** Returns the account of a login. A caller at one of its `KnownAddresses` is not limited by failures from other network addresses. */
  readonly login?: ((request: Attempt) => LoginName | undefined) | undefined
  /** `failures` counts requests with wrong credentials, `requests` counts all requests. */
  readonly counts: "failures" | "requests"
}
export class CountsAttempts extends Context.Tag("rewards/CountsAttempts")<CountsAttempts, Attempts>() {}

export const attempts = (
  counts: Attempts["counts"],
  counter: string,
  account: Attempts["account"],
  login?: Attempts["login"]
) => Context.make(CountsAttempts, { counts, counter, account, login })

/** Returns the account with the e-mail address in the body. The same address in another ecosystem is a different account. */
export const byEmail: Attempts["account"] = ({ eco, body }) =>
  typeof body.email === "string" ? `${eco} ${emailKey(body.email.trim())}` : undefined

/** Returns the account with the tag or e-mail address in the body. */
export const byTag: Attempts["account"] = ({ body }) =>
  typeof body.tag === "string" ? emailKey(body.tag.trim()) : undefined

/** Returns a login of the person with the e-mail address in the body. */
export const partnerLogin: Attempts["login"] = ({ eco, body }) =>
  typeof body.email === "string"
    ? { kind: "person", ecosystem: eco, email: emailKey(body.email.trim()) }
    : undefined

/** Returns a login of the user with the tag or e-mail address in the body. */
export const userLogin: Attempts["login"] = ({ body }) =>
  typeof body.tag === "string" ? { kind: "user", name: emailKey(body.tag.trim()) } : undefined

/** Returns the person of the access token, if the body has the person's password. */
export const byPerson: Attempts["account"] = ({ body, session }) =>
  body.currentPassword === undefined ? undefined : session?.actor.id

/** Returns the live partner of the access token. */
export const byPartner: Attempts["account"] = ({ session }) => session?.accountId

/** Returns the person of the access token. */
export const byCaller: Attempts["account"] = ({ session }) => session?.actor.id

export const eco = HttpApiSchema.param(
  "eco",
  parameter(Ecosystem, { description: "The partner's ecosystem" })
)
export const created = { status: 201 }
/** The status of an answer to a command that waits for approval, or to a job that is not done yet. */
export const accepted = { status: 202 } as const

export const Html = HttpApiSchema.Text({ contentType: "text/html" })
