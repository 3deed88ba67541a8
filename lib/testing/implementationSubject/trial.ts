import { Effect } from "effect"
import { names, users } from "../Arbitrary.ts"
import type { Action } from "../Command.ts"
import { type Violation, violation } from "../Failure.ts"
import type { Awaitable, Awarded, Explained, Implementation, Result } from "../Implementation.ts"
import * as Model from "../Model.ts"
import type { Ids, Observed, Reading, Trial } from "../Subject.ts"
import * as Text from "../Text.ts"
import { startOfTime } from "../time.ts"

export interface Manner {
  /** Milliseconds in which a method must answer. */
  readonly timeout: number
  /** Whether it must refuse for the model's reason, or for any. */
  readonly reasons: "compared" | "ignored"
}

/** The wording of outcomes, of which an implementation answers the coins and the reasons alone. */
export const sayWith =
  ({ reasons }: Manner) =>
  (outcome: Model.Outcome): string => {
    switch (outcome._tag) {
      case "Refused":
        return reasons === "compared" ? Text.refused(outcome.reason) : "refused"
      case "Award":
        return outcome.suppressedBy === null
          ? Text.say(outcome)
          : `suppressed ${outcome.rule} for ${outcome.user}`
      case "Explained": {
        const { decision, progress, refusal, units } = outcome
        const why = reasons === "compared" && refusal !== null ? `: ${refusal.reason}` : ""
        return `an award would be ${decision} ${Text.coins(units)}${why}, with ${progress.done} of ${progress.of} done`
      }
      case "Wallet":
        return `${outcome.user} holds ${Text.coins(outcome.held)}`
      default:
        return "done"
    }
  }

class Late extends Error {}

const problemOf = (error: unknown): string => {
  if (error instanceof Late) return error.message
  return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : error}`
}

/** Rejects when the promise takes longer. A timer of Effect would take longer than most methods. */
const within = <A>(millis: number, promise: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new Late(`no answer within ${millis} ms`))
    const timer = setTimeout(late, millis)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Calls a method. Fails with what it threw, or with how long it took, as text. */
const ask = <A>({ timeout }: Manner, method: () => Awaitable<A>): Effect.Effect<A, string> =>
  Effect.tryPromise({
    try: () => within(timeout, (async () => method())()),
    catch: problemOf
  })

const units = (coins: number): number => Math.round(coins * 10_000)

const unsupported = { ok: false, reason: "InvalidInput" } as const

/** Answers of the implementation as outcomes; `found` makes the outcome of an accepted call. */
const outcomeOf = <A>(result: Result<A>, found: (result: A) => Model.Outcome): Model.Outcome =>
  result.ok ? found(result) : { _tag: "Refused", reason: result.reason, facts: "" }

const done: Model.Outcome = { _tag: "Member", user: "" }

interface Called {
  readonly outcome: Model.Outcome
  readonly id?: string | undefined
  readonly ruleId?: string
}

const awarded = (user: string, rule: string, { coins, suppressed = false }: Awarded): Model.Outcome => ({
  _tag: "Award",
  user,
  rule: rule.trim().toLowerCase(),
  units: units(coins),
  // It does not say which limit, so any of them stands for it.
  suppressedBy: suppressed ? "limit_reached" : null
})

const explained = ({ coins, decision, progress, reason }: Explained): Model.Outcome => ({
  _tag: "Explained",
  decision,
  units: units(coins),
  refusal: reason === undefined ? null : { reason, facts: "" },
  suppressedBy: null,
  progress,
  limits: []
})

const call = async (
  implementation: Implementation,
  action: Action,
  { events, rules }: Ids
): Promise<Called> => {
  switch (action._tag) {
    case "CreateRule": {
      const result = await implementation.createRule(action.rule)
      return { outcome: outcomeOf(result, () => done), ...(result.ok ? { ruleId: result.id } : {}) }
    }
    case "UpdateRule": {
      const result = await implementation.updateRule?.(rules[action.rule] ?? "unknown", action.change)
      return { outcome: outcomeOf(result ?? unsupported, () => done) }
    }
    case "Onboard":
      return { outcome: outcomeOf((await implementation.onboard?.(action.user)) ?? unsupported, () => done) }
    case "Award": {
      const { user, rule, note, metadata, key } = action
      const result = await implementation.award({ user, rule, note, metadata, key })
      return {
        outcome: outcomeOf(result, (each) => awarded(user, rule, each)),
        id: result.ok ? result.id : undefined
      }
    }
    case "Transfer": {
      const { user, coins, metadata, key } = action
      const result = (await implementation.transfer?.({ user, coins, metadata, key })) ?? unsupported
      return { outcome: outcomeOf(result, () => done), id: result.ok ? result.id : undefined }
    }
    case "Reverse":
    case "Refund": {
      const { event, note, key } = action
      const undo = action._tag === "Reverse" ? implementation.reverse : implementation.refund
      const result = await undo?.({ id: events[event] ?? "unknown", note, key })
      return { outcome: outcomeOf(result ?? unsupported, () => done) }
    }
    case "Explain": {
      const { user, rule } = action
      const result = await implementation.explain?.({ user, rule })
      return { outcome: outcomeOf(result ?? unsupported, explained) }
    }
    case "Look": {
      const { user } = action
      const held = await implementation.balance(user)
      return held === undefined
        ? { outcome: { _tag: "Refused", reason: "MemberNotFound", facts: "" } }
        : { outcome: { _tag: "Wallet", user, held: units(held), entries: [], rules: [] } }
    }
    case "AwardMany":
      throw new Error("an implementation has no calls for many awards")
  }
}

/** What it holds: the wallets of all users, and the participants of all rules if it tells them. */
const read = async (implementation: Implementation): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  for (const user of users) {
    const held = await implementation.balance(user)
    if (held !== undefined) lines.push(`${user} holds ${Text.coins(units(held))}`)
  }
  for (const name of implementation.participants === undefined ? [] : names) {
    const count = await implementation.participants?.(name)
    if (count !== undefined) lines.push(`rule ${name} has paid ${count} members`)
  }
  return lines
}

const expected = (state: Model.State, { participants }: Implementation): ReadonlyArray<string> => [
  ...state.members.map(
    ({ partner, user }) => `${user} holds ${Text.coins(Model.balance(state, partner, user))}`
  ),
  ...(participants === undefined ? [] : state.rules).map(
    ({ name }, index) => `rule ${name} has paid ${Model.participants(state, index)} members`
  )
]

const readBy = (implementation: Implementation, manner: Manner): Effect.Effect<Reading, Violation> =>
  ask(manner, () => read(implementation)).pipe(
    Effect.mapBoth({
      onFailure: (problem) => violation("what it holds can be read", problem),
      onSuccess: (lines) => ({
        lines,
        differences: (state) => Text.compare(expected(state, implementation), lines)
      })
    })
  )

/** A sequence on a new implementation. */
export const trialOf = (
  implementation: Implementation,
  manner: Manner
): Effect.Effect<Trial<Implementation>, Violation> =>
  Effect.gen(function* () {
    const say = sayWith(manner)
    let now = startOfTime
    const must = (property: string, method: () => Awaitable<void>) =>
      Effect.mapError(ask(manner, method), (problem) => violation(property, problem))
    const setClock = must("the clock can be set", () => implementation.setClock?.(now))
    yield* setClock
    return {
      partners: [],
      tools: () => implementation,
      perform: (action, ids) =>
        ask(manner, () => call(implementation, action, ids)).pipe(
          Effect.match({
            onFailure: (problem): Observed => ({ line: problem }),
            onSuccess: ({ id, outcome, ruleId }): Observed => {
              const line = say(outcome)
              const known = ruleId === undefined ? {} : { ruleId }
              return { line, record: line, ...known, ...(id === undefined ? {} : { id }) }
            }
          }),
          Effect.map((observed) => [observed])
        ),
      read: readBy(implementation, manner),
      restart: must("it restarts", () => implementation.restart?.()),
      clock: {
        now: () => now,
        travel: (to) =>
          Effect.suspend(() => {
            now = to(now)
            return setClock
          })
      }
    }
  })
