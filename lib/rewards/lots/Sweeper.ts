import { Cause, Context, Effect, Either, Layer, Metric, Random } from "effect"
import { Database } from "../../sql/Database.ts"
import { type DatabaseFailure, isReadOnly } from "../../sql/Failure.ts"
import { onRealTime } from "../../sql/RealTime.ts"
import { now } from "../clock.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type { PartnerId } from "../Id.ts"
import { EventLog } from "../ports.ts"
import { type DuePartner, makeSearch, restSince } from "./duePartners.ts"
import { mostWallets } from "./dueSlices.ts"

export interface SweeperOptions {
  /** True by default: this process writes what is due in the background. If false, only commands and `Sweeper.sweep` do. */
  readonly sweep?: boolean | undefined
}

/**
 * Writes the maturities and expiries that are due, and the events `coins.expiring` about coins that will expire soon. Commands write what
 * is due in the wallets that they lock, and reads show it as written. So no answer depends on the sweeper, only events and their webhooks
 * do.
 *
 * Partners take turns. One transaction writes a slice (see `dueSlices.ts`): some of what is due in a few wallets of one partner that no
 * other transaction has locked. So the sweeper does not wait for wallets, and processes that sweep the same partner write different
 * wallets. After a slice, the sweeper rests for twice as long as the slice took. If a wallet cannot be written, the others are written
 * nevertheless.
 */
export class Sweeper extends Context.Tag("rewards/Sweeper")<
  Sweeper,
  {
    /**
     * Writes what is due now, and returns the number of changed wallets. This also happens automatically, at most a minute late; with very
     * many partners, a few minutes.
     */
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
    "Wallets in which the sweeper wrote what was due, or for which it wrote events about expiring coins"
})

const lag = Metric.gauge("rewards_sweep_lag_seconds", {
  description: "How long the oldest pending award or lot that is due has waited to be written"
})

/** The shortest and the longest pause after a sweep, in milliseconds. Within these limits, a pause lasts until something is due next. */
const shortestPause = 1000
const longestPause = 60_000

/** While a sweep runs, it searches for other due partners at this interval, in milliseconds. */
const searchInterval = 5000

/** A search reads index entries of every partner. So the time between two searches is at least this multiple of the time of a search. */
const searchRatio = 5

/** A sweep passes over at most this many failing wallets of a partner. */
const mostPassed = 100

/** A partner that waits for its next slice. */
interface Turn extends DuePartner {
  /** How many failing wallets come first. Slices pass over them. */
  readonly passed: number
  /** For how many slices the partner's wallets are written one by one, to find one that fails. */
  readonly single: number
}

const firstTurn = (partner: DuePartner): Turn => ({ ...partner, passed: 0, single: 0 })

const isConflict = (failure: DatabaseFailure): boolean => failure._tag === "TransactionConflict"

const make = (background: boolean) =>
  Effect.gen(function* () {
    const database = yield* Database
    const writer = yield* CommandWriter
    const searchDue = makeSearch(database, yield* EventLog)
    const size = mostWallets[database.dialect.name]

    /** The shortest time until the next search, in milliseconds. */
    let untilSearch = 0
    const search = Effect.suspend(() => {
      const began = performance.now()
      return Effect.tap(searchDue, (found) => {
        lag.unsafeUpdate(found.lag / 1000, [])
        untilSearch = (performance.now() - began) * searchRatio
      })
    })

    /** Writes one slice of a partner. Returns the number of wallets, and the partner's next turn, in which something may be left. */
    const slice = Effect.fnUntraced(function* (turn: Turn) {
      const { isDue, noticeUntil, passed, partnerId, single } = turn
      const most = single > 0 ? 1 : size
      const left = { ...turn, single: Math.max(0, single - 1) }
      if (isDue) {
        const { isLeft, wallets } = yield* writer.settle(partnerId, { most, passed })
        if (isLeft) return { wallets, left: turn }
        return { wallets, left: wallets >= most ? left : firstTurn({ ...left, isDue: false }) }
      }
      if (noticeUntil === null) return { wallets: 0, left }
      const { notices, wallets } = yield* writer.notice(partnerId, noticeUntil, { most, passed })
      return { wallets, left: notices >= most ? left : { ...left, noticeUntil: null } }
    })

    /**
     * The next turn of a partner after a failed slice. It finds the wallets that fail: it writes the wallets of the slice one by one, and
     * passes over those that fail again. Undefined if other slices would fail, too.
     */
    const afterFailure = (turn: Turn, cause: Cause.Cause<DatabaseFailure>): Turn | undefined => {
      const ofWallet = Cause.isDie(cause) || Array.from(Cause.failures(cause)).some(isConflict)
      if (!ofWallet || turn.passed >= mostPassed) return undefined
      return turn.single === 0
        ? { ...turn, single: size }
        : { ...turn, single: turn.single - 1, passed: turn.passed + 1 }
    }

    /** Writes a slice, and rests. */
    const take = Effect.fnUntraced(function* (turn: Turn) {
      const began = performance.now()
      const written = yield* Effect.either(Effect.sandbox(slice(turn)))
      if (Either.isRight(written)) sweptWallets.unsafeUpdate(written.right.wallets, [])
      yield* restSince(began)
      return written
    })

    /** Sweeps all due partners. After the others are swept, fails with the first failure. */
    const sweepAll = Effect.fnUntraced(function* () {
      const { due, next } = yield* search
      // Random, so that processes that sweep at the same time mostly write different partners.
      let queue: Array<Turn> = Array.from(yield* Random.shuffle(due), firstTurn)
      let searched = performance.now()
      let swept = 0
      const failed = new Map<PartnerId, Cause.Cause<DatabaseFailure>>()
      for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
        const done = yield* take(turn)
        if (Either.isLeft(done)) {
          if (!failed.has(turn.partnerId)) failed.set(turn.partnerId, done.left)
          const again = afterFailure(turn, done.left)
          if (again !== undefined) queue.push(again)
        } else {
          const { left, wallets } = done.right
          swept += wallets
          if (left.isDue || left.noticeUntil !== null) queue.push(left)
        }
        if (queue.length === 0 || performance.now() - searched < Math.max(searchInterval, untilSearch))
          continue
        const known = new Set([...failed.keys(), ...queue.map(({ partnerId }) => partnerId)])
        const found = (yield* search).due.filter(({ partnerId }) => !known.has(partnerId))
        queue = [...queue, ...found.map(firstTurn)]
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
      yield* onRealTime(Effect.sleep(Math.max(shortestPause, untilSearch, Math.min(longestPause, left))))
    })

    if (background) yield* Effect.forkScoped(Effect.interruptible(Effect.forever(inBackground)))

    return Sweeper.of({
      sweep: Effect.fn("Sweeper.sweep")(() => Effect.map(sweepAll(), ({ swept }) => swept))
    })
  })

const nothingDue = { next: Number.POSITIVE_INFINITY }
