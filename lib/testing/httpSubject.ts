import { Data, Effect, identity } from "effect"
import { timeZones } from "./Arbitrary.ts"
import {
  type Call,
  type CommandTag,
  callTags,
  distinctLimits,
  type PartnerName,
  type RuleChange
} from "./HarnessCommand.ts"
import { perform, say } from "./httpSubject/calls.ts"
import { type RegisteredPartner, readContents } from "./httpSubject/contents.ts"
import { type Requests, requestsTo } from "./httpSubject/requests.ts"
import * as Model from "./Model.ts"
import { violation } from "./Report.ts"
import { defined } from "./requestFields.ts"
import type { Subject, Trial } from "./Subject.ts"

export type { RegisteredPartner } from "./httpSubject/contents.ts"

export interface HttpOptions {
  /** The URL of the service, without `/api/v1`: `http://127.0.0.1:3000`. */
  readonly url: string
  /** The ecosystem in which partners are registered: `/api/v1/<ecosystem>/partners`; "harness" by default. */
  readonly ecosystem?: string
}

/** Returns the functions that send requests as a partner. Paths start after `/api/v1`. */
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

/** The commands that are not generated. For example, the HTTP interface does not show which members were merged. */
const unsupported: ReadonlySet<CommandTag> = new Set(["Merge", "Erase", "RememberErased"])
const commands = new Set<CommandTag>([...callTags.filter((tag) => !unsupported.has(tag)), "Together"])

/** Replaces the unregistered partner, because it has no access token. */
const registered = (partner: PartnerName): PartnerName => (partner === "unregistered" ? "away" : partner)

const hour = 3_600_000

/** Moves a time to at least an hour before or after now. `at` is in milliseconds from now. */
const distant = (at: number | null | undefined): number | null | undefined =>
  typeof at !== "number" || Math.abs(at) >= hour ? at : at > 0 ? hour : -hour

const minute = 60_000

/**
 * Returns the time of an activity to send. `at` is the generated time, in milliseconds from now; 0 by default. The time is always sent,
 * because conditions can read the local hour, which could change before the service records the activity. The service refuses times more
 * than 30 days ago or more than 5 minutes ahead. `at` is moved away from these two limits, because the clocks of the harness and the
 * service differ.
 */
const settled = (at = 0): number => {
  if (at > 0) return at > 5 * minute ? 10 * minute : 2 * minute
  const oldest = -30 * 24 * hour
  return at > oldest ? at : at < oldest ? oldest - hour : oldest + hour
}

/**
 * Returns whether the local day ends within an hour. Then the period after which coins expire could start on another day in the service.
 */
const endsSoon = (timeZone: string): boolean => Model.nextMidnight(timeZone, Date.now()) - Date.now() < hour

/**
 * Makes all limits all-time limits, moves start and end away from now, and replaces time zones whose day ends soon. Otherwise a period, the
 * rule or the day could end during a call.
 */
const timeless = <A extends RuleChange>(rule: A): A => {
  const timeZone = rule.timeZone && [rule.timeZone, ...timeZones].find((each) => !endsSoon(each))
  const everlasting = rule.limits?.map((limit) => ({ ...limit, period: "ever" as const }))
  const limits = everlasting && distinctLimits(everlasting)
  const schedule = { startsAt: distant(rule.startsAt), endsAt: distant(rule.endsAt) }
  return { ...rule, ...defined({ limits, timeZone, ...schedule }) }
}

/** Changes calls into calls that the HTTP interface supports. A bulk request has one partner, and its items have no keys. */
const adapt = (call: Call): Call => {
  if (call._tag === "Retry") return call
  if (call._tag === "AwardMany") {
    const partner = registered(call.awards[0]?.partner ?? "home")
    return { ...call, awards: call.awards.map((award) => ({ ...award, partner, key: undefined })) }
  }
  if (call._tag === "RecordMany") {
    const partner = registered(call.activities[0]?.partner ?? "home")
    const activities = call.activities.map((activity) => {
      const occurredAt = settled(activity.occurredAt)
      return { ...activity, partner, key: undefined, occurredAt }
    })
    return { ...call, activities }
  }
  const partner = registered(call.partner)
  if (call._tag === "Record" || call._tag === "ExplainActivity") {
    return { ...call, partner, occurredAt: settled(call.occurredAt) }
  }
  if (call._tag === "Adjust" && endsSoon("UTC")) return { ...call, partner, coinsExpire: undefined }
  if (call._tag === "CreateRule") return { ...call, partner, rule: timeless(call.rule) }
  if (call._tag === "UpdateRule") return { ...call, partner, change: timeless(call.change) }
  return { ...call, partner }
}

const password = "Harness-0f-limits!"

const register = Effect.fnUntraced(function* (base: string, ecosystem: string) {
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

const start = Effect.fnUntraced(function* (base: string, ecosystem: string) {
  const [home, away] = yield* Effect.all([register(base, ecosystem), register(base, ecosystem)])
  const as = (partner: PartnerName): Requests => (partner === "home" ? home : away)
  const members = { home: new Set<string>(), away: new Set<string>() }
  const trial: Trial<HttpTools> = {
    partners: [home.id, away.id],
    tools: () => as,
    perform: (call, ids) =>
      Effect.tap(perform(as, call, ids), ([observed]) => {
        if (
          (call._tag !== "Onboard" && call._tag !== "SetAttributes") ||
          observed?.line.startsWith("answered")
        )
          return Effect.void
        return Effect.sync(() => members[call.partner === "home" ? "home" : "away"].add(call.user))
      }),
    read: Effect.suspend(() => readContents(as, members))
  }
  return trial
})

/**
 * Tests a running service through its public HTTP interface. The harness compares answers, rules, awards, activities, attributes,
 * wallets, transactions and the leaderboard with the model. It cannot restart the service or set its clock. So all limits of its rules
 * are all-time limits, and rules start and end at least an hour before or after now. It does not delete the partners that it
 * registers: use a service for tests.
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
