import { Effect, Exit, Runtime } from "effect"
import * as fc from "fast-check"
import { audit, unsound } from "./audit.ts"
import type { Command } from "./Command.ts"
import { HarnessFailure, Violation } from "./Failure.ts"
import { generate, type Plan, parameters, type Sequences } from "./plan.ts"
import { type Bench, runSequence } from "./Run.ts"
import { show } from "./show.ts"
import { Tally } from "./Tally.ts"

const failure = (
  plan: Plan,
  seed: number,
  path: string,
  commands: ReadonlyArray<Command>,
  found: Violation,
  reproduced: boolean
) =>
  new HarnessFailure({
    property: found.property,
    detail: found.detail,
    seed,
    path,
    // Commands after the failed step did not run.
    commands: commands.slice(0, found.step).map(show),
    generated: plan.commands,
    reproduced
  })

/** Runs one sequence and its audit. */
const runAlone = <Tools>(bench: Bench<Tools>, commands: ReadonlyArray<Command>) =>
  Effect.gen(function* () {
    const partners: Array<string> = []
    yield* runSequence(bench, commands, new Tally(), (ids) => partners.push(...ids))
    for (const detail of (yield* audit(bench.system, (id) => partners.includes(id))).values()) {
      return yield* unsound(detail, commands.length)
    }
  })

/** A failed sequence: its seed, and what was found in it. */
export interface Found {
  readonly seed: number
  readonly found: Violation
}

/** Runs the failing sequence again, then shorter ones, until the time is up. */
export const shrink = <Tools>(
  bench: Bench<Tools>,
  plan: Plan,
  sequences: Sequences,
  { seed, found }: Found,
  millis: number
) =>
  Effect.gen(function* () {
    const runPromiseExit = Runtime.runPromiseExit(yield* Effect.runtime<never>())
    const clock = yield* Effect.clock
    const deadline = clock.unsafeCurrentTimeMillis() + millis
    const details = yield* Effect.promise((signal) => {
      let first = true
      const property = fc.asyncProperty(sequences, async (commands) => {
        // After the deadline every sequence counts as passing, so that the shortest failing one so far is the result.
        if (!first && (signal.aborted || clock.unsafeCurrentTimeMillis() > deadline)) return
        first = false
        const exit = await runPromiseExit(runAlone(bench, commands), { signal })
        if (Exit.isFailure(exit))
          throw exit.cause._tag === "Fail" ? exit.cause.error : new Error(String(exit.cause))
      })
      return fc.check(property, parameters(plan, seed))
    })
    const [shortest] = details.counterexample ?? []
    if (shortest === undefined) {
      return failure(plan, seed, plan.path, generate(plan, sequences, seed), found, false)
    }
    const last = details.errorInstance instanceof Violation ? details.errorInstance : found
    return failure(plan, seed, details.counterexamplePath ?? "", shortest, last, true)
  })
