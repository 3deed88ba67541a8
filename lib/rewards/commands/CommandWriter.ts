import { Array as Arr, Context, Effect, Layer, Metric, MetricLabel } from "effect"
import { BoundedMap } from "../../schema/BoundedMap.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { AwardCommand } from "../awards/Award.ts"
import type { Explanation } from "../awards/Explanation.ts"
import type { MemberNotFound, QueueFull, RuleNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { ensureTimed, Ids, takenAt } from "../Ids.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { Activity, Backlog, EventLog, KnownUsers, noSubscribers, Trail } from "../ports.ts"
import type { Command, CommandOf, Once, Outcome, Submission, Written } from "./Command.ts"
import { makeIsBlocked } from "./CommandWriter/contention.ts"
import { makeExplain } from "./CommandWriter/explain.ts"
import { Group } from "./CommandWriter/Group.ts"
import { makeLoad } from "./CommandWriter/load.ts"
import { type Found, findFirst, partnersOf } from "./CommandWriter/neededRows.ts"
import { save } from "./CommandWriter/save.ts"
import { withUndoneRecords } from "./CommandWriter/undo.ts"
import * as GroupCommit from "./GroupCommit.ts"

/**
 * The only writer of awards, transfers, reversals and refunds. It writes a group of commands in one transaction. The transaction takes
 * these locks in this order, and keeps them until COMMIT:
 * 1. Rules of awards and reversals, sorted by (partner, rule). The lock also protects the rule's tallies, counters and reversals.
 * 2. Users who are not members yet (`KnownUsers.among`).
 * 3. Accounts whose balances can change (`Ledger.lock`). The lock of a wallet also protects the refunds of its transfers.
 * 4. Feeds of partners that have a subscriber (`EventLog.lock`), and then, in share mode, the other feeds
 *    (`EventLog.holdUnsubscribed`). A host's transaction locks no feed.
 * 5. Ids of new members, which are inserted in sorted order.
 * 6. Idempotency keys, which are inserted in sorted order.
 */
export class CommandWriter extends Context.Tag("rewards/CommandWriter")<
  CommandWriter,
  {
    /**
     * Writes commands, and returns their outcomes in the same order. It waits for COMMIT, but not for the COMMIT of a host's own
     * transaction. The commands of one partner commit together. Partners are written one after another.
     */
    readonly write: (
      commands: ReadonlyArray<Command>
    ) => Effect.Effect<ReadonlyArray<Outcome>, DatabaseFailure | QueueFull>

    /** Returns the outcome that an award would have now, and the reasons. Writes and locks nothing. */
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

const writersOnPostgres = 3

/** Counts commands by kind and outcome (`outcomeName`). A replayed bulk request is not counted. */
const commandOutcomes = Metric.counter("rewards_commands_total", {
  description: "Awards, transfers, reversals and refunds by outcome"
})

const outcomeName = ({ _tag, result }: Outcome): string => {
  if (result._tag === "Left") return result.left._tag
  const record = result.right
  if (record.replayed) return "replayed"
  if (!("awarded" in record)) return _tag === "Transfer" ? "moved" : "returned"
  const unpaid = record.suppressedBy === null ? "counted" : "suppressed"
  return record.awarded ? "paid" : unpaid
}

/** The labels of each kind and outcome. They are cached, because a metric caches its counters by the identity of the array. */
const labels = new BoundedMap<ReadonlyArray<MetricLabel.MetricLabel>>(1000)

const labelsOf = (kind: string, outcome: string): ReadonlyArray<MetricLabel.MetricLabel> => {
  const key = `${kind} ${outcome}`
  const make = () => [MetricLabel.make("kind", kind.toLowerCase()), MetricLabel.make("outcome", outcome)]
  return labels.get(key) ?? labels.remember(key, make())
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
    const users = yield* KnownUsers
    const load = makeLoad({ database, ids, ledger, log, users })

    const notify = ({ changes }: Group) => {
      const byPartner = Map.groupBy(changes.state.book.transfers, ({ partnerId }) => partnerId)
      for (const [partnerId, { length }] of byPartner) activity.notify(partnerId, length)
      const { occurrences } = changes
      if (occurrences.length > 0) log.notify(new Set(occurrences.map(({ partnerId }) => partnerId)))
    }

    /** Runs the commands, and returns the statements that write their changes. */
    const run = Effect.fnUntraced(function* (
      submissions: ReadonlyArray<Submission>,
      commands: ReadonlyArray<Command>,
      found: Found,
      ofHost: boolean
    ) {
      const { answers, newcomers, state } = yield* load(submissions, commands, found, ofHost)
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

    // `Effect.fn` would capture a stack trace for every group.
    const commit = (submitted: ReadonlyArray<Submission>, ofHost: boolean) =>
      Effect.flatMap(withUndoneRecords(database, submitted), (submissions) => {
        const commands = submissions.flatMap((each) => each.commands)
        const subscribers = ofHost ? Batch.succeed(noSubscribers) : log.subscribers(partnersOf(commands))
        return database
          .transactionOn(findFirst(commands, true, subscribers), (found) =>
            run(submissions, commands, found, ofHost)
          )
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

    const groups = yield* GroupCommit.make(
      {
        write: (submissions) => commit(submissions, false),
        isBlocked: makeIsBlocked(database, ledger, log),
        // On a distributed database, a transaction with partners on several nodes would need a two-phase commit.
        canMix: () => !database.dialect.distributed
      },
      // SQLite has one writer at a time.
      {
        writers: writersOnPostgres,
        ...options,
        ...(database.dialect.name === "sqlite" ? { writers: 1 } : {})
      }
    )
    const backlog = yield* Backlog
    backlog.follow(groups.pending)

    /** Puts a submission into the queue of its partner. Inside a transaction, writes the submission at once. */
    const submit = (partnerId: PartnerId, submission: Submission) =>
      Effect.flatMap(database.inTransaction, (inside) =>
        inside
          ? Effect.map(
              Effect.flatMap(database.inHostTransaction, (ofHost) => commit([submission], ofHost)),
              (written) => Arr.unsafeGet(written, 0)
            )
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
            return commands.map((command) => {
              const outcome = outcomes.get(command)
              if (outcome === undefined) throw new Error("a command got no outcome")
              return outcome
            })
          }
        )
      },
      writeOnce: (commands, once) => submit(once.partnerId, { commands, once }),
      explain: makeExplain(database, users, ids)
    })
  })

/** The outcomes of a submission without an idempotency key. */
const outcomesOf = (written: Written): ReadonlyArray<Outcome> => {
  if (written._tag !== "Settled") throw new Error(`a submission without a key was ${written._tag}`)
  return written.outcomes
}
