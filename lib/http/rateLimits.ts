import { Cause, Effect, Either, Exit } from "effect"
import { KnownAddresses } from "../accounts/rates/KnownAddresses.ts"
import { RateLeases } from "../accounts/rates/RateLeases.ts"
import { widerNetworks } from "../outbound/addresses.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { Attempt, Attempts } from "./annotations.ts"
import type { ServiceFailure, TooManyRequests } from "./failure.ts"
import type { HandlerAnswer } from "./handle.ts"

/** The limits in requests per minute. 0 turns a limit off. */
export interface RateLimitOptions {
  /**
   * Requests from one address; 300 by default. Counts requests to public routes, logins with an API key, and requests without a
   * valid token. When the limit is reached, the address can use only partner tokens that this process has found valid before.
   * Needs the handler's option `address`.
   */
  readonly public?: number | undefined
  /**
   * Failed attempts with a password, a secret or a code, for one account from one address; 10 by default. For all addresses of an IPv6
   * /56 network together, the limit is twice as high; for a /48 network, four times as high; for all addresses, ten times as high. At a
   * login with a password, an address from which the account has recently logged in is limited only by its own failures. If addresses
   * are not known, all attempts for an account share this limit. Requests that mail a code or a link have the same limit. Each kind of
   * attempt is counted separately.
   */
  readonly failures?: number | undefined
  /** Requests of one partner with valid tokens; 60,000 by default. Each item of a bulk request counts as a request. */
  readonly partner?: number | undefined
  /** Where requests are counted: in this process (the default), or in the database for all processes together. */
  readonly store?: "memory" | "database" | undefined
}

/** What a limit counts: requests from an address, attempts for an account, or requests of a partner. */
export type Policy = TooManyRequests["policy"]

/** The state of a limit after a request that it allowed. */
export interface RateLimitStatus {
  readonly policy: Policy
  readonly limit: number
  /** The header `RateLimit-Policy`: the policy with its quota. It is the same for all requests. */
  readonly policyHeader: string
  readonly left: number
  readonly minute: number
  /** Seconds until the minute ends and the count starts again. */
  readonly seconds: number
}

export interface RateLimiter {
  /** Counts `count` requests synchronously: all or none. Returns undefined if `take` has to decide. */
  readonly takeNow: (key: string, now: number, count?: number) => RateLimitStatus | undefined
  /** Counts `count` requests: all or none. */
  readonly take: (
    key: string,
    count?: number
  ) => Effect.Effect<RateLimitStatus, TooManyRequests | DatabaseFailure, RateLeases>
  /** Returns the refusal, if this process knows that nothing is left. It counts nothing and does not use the database. */
  readonly checkNow: (key: string, now: number) => TooManyRequests | undefined
  /** Removes a request from the count. */
  readonly giveBack: (key: string, minute: number) => Effect.Effect<void, DatabaseFailure, RateLeases>
}

/** The requests that this process may still allow for a key in this minute. A lease reserves requests in the database. */
interface Share {
  left: number
  /** How many requests the database had left after the last lease of this process. */
  free: number
  /** Whether this process can lease no more requests in this minute. */
  spent: boolean
  /** Allows one lease at a time. Otherwise each concurrent request would take its own lease. */
  readonly leasing: Effect.Semaphore | undefined
}

/** The largest number of keys in memory. When a minute has more keys, the oldest is forgotten. */
const maxKeys = 100_000

/** Minutes of the wall clock, so that all processes count in the same minutes. */
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
    known: (key: string, wanted: number): Share | undefined =>
      wanted === minute ? shares.get(key) : undefined
  }
}

/**
 * Limits requests per minute. With the store `memory`, each process has its own count. With `database`, all processes share
 * one count: each process reserves requests in advance, usually a hundredth of the limit at a time.
 */
export const makeLimiter = (
  policy: Policy,
  limit: number,
  store: RateLimitOptions["store"] = "memory"
): RateLimiter => {
  // Attempts for an account are leased one by one. So an attempt that is given back is immediately available to all processes.
  const single = policy === "account"
  const places = single ? 1 : Math.max(1, Math.floor(limit / 100))
  const policyHeader = `"${policy}";q=${limit};w=60`
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
    return { policy, limit, policyHeader, left, minute: minuteAt(now), seconds: secondsLeft(now) }
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

/** The limits of wider networks (/56, /48) and of all addresses together, as multiples of the limit of one address. */
const networkFactors = [2, 4]
const everywhereFactor = 10

/** A request's handler, surrounded by the limits that can refuse the request. */
type Attempted<R> = Effect.Effect<
  HandlerAnswer,
  ServiceFailure | TooManyRequests,
  R | RateLeases | KnownAddresses
>

const unlimited = Either.right(undefined)

/** Shortens an account's name for a key, and replaces characters that PostgreSQL cannot store. */
const nameOf = (account: string): string => account.slice(0, 320).replaceAll("\u0000", " ").toWellFormed()

export const makeRateLimits = (options: RateLimitOptions = {}) => {
  const limiter = (policy: Policy, limit: number): RateLimiter | undefined =>
    limit > 0 ? makeLimiter(policy, limit, options.store) : undefined
  const byAddress = limiter("address", options.public ?? 300)
  const failures = options.failures ?? 10
  const byAccount = limiter("account", failures)
  const byNetwork = networkFactors.map((factor) => limiter("account", failures * factor))
  const everywhere = limiter("account", failures * everywhereFactor)
  const byPartner = limiter("partner", options.partner ?? 60_000)

  /** Returns the refusal, if the address has used up its limit. Counts nothing. */
  const checkAddressNow = (key: string | undefined, now: number): TooManyRequests | undefined =>
    key === undefined ? undefined : byAddress?.checkNow(key, now)

  return {
    /** Counts a request from the address with this key. A request whose address is not known is not counted. */
    address: (key: string | undefined) => (key === undefined ? undefined : byAddress?.take(key)),

    checkAddressNow,

    checkAddress: (key: string | undefined): Effect.Effect<void, TooManyRequests> =>
      Effect.clockWith((clock) => {
        const refused = checkAddressNow(key, clock.unsafeCurrentTimeMillis())
        return refused === undefined ? Effect.void : Effect.fail(refused)
      }),

    partner: (partnerId: string, count = 1) => byPartner?.take(partnerId, count),

    /** Counts or refuses a request of a partner synchronously. Returns undefined if `partner` has to decide. */
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
     * Runs the handler of a request, unless a limit refuses the request. `counts` decides whether the request counts as an attempt. Each
     * address has its own limit, and so has each wider IPv6 network. So an attacker who uses one address or one such network does not
     * lock out the owner of the account, who uses another one. At a login with a password, an address in `KnownAddresses` is limited only
     * by its own failures.
     */
    attempt: <R>(
      attempts: Attempts | undefined,
      request: Attempt,
      address: string | undefined,
      run: Effect.Effect<HandlerAnswer, ServiceFailure, R>
    ): Attempted<R> => {
      const account = attempts?.account(request)
      if (attempts === undefined || account === undefined) return run
      const key = `${attempts.counter} ${nameOf(account)}`
      const counted = (limiter: RateLimiter | undefined, name: string, effect: Attempted<R>): Attempted<R> =>
        limiter === undefined
          ? effect
          : Effect.flatMap(limiter.take(name), ({ minute }) =>
              Effect.onExit(effect, (exit) =>
                counts(attempts, exit) ? Effect.void : Effect.ignore(limiter.giveBack(name, minute))
              )
            )
      if (address === undefined) return counted(byAccount, key, run)
      // The keys start with the network. If they started with the account, the account's text could imitate another key.
      const widely = widerNetworks(address).reduceRight(
        (effect, network, index) => counted(byNetwork[index], `${network} ${key}`, effect),
        counted(everywhere, key, run)
      )
      const login = attempts.login?.(request)
      const sparing =
        login === undefined
          ? widely
          : Effect.catchTag(widely, "TooManyRequests", (refusal) =>
              Effect.if(
                Effect.flatMap(KnownAddresses, (known) => known.hasCaller(login)),
                { onTrue: () => run, onFalse: () => Effect.fail(refusal) }
              )
            )
      return counted(byAccount, `${address} ${key}`, sparing)
    }
  }
}
export type RateLimits = ReturnType<typeof makeRateLimits>

/** Returns whether a request counts as an attempt. A request that a limit refused does not count. */
const counts = ({ counts }: Attempts, exit: Exit.Exit<HandlerAnswer, { readonly _tag: string }>): boolean => {
  const tags = Exit.isFailure(exit) ? Array.from(Cause.failures(exit.cause), ({ _tag }) => _tag) : []
  if (tags.includes("TooManyRequests")) return false
  return counts === "requests" || wasWrong(exit, tags)
}

/** The errors of wrong credentials. `OtpRequired` is not one of them: the password was right, and only the code was missing. */
const wrongTags: ReadonlySet<string> = new Set(["Unauthorized", "CodeRefused", "OtpWrong"])

/** Returns whether the credentials were wrong. A `RawAnswer`, such as an HTML page, says so in `wrongTry`. */
const wasWrong = (exit: Exit.Exit<HandlerAnswer, unknown>, tags: ReadonlyArray<string>): boolean =>
  Exit.isSuccess(exit)
    ? "wrongTry" in exit.value && exit.value.wrongTry === true
    : tags.some((tag) => wrongTags.has(tag))

/** Returns the header `RateLimit` of the IETF draft "RateLimit header fields": what is left of the quota. */
export const rateLimitHeader = ({ left, policy, seconds }: RateLimitStatus): string =>
  `"${policy}";r=${left};t=${seconds}`
