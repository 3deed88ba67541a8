import { Array as Arr, Context, Effect, Either, Layer, Metric, MetricLabel } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { AwardCommand } from "../awards/Award.ts"
import { type Explanation, explain } from "../awards/Explanation.ts"
import type { MemberNotFound, QueueFull, RuleNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { ensureTimed, Ids, takenAt } from "../Ids.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { Activity, Backlog, EventLog, KnownUsers, Trail } from "../ports.ts"
import { type Command, type CommandOf, type Once, Outcome, type Submission, type Written } from "./Command.ts"
import { makeContention } from "./CommandWriter/contention.ts"
import { Group } from "./CommandWriter/Group.ts"
import { type Found, makeLoad } from "./CommandWriter/load.ts"
import { save } from "./CommandWriter/save.ts"
import * as GroupCommit from "./GroupCommit.ts"

/**
 * The only writer of awards, transfers, reversals and refunds. A group of commands is one transaction with a fixed number of
 * statements, whatever the number of commands.
 *
 * Locks, in this order, until COMMIT: the rules that the group names, by (partner, rule); the accounts that it can move
 * (`Ledger.lock`); the feeds of its partners that have a subscriber (`EventLog.lock`); its idempotency keys and the ids of new members,
 * each in their own order. The locks of rules protect their tallies, their counters and the reversals of their awards; the locks of
 * wallets protect the refunds of their transfers. A key or id that another process has just inserted is a conflict, and the group
 * starts over.
 */
export class CommandWriter extends Context.Tag("rewards/CommandWriter")<
  CommandWriter,
  {
    /**
     * Returns an outcome for each command, in their order, after COMMIT; inside a host's transaction at once. The commands of one
     * partner commit together; those of several partners, one partner after the other.
     */
    readonly write: (
      commands: ReadonlyArray<Command>
    ) => Effect.Effect<ReadonlyArray<Outcome>, DatabaseFailure | QueueFull>

    /** Says what an award would do now, and why. Writes and locks nothing. */
    readonly explain: (
      command: AwardCommand
    ) => Effect.Effect<Explanation, RuleNotFound | MemberNotFound | DatabaseFailure>

    /** Writes awards of one partner under one idempotency key. */
    readonly writeOnce: (
      commands: ReadonlyArray<CommandOf<"Award">>,
      once: Once
    ) => Effect.Effect<Written, DatabaseFailure | QueueFull>
  }
>() {
  static readonly layer = (
    options: GroupCommit.GroupCommitOptions = {}
  ): Layer.Layer<CommandWriter, never, Activity | Backlog | Database | Ids | Ledger> =>
    Layer.scoped(this, make(options))
}

/** The largest number of commands in one call. */
export const maxCommands = 1000

/** Measured on two cores with 16 partners: more writers slow each other down. */
const writersOnPostgres = 3

/**
 * Metric: commands by outcome. An award is paid, counted or suppressed, a transfer is moved, a reversal or refund is returned;
 * each may be replayed or refused.
 */
const commandOutcomes = Metric.counter("rewards_commands_total", {
  description: "Awards, transfers, reversals and refunds by outcome"
})

const named = (
  result: Either.Either<{ readonly replayed: boolean }, { readonly _tag: string }>,
  done: string
) => (Either.isLeft(result) ? result.left._tag : result.right.replayed ? "replayed" : done)

const outcomeName = Outcome.$match({
  Award: ({ result }) => {
    const award = Either.getOrUndefined(result)
    const unpaid = award?.suppressedBy === null ? "counted" : "suppressed"
    return named(result, award?.awarded === true ? "paid" : unpaid)
  },
  Transfer: ({ result }) => named(result, "moved"),
  Reverse: ({ result }) => named(result, "returned"),
  Refund: ({ result }) => named(result, "returned")
})

/** The labels of each kind and outcome, made once, because a metric finds its counter faster by the same list. */
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
    const activity = yield* Activity
    const trail = yield* Trail
    const log = yield* EventLog
    const load = makeLoad({ database, ids, ledger, log, users: yield* KnownUsers })
    const contentionOf = makeContention(database, ledger, log, (commands) => load.first(commands, false))

    const notify = ({ changes }: Group) => {
      const transfers = new Map<PartnerId, number>()
      for (const { partnerId } of changes.state.book.transfers) {
        transfers.set(partnerId, (transfers.get(partnerId) ?? 0) + 1)
      }
      for (const [partnerId, count] of transfers) activity.notify(partnerId, count)
      const { occurrences } = changes
      if (occurrences.length > 0) log.notify(new Set(occurrences.map(({ partnerId }) => partnerId)))
    }

    /** Runs the commands, and returns the statements that write their changes. */
    const run = Effect.fnUntraced(function* (
      submissions: ReadonlyArray<Submission>,
      commands: ReadonlyArray<Command>,
      found: Found
    ) {
      const { answers, newcomers, state } = yield* load.second(submissions, commands, found)
      const group = new Group(state, answers)
      const newIds = yield* ids.take(commands.length)
      ensureTimed(newIds, state.at)
      let taken = 0
      const results = submissions.map((each) => group.submit(each, () => takenAt(newIds, taken++)))
      const { changes, orders } = group
      const { occurrences } = changes
      const statements = Batch.inOrder([
        save(ledger, group, newcomers),
        ...(orders.length === 0 ? [] : [yield* trail.record(orders)]),
        ...(occurrences.length === 0 ? [] : [yield* log.append(state.feeds, occurrences, state.at)])
      ])
      return Batch.map(statements, () => ({ group, results }))
    })

    // A group can be a single award, so the span is cheap: it takes no stack trace, as Effect.fn would.
    const commit = (submitted: ReadonlyArray<Submission>) =>
      Effect.flatMap(load.undone(submitted), (submissions) => {
        const commands = submissions.flatMap((each) => each.commands)
        return database
          .transactionOn(load.first(commands), (found) => run(submissions, commands, found))
          .pipe(
            Effect.flatMap(({ group, results }) => {
              for (const result of results) if (result._tag === "Settled") count(result.outcomes)
              return Effect.as(
                database.afterCommit(() => notify(group)),
                results
              )
            }),
            Effect.withSpan("CommandWriter.commit", { captureStackTrace: false })
          )
      })

    const isBlocked = (submitted: ReadonlyArray<Submission>) =>
      Effect.flatMap(load.undone(submitted), (submissions) =>
        Effect.map(contentionOf(submissions.flatMap((each) => each.commands)), (isHeld) =>
          submissions.map(({ commands }) => commands.some(isHeld))
        )
      )

    const groups = yield* GroupCommit.make(
      // A transaction on one node of a distributed database commits there alone.
      { write: commit, isBlocked, canMix: () => !database.dialect.distributed },
      // SQLite has one writer at a time.
      {
        writers: writersOnPostgres,
        ...options,
        ...(database.dialect.name === "sqlite" ? { writers: 1 } : {})
      }
    )
    const backlog = yield* Backlog
    backlog.follow(groups.pending)

    /** Queues a submission under its partner, or writes it at once inside a host's transaction. */
    const submit = (partnerId: PartnerId, submission: Submission) =>
      Effect.flatMap(database.inTransaction, (inside) =>
        inside
          ? Effect.map(commit([submission]), ([written]) => writtenOf(written))
          : groups.submit(partnerId, submission, Math.max(1, submission.commands.length))
      )

    const writeAll = (commands: ReadonlyArray<Command>) => {
      const [first] = commands
      return first === undefined
        ? Effect.succeed([])
        : Effect.map(submit(first.command.partnerId, { commands }), outcomesOf)
    }

    return CommandWriter.of({
      write: (commands) => {
        const byPartner = Map.groupBy(commands, ({ command }) => command.partnerId)
        if (byPartner.size <= 1) return writeAll(commands)
        return Effect.map(
          Effect.forEach(byPartner.values(), (some) =>
            Effect.map(writeAll(some), (outcomes) => Arr.zip(some, outcomes))
          ),
          (written) => {
            const outcomes = new Map(written.flat())
            return commands.map((command) => outcomeOf(outcomes.get(command)))
          }
        )
      },
      writeOnce: (commands, once) => submit(once.partnerId, { commands, once }),
      explain: (command) =>
        Effect.map(load.awardCounts(command), ({ at, counts, rule, target }) =>
          explain(rule, counts, target, at)
        )
    })
  })

const writtenOf = (written: Written | undefined): Written => {
  if (written === undefined) throw new Error("a submission got no result")
  return written
}

const outcomeOf = (outcome: Outcome | undefined): Outcome => {
  if (outcome === undefined) throw new Error("a command got no outcome")
  return outcome
}

/** The outcomes of a submission without an idempotency key. */
const outcomesOf = (written: Written): ReadonlyArray<Outcome> => {
  if (written._tag !== "Settled") throw new Error(`a submission without a key was ${written._tag}`)
  return written.outcomes
}
