import { Cause, Effect, Either, Exit } from "effect"
import { RateLeases } from "../accounts/rates/RateLeases.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { Attempt, Attempts } from "./annotations.ts"
import type { ServiceFailure, TooManyRequests } from "./failure.ts"
import type { HandlerAnswer } from "./handle.ts"

/** How many a minute; 0 turns a limit off. */
export interface RateLimitOptions {
  /**
   * Requests from one address to routes that need no token, and requests without a valid token to all others. Needs the
   * handler's `address`. An address that has used up its limit can still use tokens that this process has found valid before;
   * other tokens are refused without a query.
   */
  readonly public?: number | undefined
  /**
   * Failed logins of one account from one address and, counted separately, failed attempts at its password with its own
   * access token. All addresses together have ten times as many for one account. If addresses are not known, an account has
   * this many in total. A running attempt counts until its credentials have proved right.
   */
  readonly failures?: number | undefined
  /** Requests of one partner to all other routes. Each award of a bulk counts as a request. */
  readonly partner?: number | undefined
  /** Where requests are counted: in this process (the default), or in the database for all processes together. */
  readonly store?: "memory" | "database" | undefined
}

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
  /** How many places were free in the database at the last lease. */
  free: number
  /** Whether no more can be leased in this minute. */
  spent: boolean
  /** Allows one lease at a time. Otherwise requests that arrive together would each lease, and leave nothing to other processes. */
  readonly leasing: Effect.Semaphore | undefined
}

/** Limits the memory. Beyond it, the oldest keys of the minute are dropped. */
const maxKeys = 100_000

/** The minutes of the wall clock, so that all processes count in the same ones. */
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

/**
 * Limits requests a minute. In memory, a process counts alone. In the database, it counts for all processes together: each
 * leases a hundredth of the limit at a time. Together they never admit more than the limit, and each leaves at most one lease
 * unused.
 */
export const makeLimiter = (
  policy: Policy,
  limit: number,
  store: RateLimitOptions["store"] = "memory"
): RateLimiter => {
  // Attempts at an account are leased one by one, so that an attempt that another process returns is free here immediately.
  const single = policy === "account"
  const places = single ? 1 : Math.max(1, Math.floor(limit / 100))
  const shares = makeShares(
    store === "memory"
      ? () => ({ left: limit, free: 0, spent: true, leasing: undefined })
      : () => ({ left: 0, free: limit, spent: false, leasing: Effect.unsafeMakeSemaphore(1) })
  )

  const refusal = (now: number, left: number, count: number): TooManyRequests => ({
    _tag: "TooManyRequests",
    policy,
    limit,
    left,
    count,
    retryAfter: secondsLeft(now)
  })

  const takeFrom = (share: Share, now: number, count: number): RateLimitStatus | undefined => {
    if (share.left < count) return undefined
    share.left -= count
    const left = share.left + share.free
    return { policy, limit, left, minute: minuteAt(now), seconds: secondsLeft(now) }
  }

  const takeNow: RateLimiter["takeNow"] = (key, now, count = 1) =>
    takeFrom(shares.of(key, minuteAt(now)), now, count)

  const checkNow: RateLimiter["checkNow"] = (key, now) => {
    const share = shares.known(key, minuteAt(now))
    return share?.spent === true && share.left <= 0 ? refusal(now, 0, 1) : undefined
  }

  const renew = (share: Share, key: string, count: number, now: number) =>
    Effect.gen(function* () {
      if (share.left < count && !share.spent) {
        const least = count - share.left
        const { granted, free } = yield* (yield* RateLeases).lease({
          name: `${policy} ${key}`,
          minute: minuteAt(now),
          places: Math.max(places, least),
          least,
          limit
        })
        share.left += granted
        share.free = free
        share.spent = granted === 0 && free === 0 && !single
      }
      const taken = takeFrom(share, now, count)
      return taken ?? (yield* Effect.fail(refusal(now, share.left + share.free, count)))
    })

  return {
    takeNow,
    take: (key, count = 1) =>
      Effect.clockWith((clock) => {
        const now = clock.unsafeCurrentTimeMillis()
        const taken = takeNow(key, now, count)
        if (taken !== undefined) return Effect.succeed(taken)
        const share = shares.of(key, minuteAt(now))
        return share.spent || share.leasing === undefined
          ? Effect.fail(refusal(now, share.left, count))
          : share.leasing.withPermits(1)(renew(share, key, count, now))
      }),
    checkNow,
    check: (key) =>
      Effect.clockWith((clock) => {
        const refused = checkNow(key, clock.unsafeCurrentTimeMillis())
        return refused === undefined ? Effect.void : Effect.fail(refused)
      }),
    giveBack: (key, minute) => {
      if (store === "database") {
        return Effect.flatMap(RateLeases, (leases) => leases.release({ name: `${policy} ${key}`, minute }))
      }
      return Effect.sync(() => {
        const share = shares.known(key, minute)
        if (share !== undefined) share.left += 1
      })
    }
  }
}

/** All addresses together have this many times the failures of one address, for one account. */
const allAddresses = 10

const unlimited = Either.right(undefined)

export const makeRateLimits = (options: RateLimitOptions = {}) => {
  const limiter = (policy: Policy, limit: number): RateLimiter | undefined =>
    limit > 0 ? makeLimiter(policy, limit, options.store) : undefined
  const byAddress = limiter("address", options.public ?? 300)
  const failures = options.failures ?? 10
  const byAccount = limiter("account", failures)
  const byAccountEverywhere = limiter("account", failures * allAddresses)
  const byPartner = limiter("partner", options.partner ?? 60_000)

  return {
    /** Counts a request from an address, given by its key. A request whose address is not known is not counted. */
    address: (key: string | undefined) => (key === undefined ? undefined : byAddress?.take(key)),

    /** Refuses a request from an address that has used up its limit; counts nothing. */
    stranger: (key: string | undefined): Effect.Effect<void, TooManyRequests> =>
      key === undefined || byAddress === undefined ? Effect.void : byAddress.check(key),

    /** The same without an effect: the refusal, or undefined. */
    strangerNow: (key: string | undefined, now: number): TooManyRequests | undefined =>
      key === undefined ? undefined : byAddress?.checkNow(key, now),

    partner: (partnerId: string, count = 1) => byPartner?.take(partnerId, count),

    /** Counts or refuses a request of a partner without an effect; undefined if `partner` has to decide. */
    partnerNow: (
      partnerId: string,
      now: number
    ): Either.Either<RateLimitStatus | undefined, TooManyRequests> | undefined => {
      if (byPartner === undefined) return unlimited
      const status = byPartner.takeNow(partnerId, now)
      if (status !== undefined) return Either.right(status)
      const refused = byPartner.checkNow(partnerId, now)
      return refused && Either.left(refused)
    },

    /**
     * Runs a request to an endpoint that counts attempts at an account, and counts it. A caller that guesses uses up the
     * attempts of its own address, so the account's owner can still log in from another.
     */
    attempt: <R>(
      attempts: Attempts | undefined,
      request: Attempt,
      address: string | undefined,
      run: Effect.Effect<HandlerAnswer, ServiceFailure, R>
    ) => {
      if (byAccount === undefined || byAccountEverywhere === undefined || attempts === undefined) return run
      const account = attempts.account(request)
      if (account === undefined) return run
      const key = `${attempts.door} ${account.slice(0, 320)}`
      const counted = <E extends { readonly _tag: string }, R2>(
        limiter: RateLimiter,
        name: string,
        effect: Effect.Effect<HandlerAnswer, E, R2>
      ) =>
        Effect.flatMap(limiter.take(name), ({ minute }) =>
          Effect.onExit(effect, (exit) =>
            counts(attempts, exit) ? Effect.void : Effect.ignore(limiter.giveBack(name, minute))
          )
        )
      // The address comes first: an account is any text, and must not read like an address with another account.
      return address === undefined
        ? counted(byAccount, key, run)
        : counted(byAccount, `${address} ${key}`, counted(byAccountEverywhere, key, run))
    }
  }
}
export type RateLimits = ReturnType<typeof makeRateLimits>

/** Whether a request counts: every one, or those with wrong credentials. One that a limit refused does not count. */
const counts = ({ counts }: Attempts, exit: Exit.Exit<HandlerAnswer, { readonly _tag: string }>): boolean => {
  const tags = Exit.isFailure(exit) ? Array.from(Cause.failures(exit.cause), ({ _tag }) => _tag) : []
  if (tags.includes("TooManyRequests")) return false
  return counts === "requests" || wasWrong(exit, tags)
}

/** Whether the credentials were wrong. A page says so in its field `wrongTry`. */
const wasWrong = (exit: Exit.Exit<HandlerAnswer, unknown>, tags: ReadonlyArray<string>): boolean =>
  Exit.isSuccess(exit)
    ? "wrongTry" in exit.value && exit.value.wrongTry === true
    : tags.includes("Unauthorized") || tags.includes("CodeRefused")

/** The fields of the RateLimit headers draft: the policy, and what is left of it. */
export const rateLimitHeaders = ({
  policy,
  limit,
  left,
  seconds
}: RateLimitStatus): Record<string, string> => ({
  "ratelimit-policy": `"${policy}";q=${limit};w=60`,
  ratelimit: `"${policy}";r=${left};t=${seconds}`
})
