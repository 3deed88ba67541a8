import { Cause, Effect, Either, Exit } from "effect"
import type { Attempt, Attempts } from "./annotations.ts"
import type { ServiceFailure, TooManyRequests } from "./failure.ts"
import type { HandlerAnswer } from "./handle.ts"
import { inDatabase, inMemory, type Policy, type RateLimiter, type RateLimitStatus } from "./RateLimiter.ts"

export type { RateLimitStatus }

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

/** All addresses together have this many times the failures of one address, for one account. */
const allAddresses = 10

const unlimited = Either.right(undefined)

export const makeRateLimits = (options: RateLimitOptions = {}) => {
  const count = options.store === "database" ? inDatabase : inMemory
  const limiter = (policy: Policy, limit: number): RateLimiter | undefined =>
    limit > 0 ? count(policy, limit) : undefined
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
