import { Effect, identity } from "effect"
import { names, users } from "./Arbitrary.ts"
import { type CommandTag, normalName, type ResolvedCall } from "./HarnessCommand.ts"
import type { Awaitable, Implementation, MethodResult } from "./Implementation.ts"
import { decisionsText, resultsOf } from "./implementationSubject/decisions.ts"
import { adaptTo } from "./implementationSubject/features.ts"
import * as Model from "./Model.ts"
import {
  coinsText,
  instantText,
  type ModelOutcome,
  outcomeText,
  refusedText,
  unitsOf
} from "./ModelOutcome.ts"
import { violation } from "./Report.ts"
import { defined } from "./requestFields.ts"
import { compareLines, type Subject, type SubjectIds, startOfTime, type Trial } from "./Subject.ts"

export interface Manner {
  /** Milliseconds in which a method must answer. */
  readonly timeout: number
  /** Whether the reasons of refusals must be the same as in the model. */
  readonly reasons: "compared" | "ignored"
}

export type ImplementationOptions = Partial<Manner>

const commandsOf = (implementation: Implementation): ReadonlySet<CommandTag> => {
  const has = (method: keyof Implementation) => implementation[method] !== undefined
  const hasActivities = implementation.features?.includes("activities") && has("recordActivity")
  const optional: ReadonlyArray<readonly [CommandTag, boolean | undefined]> = [
    ["Onboard", has("onboard")],
    ["UpdateRule", has("updateRule")],
    ["Transfer", has("transfer")],
    ["Reverse", has("reverse")],
    ["Confirm", has("confirm") && implementation.features?.includes("pending")],
    ["Refund", has("refund") && has("transfer")],
    ["Adjust", has("adjust")],
    ["ReverseAdjustment", has("reverseAdjustment") && has("adjust")],
    ["Explain", has("explain")],
    ["Record", hasActivities],
    ["ReverseActivity", hasActivities && has("reverseActivity")],
    ["ExplainActivity", hasActivities && has("explainActivity")],
    ["SetAttributes", has("setAttributes")],
    ["Retry", implementation.features?.includes("keys")],
    ["Restart", has("restart")],
    ["Travel", has("setClock")]
  ]
  const supported = optional.flatMap(([tag, isSupported]) => (isSupported ? [tag] : []))
  return new Set<CommandTag>(["CreateRule", "Award", "Look", "Together", ...supported])
}

/** Formats outcomes, with only the details that an implementation returns. */
const sayWith =
  ({ reasons }: Manner) =>
  (outcome: ModelOutcome): string => {
    switch (outcome._tag) {
      case "Refused":
        return reasons === "compared" ? refusedText(outcome.reason) : "refused"
      case "Award":
        return outcome.suppressedBy === null
          ? outcomeText(outcome)
          : `suppressed ${outcome.rule} for ${outcome.user}`
      case "Explained": {
        const { decision, progress, refusal, units } = outcome
        const why = reasons === "compared" && refusal !== null ? `: ${refusal.reason}` : ""
        return `decision ${decision}, ${coinsText(units)} coins${why}, with ${progress.done} of ${progress.of} done`
      }
      case "Activity":
      case "ActivityExplained":
        return decisionsText(outcome.results, reasons)
      case "Wallet":
        return `${outcome.user} holds ${coinsText(outcome.held)}`
      default:
        return "done"
    }
  }

interface CallResult {
  readonly outcome: ModelOutcome
  readonly id?: string | undefined
  readonly ruleId?: string | undefined
  readonly awards?: ReadonlyArray<string>
}

const perform = async (
  implementation: Implementation,
  call: ResolvedCall,
  { events, rules }: SubjectIds
): Promise<CallResult> => {
  const refused = (reason: Model.Reason): CallResult => ({ outcome: { _tag: "Refused", reason, facts: "" } })
  const of = async <A>(
    result: Awaitable<MethodResult<A>> | undefined,
    accepted: (result: A) => CallResult
  ): Promise<CallResult> => {
    const settled = await result
    if (settled === undefined)
      throw new Problem("returned undefined: a method returns { ok: true, … } or { ok: false, reason }")
    return settled.ok ? accepted(settled) : refused(settled.reason)
  }
  const done = (): CallResult => ({ outcome: { _tag: "Member", user: "" } })
  switch (call._tag) {
    case "CreateRule":
      return of(implementation.createRule(call.rule), ({ id }) => ({ ...done(), ruleId: id }))
    case "UpdateRule":
      return of(implementation.updateRule?.(rules[call.rule] ?? "unknown", call.change), done)
    case "Onboard":
      return of(implementation.onboard?.(call.user), done)
    case "Award": {
      const { user, rule, amount, note, metadata, key } = call
      return of(
        implementation.award({ user, rule, amount, note, metadata, key }),
        ({ coins, id, suppressed }) => {
          // The implementation does not return which limit suppressed the award. Any limit is fine, because `sayWith` leaves it out.
          const suppressedBy = suppressed ? "limit_reached" : null
          const award = { user, rule: normalName(rule), units: unitsOf(coins), suppressedBy } as const
          return { outcome: { _tag: "Award", ...award }, id }
        }
      )
    }
    case "Transfer": {
      const { user, coins, metadata, key } = call
      return of(implementation.transfer?.({ user, coins, metadata, key }), ({ id }) => ({ ...done(), id }))
    }
    case "Reverse": {
      const { amount, coins, event, note, key } = call
      const request = { id: events[event] ?? "unknown", coins, amount, note, key }
      return of(implementation.reverse?.(request), done)
    }
    case "Confirm": {
      const { event, key } = call
      return of(implementation.confirm?.({ id: events[event] ?? "unknown", key }), done)
    }
    case "Refund": {
      const { event, note, key } = call
      return of(implementation.refund?.({ id: events[event] ?? "unknown", note, key }), done)
    }
    case "Adjust": {
      const { partner: _, _tag, ...request } = call
      return of(implementation.adjust?.(request), ({ id }) => ({ ...done(), id }))
    }
    case "ReverseAdjustment": {
      const { event, note, key } = call
      return of(implementation.reverseAdjustment?.({ id: events[event] ?? "unknown", note, key }), done)
    }
    case "Explain": {
      const { user, rule, amount } = call
      return of(implementation.explain?.({ user, rule, amount }), ({ coins, decision, progress, reason }) => {
        const refusal = reason === undefined ? null : { reason, facts: "" }
        const details = { units: unitsOf(coins), refusal, suppressedBy: null, progress, limits: [] }
        const dates = { maturesAt: null, expiresAt: null }
        return { outcome: { _tag: "Explained", decision, ...details, ...dates } }
      })
    }
    case "Record": {
      const { partner: _, _tag, ...activity } = call
      return of(implementation.recordActivity?.(activity), ({ id, ...decided }) => {
        const { type, user } = call
        const outcome = { _tag: "Activity", user, type, results: resultsOf(decided) } as const
        return { outcome, id, awards: decided.decisions.flatMap((each) => each.id ?? []) }
      })
    }
    case "ReverseActivity": {
      const { event, note, key } = call
      return of(implementation.reverseActivity?.({ id: events[event] ?? "unknown", note, key }), done)
    }
    case "ExplainActivity": {
      const { partner: _, _tag, ...activity } = call
      return of(implementation.explainActivity?.(activity), (decided) => {
        const { type, user } = call
        return { outcome: { _tag: "ActivityExplained", user, type, results: resultsOf(decided) } }
      })
    }
    case "SetAttributes":
      return of(implementation.setAttributes?.(call.user, call.attributes), done)
    case "Look": {
      const { user } = call
      const held = await implementation.balance(user)
      if (held === undefined) return refused("MemberNotFound")
      const wallet = { user, held: unitsOf(held), pending: 0, expiring: [], entries: [], rules: [] }
      return { outcome: { _tag: "Wallet", ...wallet } }
    }
    case "AwardMany":
    case "RecordMany":
    case "Merge":
    case "Erase":
    case "RememberErased":
      throw new Error(`an implementation has no method for ${call._tag}`)
  }
}

/** An error whose message describes what the implementation did wrong. */
class Problem extends Error {}

const problemOf = (error: unknown): string => {
  if (error instanceof Problem) return error.message
  return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : error}`
}

const within = <A>(millis: number, promise: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new Problem(`no answer within ${millis} ms`))
    const timer = setTimeout(late, millis)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Fails with a text that says what the implementation did wrong, for example that it took too long. */
const ask = <A>({ timeout }: Manner, method: () => Awaitable<A>): Effect.Effect<A, string> =>
  Effect.tryPromise({
    try: () => within(timeout, (async () => method())()),
    catch: problemOf
  })

/** The coins of a lot, in 1/10 000 coin. */
interface DatedCoins {
  readonly expiresAt: number | null
  readonly coins: number
}

const datedText = (user: string, lots: ReadonlyArray<DatedCoins>): string => {
  const dated = lots.flatMap(({ coins, expiresAt }) =>
    expiresAt === null || coins === 0 ? [] : [`${coinsText(coins)} at ${instantText(expiresAt)}`]
  )
  return `${user} has coins that expire: ${dated.toSorted().join(", ")}`
}

/** The values that an implementation returned. Values that are undefined are left out. */
interface Values {
  readonly balances: ReadonlyMap<string, number>
  readonly points: ReadonlyMap<string, number>
  readonly pending: ReadonlyMap<string, number>
  readonly lots: ReadonlyMap<string, ReadonlyArray<DatedCoins>>
  readonly participants: ReadonlyMap<string, number>
}

const readAll = async <A>(
  keys: ReadonlyArray<string>,
  read: (key: string) => Awaitable<A | undefined>
): Promise<ReadonlyMap<string, A>> => {
  const values = new Map<string, A>()
  for (const key of keys) {
    const value = await read(key)
    if (value !== undefined) values.set(key, value)
  }
  return values
}

/** Reads the wallets of all users, and whatever else the implementation has methods for. */
const read = async (implementation: Implementation): Promise<Values> => ({
  balances: await readAll(users, (user) => implementation.balance(user)),
  points: await readAll(implementation.points === undefined ? [] : users, (user) =>
    implementation.points?.(user)
  ),
  pending: await readAll(implementation.pending === undefined ? [] : users, (user) =>
    implementation.pending?.(user)
  ),
  lots: await readAll(implementation.lots === undefined ? [] : users, async (user) =>
    (await implementation.lots?.(user))?.map(({ coins, expiresAt }) => ({ coins: unitsOf(coins), expiresAt }))
  ),
  participants: await readAll(implementation.participants === undefined ? [] : names, (name) =>
    implementation.participants?.(name)
  )
})

const linesOf = ({ balances, lots, participants, pending, points }: Values): ReadonlyArray<string> => [
  ...Array.from(balances, ([user, held]) => `${user} holds ${coinsText(unitsOf(held))}`),
  ...Array.from(points, ([user, earned]) => `${user} has ${coinsText(unitsOf(earned))} points`),
  ...Array.from(pending, ([user, waits]) => `${user} has ${coinsText(unitsOf(waits))} pending coins`),
  ...Array.from(lots, ([user, dated]) => datedText(user, dated)),
  ...Array.from(participants, ([name, count]) => `rule ${name} has paid ${count} members`)
]

/** Says for which users and rules the implementation must return undefined instead of a value. */
const hints = (state: Model.State, values: Values): ReadonlyArray<string> => {
  const { balances, lots, participants, pending, points } = values
  const members = state.members.map(({ user }) => user)
  const rules = state.rules.map(({ name }) => name)
  const hint = (
    method: string,
    when: string,
    values: ReadonlyMap<string, unknown>,
    known: ReadonlyArray<string>
  ) => {
    const unknown = Array.from(values.keys()).filter((key) => !known.includes(key))
    return unknown.length === 0
      ? []
      : [`hint: ${method} must return undefined ${when}: ${unknown.join(", ")}`]
  }
  return [
    ...hint("balance", "for a user that is not a member", balances, members),
    ...hint("points", "for a user that is not a member", points, members),
    ...hint("pending", "for a user that is not a member", pending, members),
    ...hint("lots", "for a user that is not a member", lots, members),
    ...hint("participants", "if there is no such rule", participants, rules)
  ]
}

const expected = (
  state: Model.State,
  { lots, participants, pending, points }: Implementation
): ReadonlyArray<string> => [
  ...state.members.map(
    ({ partner, user }) => `${user} holds ${coinsText(Model.balance(state, partner, user))}`
  ),
  ...(points === undefined ? [] : state.members).map(
    ({ partner, user }) => `${user} has ${coinsText(Model.earned(state, partner, user))} points`
  ),
  ...(pending === undefined ? [] : state.members).map(
    ({ partner, user }) => `${user} has ${coinsText(Model.pendingUnits(state, partner, user))} pending coins`
  ),
  ...(lots === undefined ? [] : state.members).map(({ partner, user }) =>
    datedText(user, Model.lotsOf(state, partner, user))
  ),
  ...(participants === undefined ? [] : state.rules).map(
    ({ name }, index) => `rule ${name} has paid ${Model.participants(state, index)} members`
  )
]

const trialOf = Effect.fnUntraced(function* <I extends Implementation>(implementation: I, manner: Manner) {
  const say = sayWith(manner)
  let now = startOfTime
  const must = <A>(property: string, method: () => Awaitable<A>) =>
    Effect.mapError(ask(manner, method), (problem) => violation(property, problem))
  const setClock = must("the clock can be set", () => implementation.setClock?.(now))
  yield* setClock
  const trial: Trial<I> = {
    partners: [],
    tools: () => implementation,
    perform: (call, ids) =>
      Effect.match(
        ask(manner, () => perform(implementation, call, ids)),
        {
          onFailure: (problem) => [{ line: problem }],
          onSuccess: ({ awards, id, outcome, ruleId }) => {
            const line = say(outcome)
            return [{ line, record: line, ...defined({ awards, id, ruleId }) }]
          }
        }
      ),
    read: Effect.map(
      must("the contents of the subject can be read", () => read(implementation)),
      (values) => {
        const lines = linesOf(values)
        return {
          lines,
          differences: (state) => [
            ...compareLines(expected(state, implementation), lines),
            ...hints(state, values)
          ]
        }
      }
    ),
    restart: must("the implementation restarts", () => implementation.restart?.()),
    clock: {
      now: () => now,
      travel: (to) =>
        Effect.suspend(() => {
          now = to(now)
          return setClock
        })
    }
  }
  return trial
})

/**
 * Tests your own implementation of award limits. `make` is called for every sequence. It must return an implementation without rules
 * and awards. All implementations must have the same features and methods.
 */
export const implementationSubject = <I extends Implementation>(
  make: () => Awaitable<I>,
  { timeout = 5000, reasons = "compared" }: ImplementationOptions = {}
): Subject<never, I> => ({
  open: () =>
    Effect.gen(function* () {
      // The first implementation shows which features and methods all implementations have. The first sequence uses it.
      let first: I | undefined = yield* Effect.promise(async () => make())
      const { features = [] } = first
      const hasLots = first.lots !== undefined
      const manner = { timeout, reasons }
      const say = sayWith(manner)
      const next = async (): Promise<I> => {
        const made = first ?? (await make())
        first = undefined
        return made
      }
      const acquire = Effect.tryPromise({
        try: next,
        catch: (error) => violation("an implementation can be made", String(error))
      })
      return {
        commands: commandsOf(first),
        adapt: adaptTo((feature) => features.includes(feature) && (feature !== "expiry" || hasLots)),
        members: first.onboard === undefined ? users.map((user) => ({ partner: "home", user })) : [],
        say: ({ outcome }) => say(outcome),
        during: identity,
        start: Effect.acquireRelease(acquire, (made) => Effect.promise(async () => made.close?.())).pipe(
          Effect.flatMap((made) => trialOf(made, manner))
        )
      }
    })
})
