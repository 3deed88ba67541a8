import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect } from "effect"
import { layerFromUrl } from "../drivers/url.ts"
import type { InvalidInput } from "../schema/Input.ts"
import { audit, unsound } from "./audit.ts"
import type { HarnessFailure } from "./Failure.ts"
import { generate, makePlan, type Plan, type PlanOptions } from "./plan.ts"
import { runSequence } from "./Run.ts"
import * as Session from "./Session.ts"
import { shrink } from "./shrink.ts"
import { Tally } from "./Tally.ts"

export interface RunOptions extends PlanOptions, Partial<Omit<Session.SessionOptions<never>, "layer">> {
  /** How many sequences run concurrently; 1 by default. Their calls are then written in shared groups. */
  readonly concurrency?: number
  /** How long to search for a shorter failing sequence, in milliseconds; 10 000 by default. */
  readonly shrinkFor?: number
}

export interface CheckOptions<E = never> extends RunOptions {
  readonly layer: Session.SessionOptions<E>["layer"]
}

/** The database by its address. `sqlite::memory:` restarts the services alone, unless `restart` says otherwise. */
export interface CheckUrlOptions extends RunOptions {
  /** `sqlite:./data/harness.db`, `sqlite::memory:` or `postgres://…` */
  readonly url: string
}

export interface Report {
  readonly seed: number
  readonly sequences: number
  readonly commands: number
  readonly accepted: number
  readonly refused: Readonly<Record<string, number>>
  readonly replayed: number
  readonly groups: number
  readonly restarts: number
  /**
   * Calls that the library gave up after repeated conflicts with other transactions. Only possible with more than one
   * writer.
   */
  readonly conflicts: number
  readonly millis: number
}

const logEvery = 5000

/** An audit reads everything that all sequences wrote. A fixed number of audits keeps the cost of a check linear. */
const audits = 10

/** Runs all sequences, and logs the progress every few seconds. */
const runAll = <E>(session: Session.Session<E>, plan: Plan, concurrency: number, tally: Tally) =>
  Effect.gen(function* () {
    const started = yield* Clock.currentTimeMillis
    let logged = started
    let finished = 0
    // The seed of each partner's sequence, so that an audit's finding leads back to the sequence that caused it.
    const seedOf = new Map<string, number>()

    const auditAll = Effect.flatMap(
      audit(session, (id) => seedOf.has(id)),
      (found) => {
        for (const [id, detail] of found) {
          return Effect.fail({ seed: seedOf.get(id) ?? plan.seed, found: unsound(detail, plan.commands) })
        }
        return Effect.void
      }
    )

    const news = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - logged < logEvery) return Effect.void
      logged = now
      return Effect.logInfo(
        `harness: ${finished} of ${plan.seeds} sequences in ${Math.round((now - started) / 1000)} s`
      )
    })

    const one = (seed: number) =>
      Effect.suspend(() =>
        runSequence(session, generate(plan, seed), tally, (ids) => {
          for (const id of ids) seedOf.set(id, seed)
        })
      ).pipe(
        Effect.mapError((found) => ({ seed, found })),
        Effect.zipRight(news),
        Effect.zipRight(
          Effect.suspend(() => (++finished % Math.ceil(plan.seeds / audits) === 0 ? auditAll : Effect.void))
        )
      )

    const seeds = Array.from({ length: plan.seeds }, (_, index) => (plan.seed + index) | 0)
    yield* Effect.forEach(seeds, one, { concurrency, discard: true })
    yield* auditAll
    return (yield* Clock.currentTimeMillis) - started
  })

const run = <E>(options: CheckOptions<E>): Effect.Effect<Report, HarnessFailure | Session.OpenError<E>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const plan = yield* makePlan(options)
      const { layer, restart = "client", writers = 1, concurrency = 1, shrinkFor = 10_000 } = options
      const session = yield* Session.open({ layer, restart, writers }, concurrency)
      const tally = new Tally()
      const millis = yield* Effect.catchAll(runAll(session, plan, concurrency, tally), ({ seed, found }) =>
        Effect.flatMap(shrink(session, plan, seed, found, shrinkFor), Effect.fail)
      )
      const { commands, accepted, replayed, groups, restarts, conflicts } = tally
      const refused = Object.fromEntries(Array.from(tally.refused).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const counts = { commands, accepted, refused, replayed, groups, restarts, conflicts }
      return { seed: plan.seed, sequences: plan.seeds, ...counts, millis }
    })
    // Spans of that many calls have no use, and would take longer than the calls.
  ).pipe(Effect.withTracerEnabled(false))

const fromUrl = ({ url, ...options }: CheckUrlOptions): CheckOptions<SqlError | InvalidInput> => ({
  restart: /^sqlite:(\/\/)?:memory:/.test(url) ? "services" : "client",
  ...options,
  layer: () => layerFromUrl(url)
})

/**
 * Runs random sequences of commands through the library, on the database of the layer or the address. After every step
 * it checks that all limits hold and all coins add up. It fails with the shortest failing sequence that it found.
 */
export function check<E = never>(
  options: CheckOptions<E>
): Effect.Effect<Report, HarnessFailure | Session.OpenError<E>>
export function check<E = never>(
  options: CheckOptions<E> | CheckUrlOptions
): Effect.Effect<Report, HarnessFailure | Session.OpenError<E | SqlError | InvalidInput>>
export function check<E>(
  options: CheckOptions<E> | CheckUrlOptions
): Effect.Effect<Report, HarnessFailure | Session.OpenError<E | SqlError | InvalidInput>> {
  return "url" in options ? run(fromUrl(options)) : run(options)
}
