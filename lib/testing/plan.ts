import { Config, Effect, FastCheck as fc, Option, Random } from "effect"
import { sequence } from "./arbitrary.ts"
import type { Command } from "./Command.ts"

export interface PlanOptions {
  /** How many sequences to run; 100 by default. `HARNESS_SEEDS` takes precedence. */
  readonly seeds?: number
  /** How many commands a sequence has; 60 by default. `HARNESS_COMMANDS` takes precedence. */
  readonly commands?: number
  /** The first seed, or "seed/path" from a failure's report; random by default. `HARNESS_SEED` takes precedence. */
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

/** If a seed is given, only its sequence runs, unless a number of seeds is given in the same way. */
export const makePlan = (options: PlanOptions): Effect.Effect<Plan> =>
  Effect.gen(function* () {
    const env = yield* Effect.orDie(environment)
    const commands = Option.getOrElse(env.commands, () => options.commands ?? 60)
    const asked = Option.getOrElse(env.seed, () => options.seed)
    const seeds = Option.getOrElse(env.seeds, () => {
      if (Option.isSome(env.seed)) return 1
      return options.seeds ?? (options.seed === undefined ? 100 : 1)
    })
    const [seed = "", path = ""] = String(asked ?? (yield* Random.nextIntBetween(1, 2 ** 30))).split("/")
    if (!/^-?\d+$/.test(seed))
      return yield* Effect.dieMessage(`a harness seed looks like 12345 or 12345/0:1, got ${asked}`)
    return { seed: Number(seed), path, seeds, commands }
  })

/** Parameters for fast-check: one sequence of full length. */
export const parameters = (plan: Plan, seed: number) => ({
  seed,
  numRuns: 1,
  unbiased: true,
  ...(plan.path === "" ? {} : { path: plan.path })
})

export const generate = (plan: Plan, seed: number): ReadonlyArray<Command> =>
  fc.sample(sequence(plan.commands), parameters(plan, seed))[0] ?? []
