import { Effect } from "effect"
import { RateLeases } from "../../services/RateLeases.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { TooManyRequests } from "../failure.ts"

/** What is limited: requests from an address, tries at an account, requests of a partner. */
export type Policy = "address" | "account" | "partner"

/** Where a caller stands after a request that was let through. */
export interface Standing {
  readonly policy: Policy
  readonly limit: number
  readonly left: number
  readonly minute: number
  /** Until the minute is over and the count starts again. */
  readonly seconds: number
}

export interface Limiter {
  readonly take: (key: string) => Effect.Effect<Standing, TooManyRequests | DatabaseFailure, RateLeases>
  /** Takes back what did not deserve to be counted. */
  readonly giveBack: (key: string, minute: number) => Effect.Effect<void, DatabaseFailure, RateLeases>
}

/** What this process knows of a key in this minute. */
interface Share {
  left: number
  /** What was free in the database when it was last asked. */
  free: number
  /** Whether the database was asked and had nothing; it is not asked again. */
  spent: boolean
}

/** Enough for a busy minute; past it, the keys that came first are forgotten, and memory stays bounded. */
const maxKeys = 100_000

/** Minutes are those of the clock, so that all processes mean the same one. */
const minuteAt = (now: number) => Math.floor(now / 60_000)
const secondsLeft = (now: number) => Math.max(1, Math.ceil(60 - (now % 60_000) / 1000))

const makeShares = (fresh: () => Share) => {
  let minute = 0
  let shares = new Map<string, Share>()
  return {
    of: (key: string, current: number): Share => {
      if (current !== minute) {
        minute = current
        shares = new Map()
      }
      const known = shares.get(key)
      if (known !== undefined) return known
      const share = fresh()
      const oldest = shares.size >= maxKeys ? shares.keys().next().value : undefined
      if (oldest !== undefined) shares.delete(oldest)
      shares.set(key, share)
      return share
    },
    known: (key: string, asked: number): Share | undefined => (asked === minute ? shares.get(key) : undefined)
  }
}

const outcome = (policy: Policy, limit: number, now: number) => ({
  allowed: (left: number): Effect.Effect<Standing> =>
    Effect.succeed({ policy, limit, left, minute: minuteAt(now), seconds: secondsLeft(now) }),
  refused: (): Effect.Effect<never, TooManyRequests> =>
    Effect.fail({ _tag: "TooManyRequests", policy, limit, retryAfter: secondsLeft(now) })
})

/** Counts in this process alone: a map look-up a request. */
export const inMemory = (policy: Policy, limit: number): Limiter => {
  const shares = makeShares(() => ({ left: limit, free: 0, spent: true }))
  return {
    take: (key) =>
      Effect.clockWith((clock) => {
        const now = clock.unsafeCurrentTimeMillis()
        const share = shares.of(key, minuteAt(now))
        const { allowed, refused } = outcome(policy, limit, now)
        if (share.left <= 0) return refused()
        share.left -= 1
        return allowed(share.left)
      }),
    giveBack: (key, minute) =>
      Effect.sync(() => {
        const share = shares.known(key, minute)
        if (share !== undefined) share.left += 1
      })
  }
}

/**
 * Counts for all processes on one database. A process leases one place in a hundred at a time: all of them together
 * never let more through than the limit, and each leaves at most that hundredth unused.
 */
export const inDatabase = (policy: Policy, limit: number): Limiter => {
  // What another process gives back must be seen here at once, so tries at an account are leased one by one.
  const single = policy === "account"
  const places = single ? 1 : Math.max(1, Math.floor(limit / 100))
  const shares = makeShares(() => ({ left: 0, free: limit, spent: false }))
  // One lease at a time: requests that arrive together would each take a lease, and keep it from other processes.
  const leasing = Effect.unsafeMakeSemaphore(1)

  const renew = (key: string, now: number) =>
    Effect.gen(function* () {
      const minute = minuteAt(now)
      const share = shares.of(key, minute)
      const { allowed, refused } = outcome(policy, limit, now)
      if (share.left <= 0 && !share.spent) {
        const leases = yield* RateLeases
        const { granted, free } = yield* leases.lease({ name: `${policy} ${key}`, minute, places, limit })
        share.left = granted
        share.free = free
        share.spent = granted === 0 && !single
      }
      if (share.left <= 0) return yield* refused()
      share.left -= 1
      return yield* allowed(share.left + share.free)
    })

  return {
    take: (key) =>
      Effect.clockWith((clock) => {
        const now = clock.unsafeCurrentTimeMillis()
        const share = shares.of(key, minuteAt(now))
        const { allowed, refused } = outcome(policy, limit, now)
        if (share.left > 0) {
          share.left -= 1
          return allowed(share.left + share.free)
        }
        return share.spent ? refused() : leasing.withPermits(1)(renew(key, now))
      }),
    giveBack: (key, minute) =>
      Effect.flatMap(RateLeases, (leases) => leases.release({ name: `${policy} ${key}`, minute }))
  }
}
