import { Effect, identity } from "effect"
import { users } from "./Arbitrary.ts"
import type { CommandTag } from "./Command.ts"
import { violation } from "./Failure.ts"
import type { Awaitable, Implementation } from "./Implementation.ts"
import { fit } from "./implementationSubject/fit.ts"
import { type Manner, sayWith, trialOf } from "./implementationSubject/trial.ts"
import type { Subject } from "./Subject.ts"

export type { Manner } from "./implementationSubject/trial.ts"

export type ImplementationOptions = Partial<Manner>

const commandsOf = ({
  explain,
  features = [],
  onboard,
  refund,
  restart,
  reverse,
  setClock,
  transfer,
  updateRule
}: Implementation): ReadonlySet<CommandTag> => {
  const optional: ReadonlyArray<readonly [CommandTag, boolean]> = [
    ["Onboard", onboard !== undefined],
    ["UpdateRule", updateRule !== undefined],
    ["Transfer", transfer !== undefined],
    ["Reverse", reverse !== undefined],
    ["Refund", refund !== undefined && transfer !== undefined],
    ["Explain", explain !== undefined],
    ["Retry", features.includes("keys")],
    ["Restart", restart !== undefined],
    ["Travel", setClock !== undefined]
  ]
  const given = optional.flatMap(([tag, isThere]) => (isThere ? [tag] : []))
  return new Set<CommandTag>(["CreateRule", "Award", "Look", "Together", ...given])
}

/**
 * Award limits of an adopter's own. `make` is called for every sequence and returns an implementation that holds nothing
 * yet: a new object, or an empty tenant of a database. All that it makes must have the same features and methods.
 */
export const implementationSubject = <I extends Implementation>(
  make: () => Awaitable<I>,
  { timeout = 5000, reasons = "compared" }: ImplementationOptions = {}
): Subject<never, I> => ({
  open: () =>
    Effect.gen(function* () {
      // The first one shows what it can do, and is used for the first sequence.
      let spare: I | undefined = yield* Effect.promise(async () => make())
      const { features = [] } = spare
      const manner = { timeout, reasons }
      const say = sayWith(manner)
      const next = async (): Promise<I> => {
        const made = spare ?? (await make())
        spare = undefined
        return made
      }
      const acquire = Effect.tryPromise({
        try: next,
        catch: (error) => violation("an implementation can be made", String(error))
      })
      return {
        commands: commandsOf(spare),
        adapt: fit((feature) => features.includes(feature)),
        members: spare.onboard === undefined ? users.map((user) => ({ partner: "home", user })) : [],
        say: ({ outcome }) => say(outcome),
        during: identity,
        start: Effect.acquireRelease(acquire, (made) => Effect.promise(async () => made.close?.())).pipe(
          Effect.flatMap((made) =>
            Effect.map(trialOf(made, manner), (trial) => ({ ...trial, tools: () => made }))
          )
        )
      }
    })
})
