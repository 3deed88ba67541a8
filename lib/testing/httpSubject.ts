import { Data, Effect, identity } from "effect"
import type { Call, CommandTag, Partner, RuleChange, RuleDraft } from "./Command.ts"
import { type Violation, violation } from "./Failure.ts"
import { perform } from "./httpSubject/perform.ts"
import { type Own, read } from "./httpSubject/read.ts"
import { type Requests, requestsTo } from "./httpSubject/requests.ts"
import { say } from "./httpSubject/words.ts"
import type { Subject, Trial } from "./Subject.ts"

export type { Own } from "./httpSubject/read.ts"

export interface HttpOptions {
  /** Where the service is, without `/api/v1`: `http://127.0.0.1:3000`. */
  readonly url: string
  /** The ecosystem in which partners are registered: `/api/v1/<ecosystem>/partners`; "harness" by default. */
  readonly ecosystem?: string
}

/** Sends requests as the partner "home" or "away", under `/api/v1`. */
export type HttpTools = (partner: Own) => Requests

/** The service cannot be reached, or is not one of laurel-rewards. */
export class ServiceUnreachable extends Data.TaggedError("ServiceUnreachable")<{
  readonly url: string
  readonly reason: string
}> {
  override get message(): string {
    return `there is no service at ${this.url}: ${this.reason}`
  }
}

const commands: ReadonlySet<CommandTag> = new Set<CommandTag>([
  "CreateRule",
  "UpdateRule",
  "Onboard",
  "Award",
  "AwardMany",
  "Transfer",
  "Reverse",
  "Refund",
  "Explain",
  "Retry",
  "Look",
  "Together"
])

/** A request without a valid token is refused before the call, so an unregistered partner cannot call. */
const registered = (partner: Partner): Partner => (partner === "unregistered" ? "away" : partner)

const hour = 3_600_000

/** A schedule whose edges are hours away from now, because the service's clock goes on between a command and its answer. */
const away = (moment: number | null): number | null =>
  moment === null || Math.abs(moment) >= hour ? moment : moment > 0 ? hour : -hour

/** Limits without windows, which could end between a command and its answer. */
const everlasting = (limits: RuleDraft["limits"]): RuleDraft["limits"] =>
  Array.from(new Map(limits.map((limit) => [limit.per, { ...limit, period: "ever" as const }])).values())

/** A rule or a change in which nothing depends on what time it is to the hour. */
const timeless = <A extends RuleChange>(rule: A): A => ({
  ...rule,
  ...(rule.limits === undefined ? {} : { limits: everlasting(rule.limits) }),
  ...(rule.startsAt === undefined ? {} : { startsAt: away(rule.startsAt) }),
  ...(rule.endsAt === undefined ? {} : { endsAt: away(rule.endsAt) })
})

/** A bulk is one partner's request, and its awards have no keys of their own. */
const adapt = (call: Call): Call => {
  if (call._tag === "Retry") return call
  if (call._tag === "AwardMany") {
    const partner = registered(call.awards[0]?.partner ?? "home")
    return { ...call, awards: call.awards.map((award) => ({ ...award, partner, key: undefined })) }
  }
  const partner = registered(call.partner)
  if (call._tag === "CreateRule") return { ...call, partner, rule: timeless(call.rule) }
  if (call._tag === "UpdateRule") return { ...call, partner, change: timeless(call.change) }
  return { ...call, partner }
}

const password = "Harness-0f-limits!"

/** Registers a partner and logs it in. */
const register = (
  base: string,
  ecosystem: string
): Effect.Effect<Requests & { readonly id: string }, Violation> =>
  Effect.gen(function* () {
    const anyone = requestsTo(base)
    const email = `harness-${crypto.randomUUID()}@harness.example`
    const onboarded = yield* anyone.post(`/${ecosystem}/partners`, {
      applicationName: "Harness",
      partnerName: "Harness",
      email,
      password,
      confirmPassword: password,
      redirectUrl: "https://harness.example/return",
      userDetailsUrl: "https://harness.example/users"
    })
    const login = yield* anyone.post(`/${ecosystem}/partners/login`, { email, password })
    if (login.status >= 300) {
      const answers = `registering answered ${onboarded.status} ${onboarded.text}, logging in ${login.status} ${login.text}`
      return yield* violation("a partner can be registered", answers)
    }
    return { ...requestsTo(base, String(login.data.accessToken)), id: String(onboarded.data.partnerId) }
  })

const start = (base: string, ecosystem: string): Effect.Effect<Trial<HttpTools>, Violation> =>
  Effect.gen(function* () {
    const [home, away] = yield* Effect.all([register(base, ecosystem), register(base, ecosystem)])
    const as = (partner: Partner): Requests => (partner === "home" ? home : away)
    const members = { home: new Set<string>(), away: new Set<string>() }
    return {
      partners: [home.id, away.id],
      tools: () => as,
      perform: (action, ids) =>
        Effect.tap(perform(as, action, ids), ([observed]) => {
          if (action._tag !== "Onboard" || observed?.line.startsWith("answered")) return Effect.void
          return Effect.sync(() => members[action.partner === "home" ? "home" : "away"].add(action.user))
        }),
      read: Effect.suspend(() => read(as, members))
    }
  })

/**
 * A running service, through its public HTTP interface. Answers, and all that a partner can read back (rules, awards,
 * wallets, transactions, points), are compared with the model. There are no restarts, no transactions of the host and no
 * jumps in time, so all limits are for ever and schedules are hours away from now. It leaves partners behind, so use a service made for tests.
 */
export const httpSubject = ({
  url,
  ecosystem = "harness"
}: HttpOptions): Subject<ServiceUnreachable, HttpTools> => {
  const base = `${url.replace(/\/+$/, "")}/api/v1`
  return {
    open: () =>
      Effect.tryPromise({
        try: () => fetch(`${base}/laas/rules`),
        catch: (error) => new ServiceUnreachable({ url, reason: String(error) })
      }).pipe(
        Effect.filterOrFail(
          ({ status }) => status === 401,
          ({ status }) =>
            new ServiceUnreachable({
              url,
              reason: `GET /api/v1/laas/rules without a token answered ${status}`
            })
        ),
        Effect.as({ commands, adapt, say, tellsTerms: true, during: identity, start: start(base, ecosystem) })
      )
  }
}
