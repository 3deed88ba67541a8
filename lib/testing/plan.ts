import { Config, Effect, Option, Random } from "effect"
import * as fc from "fast-check"
import type { Command } from "./Command.ts"

export interface PlanOptions {
  /** How many sequences to run; otherwise `HARNESS_SEEDS`, or 1 if a seed is given, or 100. */
  readonly seeds?: number
  /** How many commands a sequence has; otherwise `HARNESS_COMMANDS`, or 60. */
  readonly commands?: number
  /** The first seed, or "seed/path" from a failure's report; otherwise `HARNESS_SEED`, or a random one. */
  readonly seed?: number | string
}

export interface Plan {
  readonly seed: number
  readonly path: string
  readonly seeds: number
  readonly commands: number
}

const environment = Config.all({
  seed: Config.option(Config.string("HARNESS_SEED")),
  seeds: Config.option(Config.integer("HARNESS_SEEDS")),
  commands: Config.option(Config.integer("HARNESS_COMMANDS"))
})

/**
 * Options take precedence; the environment fills in what they leave out. A path belongs to the one sequence that a failure
 * reported, so a seed with a path runs alone.
 */
export const makePlan = (options: PlanOptions): Effect.Effect<Plan> =>
  Effect.gen(function* () {
    const env = yield* Effect.orDie(environment)
    const commands = options.commands ?? Option.getOrElse(env.commands, () => 60)
    const asked = options.seed ?? Option.getOrUndefined(env.seed)
    const seeds = options.seeds ?? Option.getOrElse(env.seeds, () => (asked === undefined ? 100 : 1))
    const [seed = "", path = ""] = String(asked ?? (yield* Random.nextIntBetween(1, 2 ** 30))).split("/")
    if (!/^-?\d+$/.test(seed))
      return yield* Effect.dieMessage(`a harness seed looks like 12345 or 12345/0:1, got ${asked}`)
    return { seed: Number(seed), path, seeds: path === "" ? seeds : 1, commands }
  })

/** Parameters for fast-check: one sequence of full length. */
export const parameters = (plan: Plan, seed: number) => ({
  seed,
  numRuns: 1,
  unbiased: true,
  ...(plan.path === "" ? {} : { path: plan.path })
})

export type Sequences = fc.Arbitrary<ReadonlyArray<Command>>

export const generate = (plan: Plan, sequences: Sequences, seed: number): ReadonlyArray<Command> =>
  fc.sample(sequences, parameters(plan, seed))[0] ?? []
