import { Cause, Effect, Exit } from "effect"
import { emailKey } from "../accounts/Identity.ts"
import type { ServiceFailure } from "./failure.ts"
import { addressKey } from "./limits/address.ts"
import { inDatabase, inMemory, type Limiter, type Policy, type Standing } from "./limits/Limiter.ts"
import type { Authorized, Incoming, Outcome, WithKey } from "./Operation.ts"
import type { Route } from "./routes.ts"

/** How many a minute; 0 turns a limit off. */
export interface RateLimitOptions {
  /** Requests from one address to routes that need no token. Needs the handler's `address`. */
  readonly public?: number | undefined
  /**
   * Failed logins of one account, and apart from them failed tries at its password by whoever has its token. A try under
   * way counts until it has proved right.
   */
  readonly failures?: number | undefined
  /** Requests of one partner to all other routes. */
  readonly partner?: number | undefined
  /** Where they are counted: in this process, or in the database for all processes together. Memory, unless told. */
  readonly store?: "memory" | "database" | undefined
}

type Attempt = Incoming | WithKey | Authorized

interface Account {
  readonly of: (incoming: Attempt) => unknown
  /** Routes that lead to the same account count together. */
  readonly door: string
  /** What counts: only tries with wrong credentials, or every request, where each of them sends a mail. */
  readonly counts: "failures" | "requests"
}

const email: Account["of"] = ({ eco, body }) =>
  typeof body.email === "string" ? `${eco} ${emailKey(body.email.trim())}` : undefined
const tag: Account["of"] = ({ body }) =>
  typeof body.tag === "string" ? emailKey(body.tag.trim()) : undefined

/** The account that a request tries to enter or writes to, for the routes where somebody might guess or pester. */
const accounts: Readonly<Record<string, Account>> = {
  "partners.login": { door: "partner", of: email, counts: "failures" },
  "partners.update": {
    door: "owner",
    of: (incoming) =>
      "session" in incoming && incoming.body.currentPassword !== undefined
        ? incoming.session.partnerId
        : undefined,
    counts: "failures"
  },
  "partners.forgotPassword": { door: "forgot", of: email, counts: "requests" },
  "iam.login": {
    door: "key",
    of: (incoming) => ("key" in incoming ? incoming.key : undefined),
    counts: "failures"
  },
  "users.verifyOtp": { door: "otp", of: email, counts: "failures" },
  "users.resendOtp": { door: "resend", of: email, counts: "requests" },
  "authorization.submit": { door: "user", of: tag, counts: "failures" },
  "authorization.code": { door: "user", of: tag, counts: "failures" }
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
    attempt: <R>(route: Route, incoming: Attempt, run: Effect.Effect<Outcome, ServiceFailure, R>) => {
      const account = accounts[route.name]
      const name = account?.of(incoming)
      if (byAccount === undefined || account === undefined || typeof name !== "string") return run
      const key = `${account.door} ${name.slice(0, 320)}`
      return Effect.flatMap(byAccount.take(key), ({ minute }) =>
        account.counts === "requests"
          ? run
          : Effect.onExit(run, (exit) =>
              wasWrong(exit) ? Effect.void : Effect.ignore(byAccount.giveBack(key, minute))
            )
      )
    }
  }
}
export type Limits = ReturnType<typeof makeLimits>

/** Whether the credentials of a try were wrong; a page says so in its own words. */
const wasWrong = (exit: Exit.Exit<Outcome, ServiceFailure>): boolean =>
  Exit.isSuccess(exit)
    ? "wrongTry" in exit.value && exit.value.wrongTry === true
    : Array.from(Cause.failures(exit.cause)).some(
        ({ _tag }) => _tag === "Unauthorized" || _tag === "CodeRefused"
      )

/** The fields of the RateLimit headers draft: the policy, and what is left of it. */
export const standingHeaders = ({ policy, limit, left, seconds }: Standing): Record<string, string> => ({
  "ratelimit-policy": `"${policy}";q=${limit};w=60`,
  ratelimit: `"${policy}";r=${left};t=${seconds}`
})
