import type { Effect, Stream } from "effect"
import type { Services } from "./services.ts"

/** An answer in the envelope. */
export interface Answer<A> {
  readonly message: string
  readonly data: A
  readonly replayed?: boolean
}

/** An answer in the envelope whose data is JSON text already, as it is stored under an idempotency key. */
export interface StoredAnswer {
  readonly message: string
  readonly json: string
  readonly replayed: boolean
}

/** An answer outside of the envelope: a page, a redirect, or JSON in a form that a standard prescribes. */
export interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Whether the credentials were wrong, which counts against the account that the request named. */
  readonly wrongTry?: boolean
}

/** An answer that goes on for as long as its caller reads it: server-sent events. */
export interface Live {
  readonly partnerId: string
  readonly live: Stream.Stream<string, never, Services>
  /** Whether its caller may go on reading. It is asked from time to time. */
  readonly allowed: Effect.Effect<boolean, never, Services>
}

export type Outcome = Answer<unknown> | StoredAnswer | Raw | Live
