import { Context, Effect, Layer } from "effect"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { rateLeases } from "../tables.ts"

export interface LeaseRequest {
  readonly name: string
  /** The number of minutes since 1970. */
  readonly minute: number
  /** How many requests to lease. */
  readonly places: number
  /** If fewer requests than this are left, the lease is refused. */
  readonly least: number
  /** How many requests are allowed in the minute. */
  readonly limit: number
}

export interface Lease {
  /** How many requests the caller may accept; 0 if the lease was refused. */
  readonly granted: number
  /** How many requests are left for other leases. */
  readonly free: number
}

/**
 * Rate limits that all processes share. A lease reserves some requests of a minute for one process. A process can lease several requests at
 * once, so that most requests need no SQL statement. The leases of a minute do not exceed the limit, unless the clocks of processes differ
 * by more than a minute.
 */
export class RateLeases extends Context.Tag("rewards/RateLeases")<
  RateLeases,
  {
    readonly lease: (request: LeaseRequest) => Effect.Effect<Lease, DatabaseFailure>
    /** Gives one leased request back to the limit. */
    readonly release: (request: Pick<LeaseRequest, "name" | "minute">) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<RateLeases, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

/** Leases requests if at least `least` are left. `taken` can then exceed the limit, but `lease` grants no more than the limit. */
const leaseRequests = statement({
  input: { minute: "integer", name: "text", places: "integer", least: "integer", allowed: "integer" },
  output: rateLeases.row("taken"),
  sql: `INSERT INTO rewards_rate (minute, name, taken, allowed)
    SELECT minute, name, places, allowed FROM input WHERE least <= allowed
    ON CONFLICT (minute, name) DO UPDATE SET taken = rewards_rate.taken + excluded.taken
    WHERE rewards_rate.taken + (SELECT least FROM input) <= excluded.allowed
    RETURNING taken`
})

const findTaken = rateLeases.find("taken")

const releaseOne = statement({
  input: { minute: "integer", name: "text" },
  sql: `UPDATE rewards_rate SET taken = taken - 1
    FROM input WHERE rewards_rate.minute = input.minute AND rewards_rate.name = input.name AND taken > 0`
})

const deleteBefore = statement({
  input: { minute: "integer" },
  sql: `DELETE FROM rewards_rate WHERE rewards_rate.minute < (SELECT minute FROM input)`
})

const make = Effect.gen(function* () {
  const database = yield* Database
  let latest = 0

  return RateLeases.of({
    lease: Effect.fn("RateLeases.lease")(function* ({ name, minute, places, least, limit }) {
      if (minute > latest) {
        latest = minute
        // The rows of the previous minute stay, because the clock of another process may be behind.
        yield* database.run(deleteBefore, [{ minute: minute - 1 }])
      }
      const [row] = yield* database.run(leaseRequests, [{ minute, name, places, least, allowed: limit }])
      if (row === undefined) {
        // A refusal with `least` 1 means that nothing is left, so there is no need to read `taken`.
        const [known] = least === 1 ? [{ taken: limit }] : yield* database.run(findTaken, [{ minute, name }])
        return { granted: 0, free: Math.max(0, limit - (known?.taken ?? 0)) }
      }
      const before = row.taken - places
      return { granted: Math.min(places, limit - before), free: Math.max(0, limit - row.taken) }
    }),
    release: Effect.fn("RateLeases.release")(function* ({ name, minute }) {
      yield* database.run(releaseOne, [{ minute, name }])
    })
  })
})
