import { Cause, Effect, Exit } from "effect"
import { emailKey } from "../domain/Identity.ts"
import type { ServiceFailure } from "./failure.ts"
import { addressKey } from "./limits/address.ts"
import { inDatabase, inMemory, type Limiter, type Policy, type Standing } from "./limits/Limiter.ts"
import type { Incoming } from "./Operation.ts"
import type { Route } from "./routes.ts"

/** How many a minute; 0 turns a limit off. */
export interface RateLimitOptions {
  /** Requests from one address to routes that need no token. Needs the handler's `address`. */
  readonly public?: number | undefined
  /** Failed logins of one account. A try under way counts until it has proved right. */
  readonly failures?: number | undefined
  /** Requests of one partner to all other routes. */
  readonly partner?: number | undefined
  /** Where they are counted: in this process, or in the database for all processes together. Memory, unless told. */
  readonly store?: "memory" | "database" | undefined
}

/** The account that a request tries to enter, for the routes where somebody might guess. */
const accounts: Readonly<Record<string, (incoming: Incoming) => string | undefined>> = {
  "partners.login": ({ eco, body }) =>
    typeof body.email === "string" ? `${eco} ${emailKey(body.email.trim()).slice(0, 320)}` : undefined
}

export const makeLimits = (options: RateLimitOptions = {}) => {
  const count = options.store === "database" ? inDatabase : inMemory
  const limiter = (policy: Policy, limit: number): Limiter | undefined =>
    limit > 0 ? count(policy, limit) : undefined
  const byAddress = limiter("address", options.public ?? 300)
  const byAccount = limiter("account", options.failures ?? 10)
  const byPartner = limiter("partner", options.partner ?? 60_000)

  return {
    /** Counts a request from an address; one whose address is not known is not counted. */
    address: (address: string | undefined) =>
      byAddress === undefined || address === undefined ? undefined : byAddress.take(addressKey(address)),

    partner: (partnerId: string) => byPartner?.take(partnerId),

    /** Runs a try at an account, which counts only when its credentials were wrong. */
    attempt: <A, R>(route: Route, incoming: Incoming, run: Effect.Effect<A, ServiceFailure, R>) => {
      const account = accounts[route.name]?.(incoming)
      if (byAccount === undefined || account === undefined) return run
      return Effect.flatMap(byAccount.take(account), ({ minute }) =>
        Effect.onExit(run, (exit) =>
          wasRefused(exit) ? Effect.void : Effect.ignore(byAccount.giveBack(account, minute))
        )
      )
    }
  }
}
export type Limits = ReturnType<typeof makeLimits>

const wasRefused = (exit: Exit.Exit<unknown, ServiceFailure>): boolean =>
  Exit.isFailure(exit) &&
  Cause.failures(exit.cause).pipe((failures) => Array.from(failures).some(isUnauthorized))

const isUnauthorized = ({ _tag }: ServiceFailure): boolean => _tag === "Unauthorized"

/** The fields of the RateLimit headers draft: the policy, and what is left of it. */
export const standingHeaders = ({ policy, limit, left, seconds }: Standing): Record<string, string> => ({
  "ratelimit-policy": `"${policy}";q=${limit};w=60`,
  ratelimit: `"${policy}";r=${left};t=${seconds}`
})
