import { Data, Effect, identity } from "effect"
import { type Call, type CommandTag, callTags, type PartnerName, type RuleChange } from "./HarnessCommand.ts"
import { perform, say } from "./httpSubject/calls.ts"
import { type RegisteredPartner, readContents } from "./httpSubject/contents.ts"
import { type Requests, requestsTo } from "./httpSubject/requests.ts"
import { type Violation, violation } from "./Report.ts"
import { defined } from "./requestFields.ts"
import type { Subject, Trial } from "./Subject.ts"

export type { RegisteredPartner } from "./httpSubject/contents.ts"

export interface HttpOptions {
  /** The URL of the service, without `/api/v1`: `http://127.0.0.1:3000`. */
  readonly url: string
  /** The ecosystem in which partners are registered: `/api/v1/<ecosystem>/partners`; "harness" by default. */
  readonly ecosystem?: string
}

/** Sends requests as the partner "home" or "away", under `/api/v1`. */
export type HttpTools = (partner: RegisteredPartner) => Requests

/** The service cannot be reached, or is not a service of laurel-rewards. */
export class ServiceUnreachable extends Data.TaggedError("ServiceUnreachable")<{
  readonly url: string
  readonly reason: string
}> {
  override get message(): string {
    return `there is no service at ${this.url}: ${this.reason}`
  }
}

const commands: ReadonlySet<CommandTag> = new Set<CommandTag>([...callTags, "Together"])

/** An unregistered partner has no token, so its requests would not reach the call. */
const registered = (partner: PartnerName): PartnerName => (partner === "unregistered" ? "away" : partner)

const hour = 3_600_000

/** At least an hour from now, because the service's clock runs between a command and its answer. */
const distant = (at: number | null | undefined): number | null | undefined =>
  typeof at !== "number" || Math.abs(at) >= hour ? at : at > 0 ? hour : -hour

/** Makes a rule or a change independent of the time: windows could end between a command and its answer. */
const timeless = <A extends RuleChange>(rule: A): A => {
  const everlasting = rule.limits?.map((limit) => [limit.per, { ...limit, period: "ever" as const }] as const)
  const limits = everlasting === undefined ? undefined : Array.from(new Map(everlasting).values())
  return { ...rule, ...defined({ limits, startsAt: distant(rule.startsAt), endsAt: distant(rule.endsAt) }) }
}

/** A bulk request belongs to one partner, and its awards have no keys. */
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
    const { post } = requestsTo(base)
    const email = `harness-${crypto.randomUUID()}@harness.example`
    const onboarded = yield* post(`/${ecosystem}/partners`, {
      applicationName: "Harness",
      partnerName: "Harness",
      email,
      password,
      confirmPassword: password,
      redirectUrl: "https://harness.example/return",
      userDetailsUrl: "https://harness.example/users"
    })
    const login = yield* post(`/${ecosystem}/partners/login`, { email, password })
    if (login.status >= 300) {
      const answers = `registering answered ${onboarded.status} ${onboarded.text}, logging in ${login.status} ${login.text}`
      return yield* violation("a partner can be registered", answers)
    }
    return { ...requestsTo(base, String(login.data.accessToken)), id: String(onboarded.data.partnerId) }
  })

const start = (base: string, ecosystem: string): Effect.Effect<Trial<HttpTools>, Violation> =>
  Effect.gen(function* () {
    const [home, away] = yield* Effect.all([register(base, ecosystem), register(base, ecosystem)])
    const as = (partner: PartnerName): Requests => (partner === "home" ? home : away)
    const members = { home: new Set<string>(), away: new Set<string>() }
    return {
      partners: [home.id, away.id],
      tools: () => as,
      perform: (call, ids) =>
        Effect.tap(perform(as, call, ids), ([observed]) => {
          if (call._tag !== "Onboard" || observed?.line.startsWith("answered")) return Effect.void
          return Effect.sync(() => members[call.partner === "home" ? "home" : "away"].add(call.user))
        }),
      read: Effect.suspend(() => readContents(as, members))
    }
  })

/**
 * A running service, through its public HTTP interface. Answers, and everything that a partner can read (rules, awards,
 * wallets, transactions, points), are compared with the model. Restarts, transactions of the host and jumps in time are
 * not possible, so limits have no windows, and schedules start and end at least an hour from now. The partners that it
 * registers are not deleted, so use a service made for tests.
 */
export const httpSubject = ({
  url,
  ecosystem = "harness"
}: HttpOptions): Subject<ServiceUnreachable, HttpTools> => {
  const base = `${url.replace(/\/+$/, "")}/api/v1`
  const unreachable = (reason: string) => new ServiceUnreachable({ url, reason })
  return {
    open: () =>
      Effect.tryPromise({
        try: () => fetch(`${base}/laas/rules`),
        catch: (error) => unreachable(String(error))
      }).pipe(
        Effect.filterOrFail(
          ({ status }) => status === 401,
          ({ status }) => unreachable(`GET /api/v1/laas/rules without a token answered ${status}`)
        ),
        Effect.as({ commands, adapt, say, tellsTerms: true, during: identity, start: start(base, ecosystem) })
      )
  }
}
