import type { Effect } from "effect"
import type { UserSession } from "../accounts/authorization/Authorizations.ts"
import type { Session } from "../accounts/sessions/Sessions.ts"
import type { Body } from "./body.ts"
import type { ServiceFailure } from "./failure.ts"
import type { Services } from "./Services.ts"

/** What is known of a request before anything of it was read. */
export interface Target {
  readonly request: Request
  /** The ecosystem of the path, or nothing where the path has none. */
  readonly eco: string
  /** The other parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Where the service is reached from outside, without a slash at its end. Never what a request claims it is. */
  readonly publicUrl: string
}

/** What an operation gets of a request. */
export interface Incoming extends Target {
  readonly body: Body["fields"]
  /** Whether the body came as a form, as browsers and OAuth clients send it. */
  readonly isForm: boolean
  readonly idempotencyKey: string | undefined
}

/** With the partner's token. */
export interface Authorized extends Incoming {
  readonly session: Session
}

/** With a token that a user has allowed a partner. */
export interface AuthorizedUser extends Incoming {
  readonly user: UserSession
}

/** With a key and its secret, neither of them checked yet. */
export interface WithKey extends Incoming {
  readonly key: string
  readonly secret: string
}

/** An answer in the envelope. */
export interface Answer<A> {
  readonly message: string
  readonly data: A
  readonly replayed?: boolean
}

/** An answer outside of it: a page, a redirect, or JSON in a form that a standard prescribes. */
export interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Whether somebody tried wrong credentials, which counts against the account that they tried. */
  readonly wrongTry?: boolean
}

export type Outcome = Answer<unknown> | Raw

export type Operation<Request, A> = (
  request: Request
) => Effect.Effect<Answer<A> | Raw, ServiceFailure, Services>

/**
 * Requests are checked where they are used: each service parses its whole input and names every fault. Their types are
 * for callers that have types; a request from outside has none yet, and this is the one place that says so.
 */
export const untrusted = <Input>(input: Readonly<Record<string, unknown>>): Input => input as Input
