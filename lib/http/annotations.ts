import { HttpApiSchema } from "@effect/platform"
import { Context } from "effect"
import { Ecosystem, emailKey } from "../accounts/Identity.ts"
import type { Callers } from "./access.ts"
import type { Incoming } from "./handle.ts"
import { parameter } from "./requestSchemas.ts"

/** The most bytes of a request body, if it is not the usual limit. */
export class BodyLimit extends Context.Tag("rewards/BodyLimit")<BodyLimit, number>() {}

/**
 * The form of an endpoint's failures: the envelope; a page for people; or, if the request came as a form, the JSON that
 * OAuth prescribes.
 */
export type Rendering = "envelope" | "page" | "oauth"
export class FailuresAs extends Context.Tag("rewards/FailuresAs")<FailuresAs, Rendering>() {}

/**
 * Descriptions of an endpoint's failures by their status, in addition to the usual ones or instead of them; `default` describes
 * all others.
 */
export class Failures extends Context.Tag("rewards/Failures")<Failures, Readonly<Record<string, string>>>() {}

/** As how many requests a request counts, by its body, if that is not one. */
export class CountsAs extends Context.Tag("rewards/CountsAs")<
  CountsAs,
  (body: Incoming["body"]) => number
>() {}

/** False if a partner's write stores no answer under an `Idempotency-Key`, because the answer holds a secret. */
export class KeepsAnswers extends Context.Tag("rewards/KeepsAnswers")<KeepsAnswers, boolean>() {}

/** True if an endpoint also answers with server-sent events, to callers that accept them. */
export class AlsoStreams extends Context.Tag("rewards/AlsoStreams")<AlsoStreams, boolean>() {}

/** A request that tries to log in to an account, or sends a mail to it. */
export type Attempt = Incoming & Partial<Callers["partner"] & Callers["key"]>

/** Limits how often an endpoint is called for one account. */
export interface Attempts {
  /** Endpoints with the same door share a count. */
  readonly door: string
  /** The account that a request names; undefined if it names none, and then it is not counted. */
  readonly account: (request: Attempt) => string | undefined
  /** `failures` counts requests with wrong credentials, `requests` counts all of them. */
  readonly counts: "failures" | "requests"
}
export class CountsAttempts extends Context.Tag("rewards/CountsAttempts")<CountsAttempts, Attempts>() {}

export const attempts = (
  counts: Attempts["counts"],
  door: string,
  account: Attempts["account"]
): Attempts => ({ counts, door, account })

/** The account with the e-mail address in the body. An ecosystem has its own. */
export const byEmail: Attempts["account"] = ({ eco, body }) =>
  typeof body.email === "string" ? `${eco} ${emailKey(body.email.trim())}` : undefined

/** The account with the tag or e-mail address in the body. */
export const byTag: Attempts["account"] = ({ body }) =>
  typeof body.tag === "string" ? emailKey(body.tag.trim()) : undefined

export const eco = HttpApiSchema.param(
  "eco",
  parameter(Ecosystem, { description: "The partner's ecosystem" })
)
export const created = { status: 201 }

/** A page for people. */
export const Html = HttpApiSchema.Text({ contentType: "text/html" })
