import { Context, Effect, Either, Layer, Metric, MetricLabel } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { AwardCommand } from "../awards/Award.ts"
import { type Explanation, explain } from "../awards/Explanation.ts"
import type { MemberNotFound, QueueFull, RuleNotFound } from "../Errors.ts"
import { EventLog, type Occurrence } from "../events/EventLog.ts"
import type { PartnerId } from "../Id.ts"
import { ensureTimed, Ids, takenAt } from "../Ids.ts"
import type { Transfer } from "../ledger/Account.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { KnownUsers } from "../members/KnownUsers.ts"
import { Activity } from "./Activity.ts"
import { Backlog } from "./Backlog.ts"
import { type Command, type CommandOf, type Once, Outcome, type Submission, type Written } from "./Command.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { makeContention } from "./Journal/contention.ts"
import { Group } from "./Journal/Group.ts"
import { type Found, makeLoad } from "./Journal/load.ts"
import { makeLook } from "./Journal/look.ts"
import { makeNewcomers } from "./Journal/newcomers.ts"
import { makeFindRecords } from "./Journal/records.ts"
import { makeSave } from "./Journal/save.ts"
import { ordersIn, Trail } from "./Trail.ts"

/**
 * The one way in which awards, transfers, reversals and refunds are written, whatever their number: a group of commands is
 * one transaction with a fixed number of statements.
 *
 * Locks, in this order, until commit: the rules that the group names, by (partner, rule); the accounts that it can move
 * (`Ledger.lock`); the feeds of those of its partners that have a subscriber (`EventLog.lock`); its idempotency keys and the ids of new members, each in their own order. Tallies, the counters of limits
 * and the reversals of awards are read and written only under the locks of their rules, the refunds of transfers under those
 * of their wallets, so they need no locks of their own. A key or id that another process took meanwhile is a conflict, and the
 * group starts over.
 */
export class Journal extends Context.Tag("rewards/Journal")<
  Journal,
  {
    /**
     * An outcome for each command, in their order, after commit. Inside a host's transaction: at once, in it. The commands of
     * one partner commit together; those of several partners, one partner after the other.
     */
    readonly write: (
      commands: ReadonlyArray<Command>
    ) => Effect.Effect<ReadonlyArray<Outcome>, DatabaseFailure | QueueFull>

    /** What an award would do now, and why. Writes and locks nothing. */
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
  ): Layer.Layer<Journal, never, Activity | Backlog | Database | Ids | Ledger> =>
    Layer.scoped(this, make(options))
}

/** The most commands that one call may hold. */
export const maxCommands = 1000

/** Measured on two cores with 16 partners: more writers get in each other's way. */
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
    const activity = yield* Activity
    const trail = yield* Trail
    const log = yield* EventLog
    const findNewcomers = makeNewcomers(yield* KnownUsers, ids)
    const load = makeLoad(database, ledger, findNewcomers, log)
    const look = makeLook(database, findNewcomers)
    const findRecords = makeFindRecords(database)
    const save = makeSave(ledger)

    const contentionOf = makeContention(database, ledger, log)

    const tell = (transfers: ReadonlyArray<Transfer>, occurrences: ReadonlyArray<Occurrence>) => {
      const moved = new Map<PartnerId, number>()
      for (const { partnerId } of transfers) moved.set(partnerId, (moved.get(partnerId) ?? 0) + 1)
      for (const [partnerId, count] of moved) activity.tell(partnerId, count)
      if (occurrences.length > 0) log.tell(new Set(occurrences.map(({ partnerId }) => partnerId)))
    }

    const settle = Effect.fnUntraced(function* (
      submissions: ReadonlyArray<Submission>,
      commands: ReadonlyArray<Command>,
      found: Found
    ) {
      const { answers, newcomers, state } = yield* load.second(submissions, commands, found)
      const { at, book } = state
      const group = new Group({ ...state, side: ledger.side }, answers)
      const newIds = yield* ids.take(commands.length)
      ensureTimed(newIds, at)
      let taken = 0
      const results = submissions.map((each) => group.submit(each, () => takenAt(newIds, taken++)))
      const orders = submissions.flatMap(({ commands }, index) => {
        const result = results[index]
        return result?._tag === "Settled" ? ordersIn(commands, result.outcomes) : []
      })
      const kept = orders.length === 0 ? [] : [yield* trail.keep(orders)]
      const { occurrences } = group.changes
      const noted = occurrences.length === 0 ? [] : [yield* log.append(state.feeds, occurrences, at)]
      const written = Batch.inOrder([save(group, newcomers, at), ledger.post(book), ...kept, ...noted])
      return Batch.map(written, () => ({ results, transfers: book.transfers, occurrences }))
    })

    // A lone award pays for this span by itself, so it goes without the stack trace that Effect.fn would take.
    const commit = (submitted: ReadonlyArray<Submission>) =>
      Effect.flatMap(findRecords(submitted), (submissions) => {
        const commands = submissions.flatMap((each) => each.commands)
        return database
          .transactionOn(load.first(commands), (found) => settle(submissions, commands, found))
          .pipe(
            Effect.flatMap(({ occurrences, results, transfers }) => {
              for (const result of results) if (result._tag === "Settled") count(result.outcomes)
              return Effect.as(
                database.afterCommit(() => tell(transfers, occurrences)),
                results
              )
            }),
            Effect.withSpan("Journal.settle", { captureStackTrace: false })
          )
      })

    const isBlocked = (submitted: ReadonlyArray<Submission>) =>
      Effect.flatMap(findRecords(submitted), (submissions) =>
        Effect.map(contentionOf(submissions.flatMap((each) => each.commands)), (isHeld) =>
          submissions.map(({ commands }) => commands.some(isHeld))
        )
      )

    const groups = yield* GroupCommit.make(
      { write: commit, isBlocked },
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

    return Journal.of({
      write: (commands) => {
        // Almost always a caller speaks for one partner, and mostly with one command.
        const [first] = commands
        const isOfFirst = ({ command }: Command) => command.partnerId === first?.command.partnerId
        if (commands.every(isOfFirst)) return writeAll(commands)
        const byPartner = Map.groupBy(commands, ({ command }) => command.partnerId)
        return Effect.map(
          Effect.forEach(byPartner.values(), (some) =>
            Effect.map(writeAll(some), (outcomes) =>
              some.map((command, index) => [command, outcomes[index]] as const)
            )
          ),
          (written) => {
            const outcomes = new Map(written.flat())
            return commands.map((command) => outcomeOf(outcomes.get(command)))
          }
        )
      },
      writeOnce: (commands, once) => submit(once.partnerId, { commands, once }),
      explain: (command) =>
        Effect.map(look(command), ({ at, rule, standing, target }) => explain(rule, standing, target, at))
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

/** A submission without a key of its own has outcomes. */
const outcomesOf = (written: Written): ReadonlyArray<Outcome> => {
  if (written._tag !== "Settled") throw new Error(`a submission without a key was ${written._tag}`)
  return written.outcomes
}
