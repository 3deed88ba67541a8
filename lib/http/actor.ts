import { Effect } from "effect"
import { Caller } from "../accounts/audit/Caller.ts"
import type { Session } from "../accounts/sessions/Sessions.ts"
import { Actor } from "../rewards/Actor.ts"

/** Runs a write of a partner, so that the audit trail names the login or the API key whose token was sent. */
export const asActor = <A, E, R>(session: Session, write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Caller, (caller) =>
    Effect.provideService(write, Actor, { name: session.actor, address: caller.address() })
  )
