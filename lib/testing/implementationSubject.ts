import { Effect, identity } from "effect"
import { names, users } from "./Arbitrary.ts"
import { type CommandTag, normalName, type ResolvedCall } from "./HarnessCommand.ts"
import type { Awaitable, Implementation, MethodResult } from "./Implementation.ts"
import { adaptTo } from "./implementationSubject/features.ts"
import * as Model from "./Model.ts"
import { coinsText, type ModelOutcome, outcomeText, refusedText, unitsOf } from "./ModelOutcome.ts"
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
  const optional: ReadonlyArray<readonly [CommandTag, boolean | undefined]> = [
    ["Onboard", has("onboard")],
    ["UpdateRule", has("updateRule")],
    ["Transfer", has("transfer")],
    ["Reverse", has("reverse")],
    ["Refund", has("refund") && has("transfer")],
    ["Explain", has("explain")],
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
      const { user, rule, note, metadata, key } = call
      return of(implementation.award({ user, rule, note, metadata, key }), ({ coins, id, suppressed }) => {
        // The implementation does not return which limit suppressed the award. Any limit is fine, because `sayWith` leaves it out.
        const suppressedBy = suppressed ? "limit_reached" : null
        const award = { user, rule: normalName(rule), units: unitsOf(coins), suppressedBy } as const
        return { outcome: { _tag: "Award", ...award }, id }
      })
    }
    case "Transfer": {
      const { user, coins, metadata, key } = call
      return of(implementation.transfer?.({ user, coins, metadata, key }), ({ id }) => ({ ...done(), id }))
    }
    case "Reverse":
    case "Refund": {
      const { _tag, event, note, key } = call
      const request = { id: events[event] ?? "unknown", note, key }
      return of(
        _tag === "Reverse" ? implementation.reverse?.(request) : implementation.refund?.(request),
        done
      )
    }
    case "Explain": {
      const { user, rule } = call
      return of(implementation.explain?.({ user, rule }), ({ coins, decision, progress, reason }) => {
        const refusal = reason === undefined ? null : { reason, facts: "" }
        const details = { units: unitsOf(coins), refusal, suppressedBy: null, progress, limits: [] }
        return { outcome: { _tag: "Explained", decision, ...details } }
      })
    }
    case "Look": {
      const { user } = call
      const held = await implementation.balance(user)
      if (held === undefined) return refused("MemberNotFound")
      return { outcome: { _tag: "Wallet", user, held: unitsOf(held), entries: [], rules: [] } }
    }
    case "AwardMany":
      throw new Error("an implementation has no method for many awards")
  }
}

/** Its message describes what the implementation did wrong. */
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

/** Fails with a text that says what the method threw, or that it took too long. */
const ask = <A>({ timeout }: Manner, method: () => Awaitable<A>): Effect.Effect<A, string> =>
  Effect.tryPromise({
    try: () => within(timeout, (async () => method())()),
    catch: problemOf
  })

/** The values that an implementation returned, without those that are undefined. */
interface Values {
  readonly balances: ReadonlyMap<string, number>
  readonly participants: ReadonlyMap<string, number>
}

const readAll = async (
  keys: ReadonlyArray<string>,
  read: (key: string) => Awaitable<number | undefined>
): Promise<ReadonlyMap<string, number>> => {
  const values = new Map<string, number>()
  for (const key of keys) {
    const value = await read(key)
    if (value !== undefined) values.set(key, value)
  }
  return values
}

/** Reads the wallets of all users, and the participants of all rules if the implementation has `participants`. */
const read = async (implementation: Implementation): Promise<Values> => ({
  balances: await readAll(users, (user) => implementation.balance(user)),
  participants: await readAll(implementation.participants === undefined ? [] : names, (name) =>
    implementation.participants?.(name)
  )
})

const linesOf = ({ balances, participants }: Values): ReadonlyArray<string> => [
  ...Array.from(balances, ([user, held]) => `${user} holds ${coinsText(unitsOf(held))}`),
  ...Array.from(participants, ([name, count]) => `rule ${name} has paid ${count} members`)
]

/** Says for which users and rules the implementation must return undefined instead of a value. */
const hints = (state: Model.State, { balances, participants }: Values): ReadonlyArray<string> => {
  const members = new Set(state.members.map(({ user }) => user))
  const rules = new Set(state.rules.map(({ name }) => name))
  const strangers = Array.from(balances.keys()).filter((user) => !members.has(user))
  const unknown = Array.from(participants.keys()).filter((name) => !rules.has(name))
  return [
    ...(strangers.length === 0
      ? []
      : [`hint: balance must return undefined for a user that is not a member: ${strangers.join(", ")}`]),
    ...(unknown.length === 0
      ? []
      : [`hint: participants must return undefined if there is no such rule: ${unknown.join(", ")}`])
  ]
}

const expected = (state: Model.State, { participants }: Implementation): ReadonlyArray<string> => [
  ...state.members.map(
    ({ partner, user }) => `${user} holds ${coinsText(Model.balance(state, partner, user))}`
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
          onSuccess: ({ id, outcome, ruleId }) => {
            const line = say(outcome)
            return [{ line, record: line, ...defined({ id, ruleId }) }]
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
        adapt: adaptTo((feature) => features.includes(feature)),
        members: first.onboard === undefined ? users.map((user) => ({ partner: "home", user })) : [],
        say: ({ outcome }) => say(outcome),
        during: identity,
        start: Effect.acquireRelease(acquire, (made) => Effect.promise(async () => made.close?.())).pipe(
          Effect.flatMap((made) => trialOf(made, manner))
        )
      }
    })
})
