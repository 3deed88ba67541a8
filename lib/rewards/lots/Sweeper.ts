import { Cause, Context, Effect, Either, Layer, Metric, Random } from "effect"
import { Database } from "../../sql/Database.ts"
import { type DatabaseFailure, isReadOnly } from "../../sql/Failure.ts"
import { onRealTime, restSince } from "../../sql/RealTime.ts"
import { now } from "../clock.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { within } from "../partners/PartnerClocks.ts"
import { EventLog } from "../ports.ts"
import { type DuePartner, makeSearch } from "./duePartners.ts"
import { mostWallets } from "./dueSlices.ts"
import { findDue, findUnnoticed } from "./freeWallets.ts"

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
     * Writes what is due now, and returns the number of changed wallets. Fails at its end if a wallet could not be written. Without this
     * call, a running sweeper writes what is due at most a minute late, or a few minutes late if there are very many partners.
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

/** A sweep passes over at most this many failing wallets of a partner. The next sweep passes over more, until it has reached all others. */
const mostPassed = 100

/** The log names at most this many failing wallets. */
const mostNamed = 10

/** A partner that waits for its next slice. */
interface Turn extends DuePartner {
  /** How many failing wallets or lots the slices skip. They are the first in the order of the statements that find what is due. */
  readonly passed: number
  /** When `passed` reaches this number, the sweep goes on with other work. */
  readonly passLimit: number
  /** How many of the next slices write a single wallet each, to find the wallet that fails. */
  readonly single: number
}

/** Returns a key for the work of a turn: to write what is due in wallets, or the events `coins.expiring`. */
const workOf = ({ isDue, partnerId }: DuePartner): string => `${isDue ? "due" : "notices"} ${partnerId}`

const failingWallets = Metric.gauge("rewards_failing_wallets", {
  description: "Wallets in which the last sweep of this process could not write what is due"
})

interface Wallet {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}

/** The warning about wallets that failed. */
const warningOf = (failing: ReadonlyArray<Wallet>): string => {
  const named = failing
    .slice(0, mostNamed)
    .map(({ memberId, partnerId }) => `${memberId} of partner ${partnerId}`)
  const others = failing.length > named.length ? ` and ${failing.length - named.length} others` : ""
  return failing.length === 0
    ? "Not everything that is due could be written to wallets"
    : `What is due could not be written to the wallets of these members: ${named.join(", ")}${others}. Run "laurel verify"`
}

const has = (cause: Cause.Cause<DatabaseFailure>, test: (failure: DatabaseFailure) => boolean): boolean =>
  Array.from(Cause.failures(cause)).some(test)

/** Whether a slice failed because of one of its wallets. Otherwise other slices would fail, too. */
const isOfWallet = (cause: Cause.Cause<DatabaseFailure>): boolean =>
  Cause.isDie(cause) || has(cause, ({ _tag }) => _tag === "TransactionConflict")

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

    /**
     * How many failing wallets the last sweep had passed over when it gave up, by `workOf`. The next sweep passes over them at once, and so
     * reaches the others.
     */
    const passedBefore = new Map<string, number>()

    const firstTurn = (partner: DuePartner): Turn => {
      const passed = passedBefore.get(workOf(partner)) ?? 0
      return { ...partner, passed, passLimit: passed + mostPassed, single: 0 }
    }

    /** Returns the turn for the notices of a partner, which come after what is due in its wallets. */
    const nextWork = (turn: Turn): Turn | undefined =>
      turn.isDue && turn.noticeUntil !== null ? firstTurn({ ...turn, isDue: false }) : undefined

    /** Returns the next turn of a partner after all its wallets were written or passed over. The next sweep tries all of them again. */
    const afterAll = (turn: Turn): Turn | undefined => {
      passedBefore.delete(workOf(turn))
      return nextWork(turn)
    }

    /** Writes one slice of a partner. Returns the number of wallets, and the partner's next turn, if something may be left. */
    const slice = Effect.fnUntraced(function* (turn: Turn) {
      const { isDue, noticeUntil, passed, partnerId, single } = turn
      const most = single > 0 ? 1 : size
      const left = { ...turn, single: Math.max(0, single - 1) }
      if (isDue) {
        const { isLeft, wallets } = yield* writer.settle(partnerId, { most, passed })
        if (isLeft) return { wallets, left: turn }
        return { wallets, left: wallets >= most ? left : afterAll(turn) }
      }
      if (noticeUntil === null) return { wallets: 0, left: undefined }
      const { notices, wallets } = yield* writer.notice(partnerId, noticeUntil, { most, passed })
      return { wallets, left: notices >= most ? left : afterAll(turn) }
    })

    /** Returns the member of the wallet that a slice with a single wallet writes. */
    const failingMember = Effect.fnUntraced(function* ({
      isDue,
      noticeUntil: until,
      partnerId,
      passed
    }: Turn) {
      if (isDue) {
        const [wallet] = yield* database.run(findDue, [
          { partnerId, at: yield* within(database, partnerId, now), passed }
        ])
        return wallet?.memberId
      }
      const found = until && (yield* database.run(findUnnoticed, [{ partnerId, until, most: 1, passed }]))
      return found?.[0]?.memberId
    })

    /**
     * Returns the next turn of a partner after a slice failed because of a wallet; undefined if nothing else is left. The next slices write
     * the wallets one by one, and pass over those that fail again.
     */
    const afterFailure = (turn: Turn): Turn | undefined => {
      if (turn.single === 0) return { ...turn, single: size }
      const passed = turn.passed + 1
      if (passed < turn.passLimit) return { ...turn, single: turn.single - 1, passed }
      passedBefore.set(workOf(turn), passed)
      return nextWork(turn)
    }

    /** Writes a slice, and rests. */
    const take = Effect.fnUntraced(function* (turn: Turn) {
      const began = performance.now()
      const written = yield* Effect.either(Effect.sandbox(slice(turn)))
      if (Either.isRight(written)) sweptWallets.unsafeUpdate(written.right.wallets, [])
      yield* restSince(began)
      return written
    })

    /**
     * Sweeps all due partners. Returns the first failure, and the wallets that failed. A failed wallet does not stop the sweep of other
     * wallets.
     */
    const sweepAll = Effect.fnUntraced(function* () {
      const { due, next } = yield* search
      // Random, so that processes that sweep at the same time mostly write different partners.
      let queue: Array<Turn> = Array.from(yield* Random.shuffle(due), firstTurn)
      let searched = performance.now()
      let swept = 0
      const failed = new Map<PartnerId, Cause.Cause<DatabaseFailure>>()
      const failing = new Map<MemberId, Wallet>()
      for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
        const done = yield* take(turn)
        if (Either.isLeft(done)) {
          const { partnerId, single } = turn
          if (!failed.has(partnerId)) failed.set(partnerId, done.left)
          const again = isOfWallet(done.left) ? afterFailure(turn) : undefined
          if (again !== undefined) queue.push(again)
          const memberId = isOfWallet(done.left) && single > 0 ? yield* failingMember(turn) : undefined
          if (memberId !== undefined) failing.set(memberId, { partnerId, memberId })
        } else {
          const { left, wallets } = done.right
          swept += wallets
          if (left !== undefined) queue.push(left)
        }
        if (queue.length === 0 || performance.now() - searched < Math.max(searchInterval, untilSearch))
          continue
        const known = new Set([...failed.keys(), ...queue.map(({ partnerId }) => partnerId)])
        const found = (yield* search).due.filter(({ partnerId }) => !known.has(partnerId))
        queue = [...queue, ...found.map(firstTurn)]
        searched = performance.now()
      }
      failingWallets.unsafeUpdate(failing.size, [])
      const [failure] = failed.values()
      return { swept, next, failure, failing: Array.from(failing.values()) }
    })

    const report = (failing: ReadonlyArray<Wallet>, failure: Cause.Cause<DatabaseFailure>) =>
      Effect.as(
        // A replica is read-only. The processes that use the primary server sweep.
        Effect.unless(Effect.logWarning(warningOf(failing), failure), () => has(failure, isReadOnly)),
        nothingDue
      )

    const inBackground = Effect.gen(function* () {
      const { next } = yield* sweepAll().pipe(
        Effect.flatMap((done) =>
          done.failure === undefined ? Effect.succeed(done) : report(done.failing, done.failure)
        ),
        Effect.catchAllCause((cause) => report([], cause))
      )
      const left = next - (yield* now).getTime()
      yield* onRealTime(Effect.sleep(Math.max(shortestPause, untilSearch, Math.min(longestPause, left))))
    })

    if (background) yield* Effect.forkScoped(Effect.interruptible(Effect.forever(inBackground)))

    return Sweeper.of({
      sweep: Effect.fn("Sweeper.sweep")(() =>
        Effect.flatMap(sweepAll(), ({ failure, swept }) =>
          failure === undefined ? Effect.succeed(swept) : Effect.failCause(failure)
        )
      )
    })
  })

const nothingDue = { next: Number.POSITIVE_INFINITY }
