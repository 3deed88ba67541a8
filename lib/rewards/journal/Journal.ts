import { Context, Effect, Either, Layer, Metric, MetricLabel } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import type { QueueFull } from "../Errors.ts"
import { Ids, takenAt } from "../Ids.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { KnownUsers } from "../members/KnownUsers.ts"
import { type Command, Outcome } from "./Command.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { Group } from "./Journal/Group.ts"
import { type Found, makeLoad } from "./Journal/load.ts"
import { makeNewcomers } from "./Journal/newcomers.ts"
import { makeSave } from "./Journal/save.ts"
import { Projection } from "./Projection.ts"
import { ordersIn, Trail } from "./Trail.ts"

/**
 * The one way in which awards and transfers are written, whatever their number: a group of commands is one transaction
 * with a fixed number of statements.
 *
 * Locks, in this order, until commit: the rules that the group names, by (partner, rule); the accounts that it can move
 * (`Ledger.lock`); its idempotency keys and the ids of new members, each in their own order; last whatever the projection
 * locks. A tally is read and written only under the locks of its rule and its wallet, so it needs no lock of its own. A key
 * or id that another process took meanwhile is a conflict, and the group starts over.
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
  ): Layer.Layer<Journal, never, Database | Ids | Ledger> => Layer.scoped(this, make(options))
}

/** The most commands that one call may hold. */
export const maxCommands = 1000

const defaults: GroupCommit.GroupCommitOptions = { maxGroup: maxCommands, capacity: 20_000 }

/** Metric: commands by outcome. An award is paid or counted, a transfer is moved; both may be replayed or refused. */
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

/**
 * The labels of each kind and outcome, made once. A metric finds its counter by the identity of the list, and by its
 * contents only the first time.
 */
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
    const ids = yield* Ids
    const projection = yield* Projection
    const trail = yield* Trail
    const load = makeLoad(database, ledger, makeNewcomers(yield* KnownUsers, ids))
    const save = makeSave(ledger)

    const settle = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>, found: Found) {
      const { newcomers, ...state } = yield* load.second(commands, found)
      const at = yield* now
      const group = new Group({ ...state, side: ledger.side, at })
      const newIds = yield* ids.take(commands.length)
      const outcomes = commands.map((command, index) => group.run(command, takenAt(newIds, index)))
      const orders = ordersIn(commands, outcomes)
      const kept = orders.length === 0 ? [] : [yield* trail.keep(orders)]
      const written = Batch.inOrder([save(group, newcomers, at), ledger.post(state.book), ...kept])
      return Batch.map(Batch.zip(written, projection.keep(state.book.transfers)), ([, after]) => ({
        outcomes,
        after
      }))
    })

    // A lone award pays for this span by itself, so it goes without the stack trace that Effect.fn would take.
    const commit = (commands: ReadonlyArray<Command>) =>
      database
        .transactionOn(load.first(commands), (found) => settle(commands, found))
        .pipe(
          Effect.flatMap(({ outcomes, after }) => {
            count(outcomes)
            // What is left to do is not what the callers asked for, and the next group finds it again.
            return Effect.as(Effect.exit(after), outcomes)
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
