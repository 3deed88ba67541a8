import { Clock, Effect } from "effect"
import * as Arbitrary from "./Arbitrary.ts"
import { audit, unsound } from "./audit.ts"
import type { Extra } from "./Extra.ts"
import type { HarnessFailure } from "./Failure.ts"
import { generate, makePlan, type Plan, type PlanOptions, type Sequences } from "./plan.ts"
import { type Progress, type Report, showProgress } from "./Report.ts"
import { type Bench, runSequence } from "./Run.ts"
import type { Subject } from "./Subject.ts"
import { shrink } from "./shrink.ts"
import { Tally } from "./Tally.ts"

export interface CheckOptions<E = never, Tools = unknown> extends PlanOptions {
  /** What is tested. */
  readonly subject: Subject<E, Tools>
  /** Commands of the adopter's own, made by `extraCommand`. */
  readonly extra?: ReadonlyArray<Extra<Tools>>
  /** How many sequences run concurrently; 1 by default. Calls of different sequences then meet in the subject. */
  readonly concurrency?: number
  /** How long to search for a shorter failing sequence, in milliseconds; 10 000 by default. */
  readonly shrinkFor?: number
  /** Called after every sequence. Without it, the progress is logged every five seconds. */
  readonly onProgress?: (progress: Progress) => void
}

const logEvery = 5000

/** An audit reads everything that all sequences wrote. A fixed number of audits keeps the cost of a check linear. */
const audits = 10

const logProgress = (started: number) => {
  let logged = started
  return (progress: Progress): Effect.Effect<void> => {
    const now = started + progress.millis
    if (now - logged < logEvery) return Effect.void
    logged = now
    return Effect.logInfo(`harness: ${showProgress(progress)}`)
  }
}

interface All<Tools> {
  readonly bench: Bench<Tools>
  readonly plan: Plan
  readonly sequences: Sequences
  readonly tally: Tally
  readonly options: CheckOptions<unknown, Tools>
}

/** Runs all sequences. */
const runAll = <Tools>({ bench, plan, sequences, tally, options }: All<Tools>) =>
  Effect.gen(function* () {
    const { concurrency = 1, onProgress } = options
    const started = yield* Clock.currentTimeMillis
    const log = logProgress(started)
    let finished = 0
    // The seed of each partner's sequence, so that an audit's finding leads back to the sequence that caused it.
    const seedOf = new Map<string, number>()

    const auditAll = Effect.flatMap(
      audit(bench.system, (id) => seedOf.has(id)),
      (found) => {
        for (const [id, detail] of found) {
          return Effect.fail({ seed: seedOf.get(id) ?? plan.seed, found: unsound(detail, plan.commands) })
        }
        return Effect.void
      }
    )

    const tell = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const progress = {
        finished,
        sequences: plan.seeds,
        commands: tally.commands,
        millis: now - started
      }
      return onProgress === undefined ? log(progress) : Effect.sync(() => onProgress(progress))
    })

    const one = (seed: number) =>
      Effect.gen(function* () {
        const commands = generate(plan, sequences, seed)
        yield* runSequence(bench, commands, tally, (ids) => {
          for (const id of ids) seedOf.set(id, seed)
        }).pipe(Effect.mapError((found) => ({ seed, found })))
        finished += 1
        yield* tell
        if (finished % Math.ceil(plan.seeds / audits) === 0) yield* auditAll
      })

    const seeds = Array.from({ length: plan.seeds }, (_, index) => (plan.seed + index) | 0)
    yield* Effect.forEach(seeds, one, { concurrency, discard: true })
    yield* auditAll
    return (yield* Clock.currentTimeMillis) - started
  })

/**
 * Runs random sequences of commands against the subject. After every step it checks that all limits hold and all coins
 * add up. It fails with the shortest failing sequence that it found, or with what kept the subject from opening.
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
      const bench = { system, extra }
      const tally = new Tally()
      const millis = yield* Effect.catchAll(runAll({ bench, plan, sequences, tally, options }), (found) =>
        Effect.flatMap(shrink(bench, plan, sequences, found, shrinkFor), Effect.fail)
      )
      const { commands, accepted, replayed, groups, restarts, jumps, extra: extras, conflicts } = tally
      const refused = Object.fromEntries(Array.from(tally.refused).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const counts = {
        commands,
        accepted,
        refused,
        replayed,
        groups,
        restarts,
        jumps,
        extra: extras,
        conflicts
      }
      return { seed: plan.seed, sequences: plan.seeds, ...counts, millis }
    })
    // Spans of that many calls have no use, and would take longer than the calls.
  ).pipe(Effect.withTracerEnabled(false))
