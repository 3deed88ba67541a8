import { Effect } from "effect"
import { RateLeases } from "../accounts/rates/RateLeases.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { TooManyRequests } from "./failure.ts"

/** What is limited: requests from an address, attempts at an account, requests and awards of a partner. */
export type Policy = "address" | "account" | "partner"

/** A caller's count after a request that was let through. */
export interface RateLimitStatus {
  readonly policy: Policy
  readonly limit: number
  readonly left: number
  readonly minute: number
  /** Until the minute is over and the count starts again. */
  readonly seconds: number
}

export interface RateLimiter {
  /** Counts a request without an effect, if this process has room for it; undefined if `take` has to decide. */
  readonly takeNow: (key: string, now: number, count?: number) => RateLimitStatus | undefined
  /** Counts a request, or as many as are given: all of them or none. */
  readonly take: (
    key: string,
    count?: number
  ) => Effect.Effect<RateLimitStatus, TooManyRequests | DatabaseFailure, RateLeases>
  /** The refusal, if nothing is left as far as this process knows. Counts nothing and uses no database. */
  readonly checkNow: (key: string, now: number) => TooManyRequests | undefined
  readonly check: (key: string) => Effect.Effect<void, TooManyRequests>
  /** Uncounts a request. */
  readonly giveBack: (key: string, minute: number) => Effect.Effect<void, DatabaseFailure, RateLeases>
}

/** How many requests of a key this process may still let through in this minute. */
interface Share {
  left: number
}

interface Leased extends Share {
  /** How many places were free in the database at the last lease. */
  free: number
  /** Whether the last lease got no place. Then there is no other lease in this minute. */
  spent: boolean
  /** Allows one lease at a time. Otherwise requests that arrive together would each lease, and leave nothing to other processes. */
  readonly leasing: Effect.Semaphore
}

/** Limits the memory. Beyond it, the oldest keys of the minute are dropped. */
const maxKeys = 100_000

/** The minutes of the wall clock, so that all processes count in the same ones. */
const minuteAt = (now: number) => Math.floor(now / 60_000)
const secondsLeft = (now: number) => Math.max(1, Math.ceil(60 - (now % 60_000) / 1000))

const makeShares = <S extends Share>(fresh: () => S) => {
  let minute = 0
  let shares = new Map<string, S>()
  return {
    of: (key: string, current: number): S => {
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
    known: (key: string, asked: number): S | undefined => (asked === minute ? shares.get(key) : undefined)
  }
}

const status = (policy: Policy, limit: number, left: number, now: number): RateLimitStatus => ({
  policy,
  limit,
  left,
  minute: minuteAt(now),
  seconds: secondsLeft(now)
})

const refusal = (policy: Policy, limit: number, now: number, left = 0, count = 1): TooManyRequests => ({
  _tag: "TooManyRequests",
  policy,
  limit,
  left,
  count,
  retryAfter: secondsLeft(now)
})

const checked = (checkNow: RateLimiter["checkNow"], key: string): Effect.Effect<void, TooManyRequests> =>
  Effect.clockWith((clock) => {
    const refused = checkNow(key, clock.unsafeCurrentTimeMillis())
    return refused === undefined ? Effect.void : Effect.fail(refused)
  })

/** Counts in this process alone, with one map look-up a request. */
export const inMemory = (policy: Policy, limit: number): RateLimiter => {
  const shares = makeShares(() => ({ left: limit }))
  const takeNow: RateLimiter["takeNow"] = (key, now, count = 1) => {
    const share = shares.of(key, minuteAt(now))
    if (share.left < count) return undefined
    share.left -= count
    return status(policy, limit, share.left, now)
  }
  const checkNow: RateLimiter["checkNow"] = (key, now) => {
    const share = shares.known(key, minuteAt(now))
    return share !== undefined && share.left <= 0 ? refusal(policy, limit, now) : undefined
  }
  return {
    takeNow,
    take: (key, count = 1) =>
      Effect.clockWith((clock) => {
        const now = clock.unsafeCurrentTimeMillis()
        const taken = takeNow(key, now, count)
        if (taken !== undefined) return Effect.succeed(taken)
        return Effect.fail(refusal(policy, limit, now, shares.of(key, minuteAt(now)).left, count))
      }),
    checkNow,
    check: (key) => checked(checkNow, key),
    giveBack: (key, minute) =>
      Effect.sync(() => {
        const share = shares.known(key, minute)
        if (share !== undefined) share.left += 1
      })
  }
}

/**
 * Counts for all processes on one database. A process leases a hundredth of the limit at a time. All processes together never
 * admit more than the limit, and each leaves at most one lease unused.
 */
export const inDatabase = (policy: Policy, limit: number): RateLimiter => {
  // Attempts at an account are leased one by one, so that an attempt that another process returns is free here immediately.
  const single = policy === "account"
  const places = single ? 1 : Math.max(1, Math.floor(limit / 100))
  const shares = makeShares(
    (): Leased => ({ left: 0, free: limit, spent: false, leasing: Effect.unsafeMakeSemaphore(1) })
  )

  const renew = (share: Leased, key: string, count: number, now: number) =>
    Effect.gen(function* () {
      if (share.left < count && !share.spent) {
        const leases = yield* RateLeases
        const name = `${policy} ${key}`
        const least = count - share.left
        const asked = { name, minute: minuteAt(now), places: Math.max(places, least), least, limit }
        const { granted, free } = yield* leases.lease(asked)
        share.left += granted
        share.free = free
        share.spent = granted === 0 && free === 0 && !single
      }
      if (share.left < count)
        return yield* Effect.fail(refusal(policy, limit, now, share.left + share.free, count))
      share.left -= count
      return status(policy, limit, share.left + share.free, now)
    })

  const takeNow: RateLimiter["takeNow"] = (key, now, count = 1) => {
    const share = shares.of(key, minuteAt(now))
    if (share.left < count) return undefined
    share.left -= count
    return status(policy, limit, share.left + share.free, now)
  }

  const checkNow: RateLimiter["checkNow"] = (key, now) => {
    const share = shares.known(key, minuteAt(now))
    return share?.spent === true && share.left <= 0 ? refusal(policy, limit, now) : undefined
  }

  return {
    takeNow,
    take: (key, count = 1) =>
      Effect.clockWith((clock) => {
        const now = clock.unsafeCurrentTimeMillis()
        const taken = takeNow(key, now, count)
        if (taken !== undefined) return Effect.succeed(taken)
        const share = shares.of(key, minuteAt(now))
        return share.spent
          ? Effect.fail(refusal(policy, limit, now, share.left, count))
          : share.leasing.withPermits(1)(renew(share, key, count, now))
      }),
    checkNow,
    check: (key) => checked(checkNow, key),
    giveBack: (key, minute) =>
      Effect.flatMap(RateLeases, (leases) => leases.release({ name: `${policy} ${key}`, minute }))
  }
}
