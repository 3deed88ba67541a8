import { type Cause, Context, Effect, Either, Layer, Metric, Random } from "effect"
import { Database } from "../../sql/Database.ts"
import { type DatabaseFailure, isReadOnly } from "../../sql/Failure.ts"
import { onRealTime } from "../../sql/RealTime.ts"
import { now } from "../clock.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type { PartnerId } from "../Id.ts"
import { EventLog } from "../ports.ts"
import { type DuePartner, makeSearch } from "./duePartners.ts"
import { mostWallets } from "./dueSlices.ts"

export interface SweeperOptions {
  /** True by default: this process writes what is due in the background. If false, only commands and `Sweeper.sweep` do. */
  readonly sweep?: boolean | undefined
}

/**
 * Writes pending awards that mature and coins that expire, and notifies members of coins that will expire. Commands write what is due in
 * the wallets that they lock, and reads show it as written. So no answer depends on the sweeper, only events and their webhooks do.
 *
 * Partners take turns. One transaction writes a slice: a few wallets of one partner that no other transaction has locked. So the sweeper
 * does not wait for wallets, and processes that sweep the same partner write different wallets. After a slice, the sweeper rests for
 * twice as long as the slice took.
 */
export class Sweeper extends Context.Tag("rewards/Sweeper")<
  Sweeper,
  {
    /** Writes what is due now, and returns the number of changed wallets. This also happens automatically, at most a minute late. */
    readonly sweep: () => Effect.Effect<number, DatabaseFailure>
  }
>() {
  static readonly layer = ({
    sweep = true
  }: SweeperOptions = {}): Layer.Layer<Sweeper, never, CommandWriter | Database> =>
    Layer.scoped(this, make(sweep))
}

const sweptWallets = Metric.counter("rewards_swept_wallets_total", {
  description:
    "Wallets in which the sweeper wrote what was due, or of whose expiring coins it notified the member"
})

const lag = Metric.gauge("rewards_sweep_lag_seconds", {
  description: "How long the oldest pending award or lot that is due has waited to be written"
})

/** The shortest and the longest pause after a sweep, in milliseconds. Between them, it lasts until something is due next. */
const shortestPause = 1000
const longestPause = 60_000

/** While a sweep runs, it searches for other due partners at this interval, in milliseconds. */
const searchInterval = 5000

/** How long the sweeper rests after a slice, as a multiple of the time that the slice took. */
const restRatio = 2

const make = (background: boolean) =>
  Effect.gen(function* () {
    const database = yield* Database
    const writer = yield* CommandWriter
    const searchDue = makeSearch(database, yield* EventLog)
    const size = mostWallets[database.dialect.name]

    const search = Effect.tap(searchDue, (found) => lag.unsafeUpdate(found.lag / 1000, []))

    /** Writes one slice of a partner. Returns the number of wallets, and what may be left of the partner. */
    const slice = Effect.fnUntraced(function* ({ isDue, noticeUntil, partnerId }: DuePartner) {
      if (isDue) {
        const { isLeft, wallets } = yield* writer.settle(partnerId, size)
        return { wallets, left: { partnerId, isDue: isLeft || wallets >= size, noticeUntil } }
      }
      if (noticeUntil === null) return { wallets: 0, left: { partnerId, isDue, noticeUntil } }
      const { notices, wallets } = yield* writer.notice(partnerId, noticeUntil, size)
      return { wallets, left: { partnerId, isDue, noticeUntil: notices >= size ? noticeUntil : null } }
    })

    /** Writes a slice, and rests. */
    const turn = Effect.fnUntraced(function* (partner: DuePartner) {
      const began = performance.now()
      const written = yield* slice(partner)
      sweptWallets.unsafeUpdate(written.wallets, [])
      yield* onRealTime(Effect.sleep((performance.now() - began) * restRatio))
      return written
    })

    /** Sweeps all due partners. A failure ends only the turns of its partner. Fails with the first failure after the others are swept. */
    const sweepAll = Effect.fnUntraced(function* () {
      const { due, next } = yield* search
      // Random, so that processes that sweep at the same time mostly write different partners.
      let queue = Array.from(yield* Random.shuffle(due))
      let searched = performance.now()
      let swept = 0
      const failed = new Map<PartnerId, Cause.Cause<DatabaseFailure>>()
      for (let partner = queue.shift(); partner !== undefined; partner = queue.shift()) {
        const done = yield* Effect.either(Effect.sandbox(turn(partner)))
        if (Either.isLeft(done)) failed.set(partner.partnerId, done.left)
        else {
          const { left, wallets } = done.right
          swept += wallets
          if (left.isDue || left.noticeUntil !== null) queue.push(left)
        }
        if (queue.length === 0 || performance.now() - searched < searchInterval) continue
        const known = new Set([...failed.keys(), ...queue.map(({ partnerId }) => partnerId)])
        queue = [...queue, ...(yield* search).due.filter(({ partnerId }) => !known.has(partnerId))]
        searched = performance.now()
      }
      const [cause] = failed.values()
      if (cause !== undefined) return yield* Effect.failCause(cause)
      return { swept, next }
    })

    const inBackground = Effect.gen(function* () {
      const { next } = yield* sweepAll().pipe(
        // A replica is read-only. The processes that use the primary server sweep.
        Effect.catchIf(isReadOnly, () => Effect.succeed(nothingDue)),
        Effect.catchAllCause((cause) =>
          Effect.as(
            Effect.logWarning("Not everything that is due could be written to wallets", cause),
            nothingDue
          )
        )
      )
      const left = next - (yield* now).getTime()
      yield* onRealTime(Effect.sleep(Math.min(longestPause, Math.max(shortestPause, left))))
    })

    if (background) yield* Effect.forkScoped(Effect.interruptible(Effect.forever(inBackground)))

    return Sweeper.of({
      sweep: Effect.fn("Sweeper.sweep")(() => Effect.map(sweepAll(), ({ swept }) => swept))
    })
  })

const nothingDue = { next: Number.POSITIVE_INFINITY }
