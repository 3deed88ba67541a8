import { Context, Effect, Either, Layer, Metric, MetricLabel } from "effect"
import type { Crowded } from "../../boards/Scores/divide.ts"
import { Scores } from "../../boards/Scores.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import type { QueueFull } from "../Errors.ts"
import { Ids } from "../Ids.ts"
import { Ledger } from "../ledger/Ledger.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { type Command, Outcome } from "./Journal/Command.ts"
import { type Loading, makeLoad } from "./Journal/load.ts"
import { Page } from "./Journal/Page.ts"
import { makeSave } from "./Journal/save.ts"

/**
 * The one way in which awards and transfers are written, whatever their number: a group of commands is one transaction
 * with a fixed number of statements.
 *
 * Who locks what, in which order, until when: first the rules that the group names, in the order of (partner, rule),
 * then, shared, the users whom it names and who are no members yet, in the order of their ids (see Links), then the
 * accounts that it can move (`Ledger.lock`), then its idempotency keys, in their own order, last the boards' rungs
 * (`Scores`), all until commit. A tally is read and written only by somebody who holds both its rule and its wallet, so
 * it needs no lock of its own. A key that another process used in the meantime is a conflict, and the group starts over.
 */
export class Journal extends Context.Tag("rewards/Journal")<
  Journal,
  {
    /** An outcome for each command, in their order, after commit. Inside a host's transaction: at once, in it. */
    readonly write: (
      commands: ReadonlyArray<Command>
    ) => Effect.Effect<ReadonlyArray<Outcome>, DatabaseFailure | QueueFull>
  }
>() {
  static readonly layer = (
    options: GroupCommit.GroupCommitOptions = defaults
  ): Layer.Layer<Journal, never, Database | Ledger | Scores | Ids> => Layer.scoped(this, make(options))
}

/** The most commands that one call may hold. */
export const maxCommands = 1000

const defaults: GroupCommit.GroupCommitOptions = { maxGroup: maxCommands, capacity: 20_000 }

/** For whoever watches: what became of commands. An award is paid or counted; anything may be replayed or refused. */
const commandOutcomes = Metric.counter("rewards_commands_total", {
  description: "Awards and transfers by outcome"
})

const outcomeName = Outcome.$match({
  Award: ({ result }) =>
    Either.match(result, {
      onLeft: ({ _tag }): string => _tag,
      onRight: ({ awarded, replayed }) => (replayed ? "replayed" : awarded ? "paid" : "counted")
    }),
  Transfer: ({ result }) =>
    Either.match(result, {
      onLeft: ({ _tag }): string => _tag,
      onRight: ({ replayed }) => (replayed ? "replayed" : "moved")
    })
})

/** The labels of each kind and outcome, made once: a metric finds its count by the list, and by its contents only the first time. */
const labels = new Map<string, ReadonlyArray<MetricLabel.MetricLabel>>()

const labelsOf = (kind: string, outcome: string): ReadonlyArray<MetricLabel.MetricLabel> => {
  const key = `${kind} ${outcome}`
  const known = labels.get(key)
  if (known !== undefined) return known
  const made = [MetricLabel.make("kind", kind.toLowerCase()), MetricLabel.make("outcome", outcome)]
  labels.set(key, made)
  return made
}

const count = (outcomes: ReadonlyArray<Outcome>): void => {
  for (const outcome of outcomes)
    commandOutcomes.unsafeUpdate(1, labelsOf(outcome._tag, outcomeName(outcome)))
}

const make = (options: GroupCommit.GroupCommitOptions) =>
  Effect.gen(function* () {
    const database = yield* Database
    const ledger = yield* Ledger
    const scores = yield* Scores
    const ids = yield* Ids
    const load = makeLoad(database, ledger, ids)
    const save = makeSave(ledger)

    const settle = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>, loading: Loading) {
      const { newcomers, ...state } = yield* loading
      const at = yield* now
      const page = new Page({ ...state, side: ledger.side, at })
      const newIds = yield* ids.take(commands.length)
      const outcomes = commands.map((command, index) => page.run(command, newIds[index] ?? ""))
      const written = Batch.inOrder([save(page, newcomers, at), ledger.post(state.book)])
      return Batch.map(Batch.zip(written, scores.keep(state.book.transfers)), ([, crowded]) => ({
        outcomes,
        crowded
      }))
    })

    // What the boards leave to be done is not what the callers asked for, and whoever comes next finds it again.
    const tidy = (crowded: ReadonlyArray<Crowded>) =>
      crowded.length === 0
        ? Effect.void
        : Effect.flatMap(database.inTransaction, (inside) =>
            Effect.exit(inside ? database.transaction(scores.divideAtOnce(crowded)) : scores.divide(crowded))
          )

    // A lone award pays for this span by itself, so it goes without the stack trace that Effect.fn would take.
    const commit = (commands: ReadonlyArray<Command>) =>
      database
        .transactionOn(load(commands), (loading) => settle(commands, loading))
        .pipe(
          Effect.flatMap(({ outcomes, crowded }) => {
            count(outcomes)
            return Effect.as(tidy(crowded), outcomes)
          }),
          Effect.withSpan("Journal.settle", { captureStackTrace: false })
        )
    const group = yield* GroupCommit.make(commit, options)

    return Journal.of({
      write: (commands) =>
        commands.length === 0
          ? Effect.succeed([])
          : Effect.flatMap(database.inTransaction, (inside) =>
              inside ? commit(commands) : group.submit(commands)
            )
    })
  })
