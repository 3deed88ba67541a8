import { Clock, Config, Effect, Exit, Option, Random, Runtime } from "effect"
import * as fc from "fast-check"
import * as Arbitrary from "./Arbitrary.ts"
import type { ExtraCommand } from "./extraCommand.ts"
import type { HarnessCommand } from "./HarnessCommand.ts"
import { HarnessFailure, type Progress, type Report, showProgress, Violation } from "./Report.ts"
import { type Bench, RunCounts, runSequence } from "./SequenceRun.ts"
import type { Subject, System } from "./Subject.ts"
import { show } from "./showCommand.ts"

export interface PlanOptions {
  /** How many sequences to run. Default: `HARNESS_SEEDS`. If this is not set: 1 if a seed is given, and otherwise 100. */
  readonly seeds?: number
  /** How many commands a sequence has. The default is `HARNESS_COMMANDS`, or else 60. */
  readonly commands?: number
  /** The first seed, or "seed/path" from a failure's report. The default is `HARNESS_SEED`, or else a random seed. */
  readonly seed?: number | string
}

export interface CheckOptions<E = never, Tools = unknown> extends PlanOptions {
  /** The system under test. */
  readonly subject: Subject<E, Tools>
  /** Additional commands, made by `extraCommand`. */
  readonly extra?: ReadonlyArray<ExtraCommand<Tools>>
  /** How many sequences run concurrently; 1 by default. */
  readonly concurrency?: number
  /** How long to search for a shorter failing sequence, in milliseconds; 10 000 by default. */
  readonly shrinkFor?: number
  /** Is called after every sequence. By default the progress is logged every five seconds. */
  readonly onProgress?: (progress: Progress) => void
}

const environment = Config.all({
  seed: Config.option(Config.string("HARNESS_SEED")),
  seeds: Config.option(Config.integer("HARNESS_SEEDS")),
  commands: Config.option(Config.integer("HARNESS_COMMANDS"))
})

/** Options take precedence over the environment. If the seed has a path, only one sequence runs. */
export const makePlan = Effect.fnUntraced(function* (options: PlanOptions) {
  const env = yield* Effect.orDie(environment)
  const commands = options.commands ?? Option.getOrElse(env.commands, () => 60)
  const given = options.seed ?? Option.getOrUndefined(env.seed)
  const seeds = options.seeds ?? Option.getOrElse(env.seeds, () => (given === undefined ? 100 : 1))
  const [seed = "", path = ""] = String(given ?? (yield* Random.nextIntBetween(1, 2 ** 30))).split("/")
  if (!/^-?\d+$/.test(seed))
    return yield* Effect.dieMessage(`a harness seed must look like 12345 or 12345/0:1, got ${given}`)
  return { seed: Number(seed), path, seeds: path === "" ? seeds : 1, commands }
})

type SeedPlan = Effect.Effect.Success<ReturnType<typeof makePlan>>

interface CheckSetup<Tools> {
  readonly bench: Bench<Tools>
  readonly plan: SeedPlan
  readonly sequences: fc.Arbitrary<ReadonlyArray<HarnessCommand>>
}

/** Returns the parameters with which fast-check generates the sequence of a seed. */
const parameters = ({ path }: SeedPlan, seed: number) => ({
  seed,
  numRuns: 1,
  unbiased: true,
  ...(path === "" ? {} : { path })
})

const generate = <Tools>({ plan, sequences }: CheckSetup<Tools>, seed: number) =>
  fc.sample(sequences, parameters(plan, seed))[0] ?? []

/** Returns the first finding of the subject's audit about one of our partners. The database may also contain other partners. */
const audit = <Tools>(system: System<Tools>, isOurs: (partnerId: string) => boolean) =>
  Effect.map(
    system.audit === undefined ? Effect.succeed(new Map<string, string>()) : system.during(system.audit),
    (found) => Array.from(found).find(([id]) => isOurs(id))
  )

const auditViolation = (detail: string, step: number): Violation =>
  new Violation({ property: "an audit finds no difference", detail, step })

const logEvery = 5000

const logProgress = (started: number) => {
  let logged = started
  return (progress: Progress): Effect.Effect<void> => {
    const now = started + progress.millis
    if (now - logged < logEvery) return Effect.void
    logged = now
    return Effect.logInfo(`harness: ${showProgress(progress)}`)
  }
}

interface FailedSeed {
  readonly seed: number
  readonly violation: Violation
}

/** While sequences run, at most this many audits are made, because each audit reads all data. One more audit follows at the end. */
const audits = 10

/** Runs all sequences. Returns the milliseconds that they took. */
const runAll = Effect.fnUntraced(function* <E, Tools>(
  setup: CheckSetup<Tools>,
  counts: RunCounts,
  { concurrency = 1, onProgress }: CheckOptions<E, Tools>
) {
  const { bench, plan } = setup
  const started = yield* Clock.currentTimeMillis
  const log = logProgress(started)
  let finished = 0
  // Maps the id of a partner to the seed of its sequence.
  const seedOf = new Map<string, number>()

  const auditAll = Effect.gen(function* () {
    const [id = "", detail] = (yield* audit(bench.system, (id) => seedOf.has(id))) ?? []
    if (detail === undefined) return
    const violation = auditViolation(detail, plan.commands)
    return yield* Effect.fail<FailedSeed>({ seed: seedOf.get(id) ?? plan.seed, violation })
  })

  const reportProgress = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const { commands } = counts
    const progress = { finished, sequences: plan.seeds, commands, millis: now - started }
    return onProgress === undefined ? log(progress) : Effect.sync(() => onProgress(progress))
  })

  const runSeed = Effect.fnUntraced(function* (seed: number) {
    yield* runSequence(bench, generate(setup, seed), counts, (ids) => {
      for (const id of ids) seedOf.set(id, seed)
    }).pipe(Effect.mapError((violation): FailedSeed => ({ seed, violation })))
    finished += 1
    yield* reportProgress
    if (finished % Math.ceil(plan.seeds / audits) === 0) yield* auditAll
  })

  const seeds = Array.from({ length: plan.seeds }, (_, index) => (plan.seed + index) | 0)
  yield* Effect.forEach(seeds, runSeed, { concurrency, discard: true })
  yield* auditAll
  return (yield* Clock.currentTimeMillis) - started
})

const runAlone = Effect.fnUntraced(function* <Tools>(
  bench: Bench<Tools>,
  commands: ReadonlyArray<HarnessCommand>
) {
  const partners: Array<string> = []
  yield* runSequence(bench, commands, new RunCounts(), (ids) => partners.push(...ids))
  const [, detail] = (yield* audit(bench.system, (id) => partners.includes(id))) ?? []
  if (detail !== undefined) return yield* auditViolation(detail, commands.length)
})

/** Runs the failing sequence again, then simpler sequences, until the time is up. */
const shrink = Effect.fnUntraced(function* <Tools>(
  setup: CheckSetup<Tools>,
  { seed, violation }: FailedSeed,
  millis: number
) {
  const { bench, plan, sequences } = setup
  const runPromiseExit = Runtime.runPromiseExit(yield* Effect.runtime<never>())
  const clock = yield* Effect.clock
  const deadline = clock.unsafeCurrentTimeMillis() + millis
  const details = yield* Effect.promise((signal) => {
    let first = true
    const property = fc.asyncProperty(sequences, async (commands) => {
      // After the deadline every sequence counts as passed. The result is then the shortest failing sequence that was found before.
      if (!first && (signal.aborted || clock.unsafeCurrentTimeMillis() > deadline)) return
      first = false
      const exit = await runPromiseExit(runAlone(bench, commands), { signal })
      if (Exit.isFailure(exit))
        throw exit.cause._tag === "Fail" ? exit.cause.error : new Error(String(exit.cause))
    })
    return fc.check(property, parameters(plan, seed))
  })
  const [shortest] = details.counterexample ?? []
  const reproduced = shortest !== undefined
  const last = reproduced && details.errorInstance instanceof Violation ? details.errorInstance : violation
  return new HarnessFailure({
    property: last.property,
    detail: last.detail,
    seed,
    path: reproduced ? (details.counterexamplePath ?? "") : plan.path,
    // Commands after the failed step did not run.
    commands: (shortest ?? generate(setup, seed)).slice(0, last.step).map(show),
    generated: plan.commands,
    reproduced
  })
})

/**
 * Runs random sequences of commands against the subject. After every step it compares the subject with a model. It fails with the
 * shortest failing sequence that it has found, or with the error of the subject's `open`.
 */
export const check = <E = never, Tools = unknown>(
  options: CheckOptions<E, Tools>
): Effect.Effect<Report, HarnessFailure | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const plan = yield* makePlan(options)
      const { subject, extra = [], concurrency = 1, shrinkFor = 10_000 } = options
      const system = yield* subject.open(concurrency)
      const { adapt, commands: only } = system
      const sequences = Arbitrary.sequence({ length: plan.commands, only, adapt, extra })
      const setup = { bench: { system, extra }, plan, sequences }
      const counts = new RunCounts()
      const millis = yield* Effect.catchAll(runAll(setup, counts, options), (failed) =>
        Effect.flatMap(shrink(setup, failed, shrinkFor), Effect.fail)
      )
      return { seed: plan.seed, sequences: plan.seeds, ...counts.report(), millis }
    })
    // Tracing is off, because nobody reads the traces of so many calls.
  ).pipe(Effect.withTracerEnabled(false))
