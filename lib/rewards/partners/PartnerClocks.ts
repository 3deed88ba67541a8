import { Context, Effect, Layer } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { inEngineTime, inMovedTime } from "../clock.ts"
import { partners } from "../tables.ts"
import { isTestSide } from "./testSide.ts"

/**
 * The clocks of partners. The clock of a live partner is the engine's. The clock of a test side can be ahead, by an offset that its row
 * stores.
 */
export class PartnerClocks extends Context.Tag("rewards/PartnerClocks")<
  PartnerClocks,
  {
    /**
     * Runs an effect in the time of a partner. The offset of the partner's clock is read once, before the effect starts. Commands need this
     * method only for reads outside their transaction, because `CommandWriter` writes each command in the time of its partner.
     */
    readonly within: <A, E, R>(
      partnerId: string,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | DatabaseFailure, R>

    /** How many milliseconds the clock of a partner is ahead of the engine's. */
    readonly offsetOf: (partnerId: string) => Effect.Effect<number, DatabaseFailure>

    /**
     * Locks the clock of a test side until COMMIT, so that the caller can change it, and returns the offset of the clock. Waits for the
     * commands that are being written. So after a change, nothing is written with the earlier time. Returns undefined if the test side is
     * retired.
     */
    readonly lock: (partnerId: string) => Effect.Effect<number | undefined, DatabaseFailure>

    /** Sets the offset of a test side's clock, which the caller has locked. The offset must not become smaller. */
    readonly set: (partnerId: string, offset: number) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<PartnerClocks, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const readOffset = partners.find("clockOffset")

const lockOffset = partners.lock("clockOffset", "retiredAt")
const setOffset = partners.change({
  set: ["clockOffset"],
  where: "rewards_partner.clock_offset <= input.clock_offset"
})

/** Reads an offset, and keeps it from changing until COMMIT. Transactions of the same partner can share the lock. */
const holdOffset = statement({
  input: { id: "uuid" },
  partner: "id",
  output: partners.row("clockOffset"),
  sql: ({ lock }) => `SELECT p.clock_offset FROM input CROSS JOIN rewards_partner p
    WHERE p.id = input.id${lock("p", "p.id", "share")}`
})

const noOffset = Batch.succeed(0)

const offsetIn = ([row]: ReadonlyArray<{ readonly clockOffset: number }>): number => row?.clockOffset ?? 0

/** Reads the offset of a partner's clock, and locks it until COMMIT. For a live partner, returns 0 without a statement. */
export const heldOffset = (partnerId: string | undefined): Batch.Batch<number> =>
  partnerId !== undefined && isTestSide(partnerId)
    ? Batch.map(Batch.of(holdOffset, [{ id: partnerId }]), offsetIn)
    : noOffset

/**
 * Runs an effect in the time of a partner whose offset is known. For a live partner, this is the engine's time, even if the caller runs in
 * the time of a test side.
 */
export const inTimeOf = <A, E, R>(
  partnerId: string | undefined,
  offset: number,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  partnerId !== undefined && isTestSide(partnerId)
    ? inMovedTime(partnerId, offset, effect)
    : inEngineTime(effect)

/**
 * Runs an effect of a transaction in the time of a partner. The partner's clock does not change until COMMIT. Call this function before the
 * transaction locks a rule or a feed, because a transaction that locks the partner for a change locks these later.
 */
export const inHeldTime = <A, E, R>(
  database: Context.Tag.Service<Database>,
  partnerId: string | undefined,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | DatabaseFailure, R> =>
  Effect.flatMap(database.send(heldOffset(partnerId)), (offset) => inTimeOf(partnerId, offset, effect))

/** Implements `PartnerClocks.within`. */
export const within = <A, E, R>(
  database: Context.Tag.Service<Database>,
  partnerId: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | DatabaseFailure, R> =>
  isTestSide(partnerId)
    ? Effect.flatMap(database.run(readOffset, [{ id: partnerId }]), (found) =>
        inMovedTime(partnerId, offsetIn(found), effect)
      )
    : inEngineTime(effect)

const make = Effect.gen(function* () {
  const database = yield* Database

  return PartnerClocks.of({
    within: (partnerId, effect) => within(database, partnerId, effect),
    offsetOf: Effect.fn("PartnerClocks.offsetOf")(function* (partnerId) {
      return isTestSide(partnerId) ? offsetIn(yield* database.run(readOffset, [{ id: partnerId }])) : 0
    }),
    lock: Effect.fn("PartnerClocks.lock")(function* (partnerId) {
      const [row] = yield* database.run(lockOffset, [{ id: partnerId }])
      return row?.retiredAt === null ? row.clockOffset : undefined
    }),
    set: Effect.fn("PartnerClocks.set")(function* (partnerId, clockOffset) {
      yield* database.run(setOffset, [{ id: partnerId, clockOffset }])
    })
  })
})
