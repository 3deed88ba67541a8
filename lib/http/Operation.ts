import type { Effect } from "effect"
import type { Rewards as Services } from "../services/Rewards.ts"
import type { Session } from "../services/Sessions.ts"
import type { Json } from "./body.ts"
import type { ServiceFailure } from "./failure.ts"

/** What an operation gets of a request: the route's parameters, and who is calling. */
export interface Incoming {
  readonly eco: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Json
  readonly idempotencyKey: string | undefined
}

export interface Authorized extends Incoming {
  readonly session: Session
}

export interface Answer<A> {
  readonly message: string
  readonly data: A
  readonly replayed?: boolean
}

export type Operation<Request, A> = (request: Request) => Effect.Effect<Answer<A>, ServiceFailure, Services>

/**
 * Requests are checked where they are used: each service parses its whole input and names every fault. Their types are
 * for callers that have types; a request from outside has none yet, and this is the one place that says so.
 */
export const untrusted = <Input>(input: Readonly<Record<string, unknown>>): Input => input as Input
