import { Effect } from "effect"
import { names, users } from "../Arbitrary.ts"
import { type Violation, violation } from "../Failure.ts"
import type { Awaitable, Implementation } from "../Implementation.ts"
import * as Model from "../Model.ts"
import type { Observed, Reading, Trial } from "../Subject.ts"
import * as Text from "../Text.ts"
import { startOfTime } from "../time.ts"
import { call, units } from "./call.ts"

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
