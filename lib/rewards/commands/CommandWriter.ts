import { Array as Arr, Context, Effect, Layer, Metric, MetricBoundaries, MetricLabel } from "effect"
import { BoundedMap } from "../../schema/BoundedMap.ts"
import type { InvalidInput } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { ActivityOutcome, ExplainActivity } from "../activities/Activity.ts"
import type { AwardCommand } from "../awards/Award.ts"
import type { Explanation } from "../awards/Explanation.ts"
import { now } from "../clock.ts"
import type { MemberNotFound, QueueFull, RuleNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { ensureTimed, Ids, takenAt } from "../Ids.ts"
import { walletOf } from "../ledger/Account.ts"
import { findAccounts, Ledger } from "../ledger/Ledger.ts"
import { localDayOf } from "../limits/calendar.ts"
import { type FreeWallet, findUnnoticed, lockDue } from "../lots/freeWallets.ts"
import type { MemberOfPartner } from "../members/attributeRows.ts"
import { Orderers } from "../orderers/Orderers.ts"
import { heldOffset, inTimeOf, within } from "../partners/PartnerClocks.ts"
import { isTestSide } from "../partners/testSide.ts"
import { Backlog, EventLog, KnownUsers, NewTransfers, Trail } from "../ports.ts"
import { Refusals } from "../refusals/Refusals.ts"
import type { BulkCommand, Caused, Command, Once, Outcome, Submission, Written } from "./Command.ts"
import { ActivitySizes } from "./CommandWriter/ActivitySizes.ts"
import { awardOutcome } from "./CommandWriter/award.ts"
import type { Changes } from "./CommandWriter/Changes.ts"
import { makeIsBlocked } from "./CommandWriter/contention.ts"
import { type ErasedCoins, eraseCoins } from "./CommandWriter/erase.ts"
import { makeExplain } from "./CommandWriter/explain.ts"
import { type Found, findFirst, findMembers, findNewcomers } from "./CommandWriter/findFirst.ts"
import { Group } from "./CommandWriter/Group.ts"
import { makeLoad } from "./CommandWriter/load.ts"
import { save } from "./CommandWriter/save.ts"
import { withUndoneRecords } from "./CommandWriter/undo.ts"
import { noticeExpiring, settleDue } from "./CommandWriter/wallet.ts"
import * as GroupCommit from "./GroupCommit.ts"

/**
 * Writes all awards, activities, transfers, reversals, refunds and adjustments, except those of imported archives. It writes a group of
 * commands in one transaction. The transaction takes these locks in this order, and keeps them until COMMIT. If the partner is a test
 * side, it first takes the lock of its clock: see `PartnerClocks`.
 * 1. Rules of awards and reversals, and all rules that decide about the types of the group's activities, sorted by (partner, rule). The
 *    lock also protects the rule's tallies and counters, and the reversals of its awards.
 * 2. Users who are not members yet (`KnownUsers.among`).
 * 3. Accounts whose balances can change (`Ledger.lock`). The lock of a wallet also protects the refunds and reversals of its transfers and
 *    adjustments, the member's activities, pending account, pending awards and lots. The sweeper does not wait for wallets.
 * 4. Feeds of partners (`EventLog.lock`). On PostgreSQL, a host's transaction locks no feed.
 * 5. The partners' accounts of expired coins (`Ledger.lockMore`).
 * 6. Ids of new members, which are inserted in sorted order.
 * 7. Idempotency keys, which are inserted in sorted order.
 */
export class CommandWriter extends Context.Tag("rewards/CommandWriter")<
  CommandWriter,
  {
    /**
     * Writes commands, and returns their outcomes in the same order. It waits for COMMIT, unless it is called inside a
     * transaction. The commands of one partner commit together. Partners are written one after another.
     */
    readonly write: (
      commands: ReadonlyArray<Command>
    ) => Effect.Effect<ReadonlyArray<Outcome>, DatabaseFailure | QueueFull>

    /** Returns the outcome that an award would have now, and the reasons. Writes nothing. */
    readonly explain: (
      command: AwardCommand
    ) => Effect.Effect<Explanation, RuleNotFound | MemberNotFound | DatabaseFailure>

    /** Returns the outcomes that an activity would have now. Writes nothing. */
    readonly explainActivity: (
      command: ExplainActivity
    ) => Effect.Effect<ReadonlyArray<ActivityOutcome>, MemberNotFound | InvalidInput | DatabaseFailure>

    /** Returns the `memberKey` of each user in the commands who is a member, or becomes one if the command is accepted. */
    readonly knownMembers: (
      commands: ReadonlyArray<BulkCommand>
    ) => Effect.Effect<ReadonlySet<string>, DatabaseFailure>

    /** Writes awards, activities or adjustments of one partner under one idempotency key. */
    readonly writeOnce: (
      commands: ReadonlyArray<BulkCommand>,
      once: Once
    ) => Effect.Effect<Written, DatabaseFailure | QueueFull>

    /**
     * Writes some of the maturities and expiries that are due in the wallets of a partner, in one transaction. `dueSlices.ts` limits how
     * many. Skips wallets that another transaction has locked.
     */
    readonly settle: (partnerId: PartnerId, range: SweepRange) => Effect.Effect<Swept, DatabaseFailure>

    /**
     * Writes all maturities and expiries that are due in these wallets of one partner. It must be called in a transaction, which keeps the
     * wallets locked until COMMIT.
     */
    readonly settleAll: (members: ReadonlyArray<MemberOfPartner>) => Effect.Effect<void, DatabaseFailure>

    /**
     * Moves all coins of a member to the partner's expired coins, and closes the wallet. Then commands do not find the member by its id any
     * more. The caller must have given the member its pseudonym, in the same transaction.
     */
    readonly erase: (member: MemberOfPartner, cause: Caused) => Effect.Effect<Erased, DatabaseFailure>

    /**
     * Like `settle`, for wallets with a lot that expires at `until` or before, and for which the event `coins.expiring` was not written
     * yet. Writes these events if the partner has a subscriber.
     */
    readonly notice: (
      partnerId: PartnerId,
      until: Date,
      range: SweepRange
    ) => Effect.Effect<Swept, DatabaseFailure>
  }
>() {
  static readonly layer = (
    options: GroupCommit.GroupCommitOptions = {}
  ): Layer.Layer<
    CommandWriter,
    never,
    NewTransfers | Backlog | Database | Ids | Ledger | Orderers | Refusals
  > => Layer.scoped(this, make(options))
}

/**
 * The part of the due wallets, or of the lots that expire soon, that one transaction of the sweeper reads. It skips the first `passed`, and
 * reads at most `most`.
 */
export interface SweepRange {
  readonly most: number
  readonly passed: number
}

/** What one transaction of the sweeper did. */
export interface Swept {
  /** The number of wallets that it changed and in which nothing is due any more. */
  readonly wallets: number
  /** The number of events `coins.expiring` that it wrote. */
  readonly notices: number
  /** Whether it changed a wallet in which more is due. */
  readonly isLeft: boolean
}

/** The largest number of commands in one call. */
export const maxCommands = 1000

/** Three groups at a time keep two cores of PostgreSQL busy. */
const writersOnPostgres = 3

/**
 * On Citus each statement of a group waits for a worker, so more groups wait at the same time than on PostgreSQL. The other
 * connections of a pool of 10 stay free for reads and folds.
 */
const writersOnCitus = 6

/**
 * Counts commands by kind and outcome (`outcomeName`). The awards of activities are counted as well. A replayed bulk request is not
 * counted.
 */
const commandOutcomes = Metric.counter("rewards_commands_total", {
  description: "Awards, activities, transfers, reversals, confirmations, refunds and adjustments by outcome"
})

const groupSizes = Metric.histogram(
  "rewards_group_size",
  MetricBoundaries.fromIterable([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000]),
  "Commands written in one transaction"
)

const countOf = (submissions: ReadonlyArray<Submission>): number =>
  submissions.reduce((sum, { commands }) => sum + commands.length, 0)

const movedAs = {
  Award: "paid",
  Activity: "recorded",
  Transfer: "moved",
  Reverse: "returned",
  Confirm: "matured",
  Refund: "returned",
  Adjust: "adjusted",
  Approve: "approved",
  Decline: "declined",
  ReverseAdjustment: "returned",
  ReverseActivity: "returned"
} as const

const outcomeName = ({ _tag, result }: Outcome): string => {
  if (result._tag === "Left") return result.left._tag
  const record = result.right
  if (record.replayed) return "replayed"
  if ("state" in record) return record.state
  return "awarded" in record ? awardOutcome(record) : movedAs[_tag]
}

/** The labels of each kind and outcome. They are cached, because a metric caches its counters by the identity of the array. */
const labels = new BoundedMap<ReadonlyArray<MetricLabel.MetricLabel>>(1000)

const labelsOf = (kind: string, outcome: string): ReadonlyArray<MetricLabel.MetricLabel> => {
  const key = `${kind} ${outcome}`
  const make = () => [MetricLabel.make("kind", kind.toLowerCase()), MetricLabel.make("outcome", outcome)]
  return labels.get(key) ?? labels.remember(key, make())
}

/** The wallets in which due maturities and expiries are written. They are locked. */
interface Sweep {
  readonly wallets: ReadonlyArray<FreeWallet>
  /** If it is given, the event `coins.expiring` is written for lots that expire at this time or before. */
  readonly noticeUntil?: Date
  /** The cause of the erasure of the wallets' members; undefined if they are not erased. */
  readonly erasure?: Caused
}

/** The coins that an erasure moved, and its time. */
export interface Erased extends ErasedCoins {
  readonly at: Date
}

const noSweep: Sweep = { wallets: [] }
const nothingSwept: Swept = { wallets: 0, notices: 0, isLeft: false }
const nothingFound: Found = { rules: [], members: new Map() }

/** Counts the outcomes of a group. Updates the metric once for each kind and outcome, because an update is slow. */
const count = (results: ReadonlyArray<Written>, { activityAwards }: Changes): void => {
  const counts = new Map<Outcome["_tag"], Map<string, number>>()
  const add = (kind: Outcome["_tag"], name: string) => {
    const byName = counts.get(kind) ?? new Map<string, number>()
    counts.set(kind, byName.set(name, (byName.get(name) ?? 0) + 1))
  }
  for (const result of results) {
    if (result._tag !== "Settled") continue
    for (const outcome of result.outcomes) add(outcome._tag, outcomeName(outcome))
  }
  for (const name of activityAwards) add("Award", name)
  for (const [kind, byName] of counts)
    for (const [name, number] of byName) commandOutcomes.unsafeUpdate(number, labelsOf(kind, name))
}

/** The partner of the first command. A group that has a test side has no other partner. */
const partnerOf = ([first]: ReadonlyArray<Submission>): PartnerId | undefined =>
  first?.once?.partnerId ?? first?.commands[0]?.command.partnerId

const commandsOf = (submissions: ReadonlyArray<Submission>): ReadonlyArray<Command> =>
  submissions.flatMap((each) => each.commands)

const make = (options: GroupCommit.GroupCommitOptions) =>
  Effect.gen(function* () {
    const database = yield* Database
    const ledger = yield* Ledger
    const ids = yield* Ids
    const newTransfers = yield* NewTransfers
    const trail = yield* Trail
    const log = yield* EventLog
    const users = yield* KnownUsers
    const orderers = yield* Orderers
    const refusals = yield* Refusals
    const sizes = new ActivitySizes()
    const load = makeLoad({ database, ids, ledger, log, users })

    const notify = ({ changes }: Group) => {
      const byPartner = Map.groupBy(changes.state.book.transfers, ({ partnerId }) => partnerId)
      for (const [partnerId, { length }] of byPartner) newTransfers.notify(partnerId, length)
      const { occurrences } = changes
      if (occurrences.length > 0) log.notify(new Set(occurrences.map(({ partnerId }) => partnerId)))
    }

    /** Makes a function that returns new ids, one after another. */
    const idsFor = Effect.fnUntraced(function* (records: number, at: Date) {
      const newIds = yield* ids.take(records)
      ensureTimed(newIds, at)
      let taken = 0
      return () => takenAt(newIds, taken++)
    })

    /**
     * Runs the commands, and returns the statements that write their changes. If more is due in their wallets than one transaction may
     * write, writes only a part of what is due, and returns no results.
     */
    const run = Effect.fnUntraced(function* (
      submissions: ReadonlyArray<Submission>,
      commands: ReadonlyArray<Command>,
      found: Found,
      ofHost: boolean,
      { erasure, noticeUntil, wallets }: Sweep = noSweep
    ) {
      const { answers, newMembers, due, further, inheritance, isSlice, most, state } = yield* load(
        submissions,
        commands,
        found,
        ofHost,
        wallets
      )
      const group = new Group(state, answers)
      const records = isSlice
        ? 0
        : commands.length + further + (erasure === undefined ? 0 : 2 * wallets.length)
      const takeId = yield* idsFor(records, state.at)
      const erased: Array<Erased> = []
      for (const member of due) {
        const owner = { ...member, cause: {} }
        const isSettled = settleDue(group.changes, owner, most)
        if (isSettled && noticeUntil !== undefined) noticeExpiring(group.changes, owner, noticeUntil)
        if (erasure === undefined || isSlice) continue
        const moved = eraseCoins(group.changes, { ...owner, cause: erasure }, takeId)
        erased.push({ ...moved, at: state.at })
      }
      const results = isSlice ? undefined : submissions.map((each) => group.submit(each, takeId))
      if (results !== undefined) sizes.learn(results)
      const { changes, orders } = group
      const { full } = state.book
      if (full.length > 0) {
        ledger.widen(full)
        return yield* new TransactionConflict({ reason: "an account of the partner is full" })
      }
      // Falsified lots can state due coins that do not exist. Commands and erasures must not wait for these forever.
      const waits = results === undefined && (commands.length > 0 || erasure !== undefined)
      if (waits && state.book.transfers.length === 0) {
        throw new Error("wallets state due coins that their lots and pending awards do not have")
      }
      const { occurrences } = changes
      const statements = Batch.inOrder([
        save(ledger, group, newMembers, inheritance),
        ...(erased.length > 0
          ? [
              ledger.close(
                wallets.map(({ account }) => account),
                state.at
              )
            ]
          : []),
        ...(orders.length === 0 ? [] : [yield* trail.record(orders)]),
        ...(occurrences.length === 0 ? [] : [yield* log.append(state.feeds, occurrences, state.at)])
      ])
      return Batch.map(statements, () => ({ group, results, erased }))
    })

    /**
     * Writes submissions in one transaction. If too much is due in their wallets, writes only a part of what is due (see `dueSlices.ts`),
     * and returns undefined. This part is written in the same transaction, because the transaction has locked the wallets. The function is
     * not made with `Effect.fn`, which would capture a stack trace for every group.
     */
    const commit = (submitted: ReadonlyArray<Submission>, ofHost: boolean) =>
      database
        .transactionAfter(
          withUndoneRecords(database, submitted),
          (submissions) =>
            Batch.all({
              offset: heldOffset(partnerOf(submissions)),
              found: findFirst(commandsOf(submissions), true)
            }),
          ({ found, offset }, submissions) =>
            inTimeOf(partnerOf(submissions), offset, run(submissions, commandsOf(submissions), found, ofHost))
        )
        .pipe(
          Effect.flatMap(({ group, results }) => {
            if (results !== undefined) {
              count(results, group.changes)
              const day = localDayOf("UTC", group.changes.state.at)
              for (const { partnerId, ...each } of group.changes.refusals)
                refusals.count(partnerId, day, each)
            }
            return Effect.as(
              database.afterCommit(() => notify(group)),
              results
            )
          }),
          Effect.withSpan("CommandWriter.commit", { captureStackTrace: false })
        )

    /**
     * Settles wallets of a partner in one transaction. `first` is the first batch of the transaction. `lock` gets its result, and returns
     * the wallets to settle, which must be locked by then.
     */
    const sweep = <A>(
      partnerId: PartnerId | undefined,
      first: Batch.Batch<A>,
      lock: (found: A) => Effect.Effect<ReadonlyArray<FreeWallet>, DatabaseFailure>,
      noticeUntil?: Date
    ) =>
      Effect.flatMap(database.inHostTransaction, (ofHost) =>
        database.transactionOn(Batch.all({ offset: heldOffset(partnerId), first }), ({ first, offset }) =>
          inTimeOf(
            partnerId,
            offset,
            Effect.flatMap(
              lock(first),
              (
                wallets
              ): Effect.Effect<Batch.Batch<{ readonly group: Group } | undefined>, DatabaseFailure> =>
                wallets.length === 0
                  ? Effect.succeed(Batch.succeed(undefined))
                  : run([], [], nothingFound, ofHost, { wallets, ...(noticeUntil && { noticeUntil }) })
            )
          )
        )
      ).pipe(
        Effect.flatMap((written) => {
          if (written === undefined) return Effect.succeed(nothingSwept)
          const { group } = written
          const { occurrences, state } = group.changes
          const notices = occurrences.filter(({ fact }) => fact.type === "coins.expiring").length
          const changed = state.wallets.changes()
          const left = changed.filter(({ nextDue }) => nextDue !== null && nextDue <= state.at).length
          return Effect.as(
            database.afterCommit(() => notify(group)),
            { wallets: changed.length - left, notices, isLeft: left > 0 }
          )
        })
      )

    const groups = yield* GroupCommit.make(
      {
        write: (submissions) =>
          Effect.tap(commit(submissions, false), (written) => {
            if (written !== undefined) groupSizes.unsafeUpdate(countOf(submissions), [])
          }),
        isBlocked: makeIsBlocked(database, ledger, log),
        // On a distributed database, a transaction with partners on several nodes would need a two-phase commit.
        canMix: () => !database.dialect.distributed,
        // A group has one time. A test side has its own clock, so its commands do not share a group with those of other partners.
        isAlone: isTestSide,
        writers: () => (database.dialect.distributed ? writersOnCitus : writersOnPostgres)
      },
      // SQLite has one writer at a time.
      database.dialect.name === "sqlite" ? { ...options, writers: 1 } : options
    )
    const backlog = yield* Backlog
    backlog.follow(groups.pending)

    /**
     * Returns the size of a submission: how many commands it counts as. An activity counts as several commands, because it can make several
     * awards: see `ActivitySizes`. So a group of activities does not become much larger than a group of awards, also if several bulks are
     * submitted at once. The size is at most `maxCommands`, which is the size of the largest bulk of awards, so that the submission fits
     * into every queue that takes such a bulk.
     */
    const sizeOf = ({ commands }: Submission): number => {
      let size = 0
      for (const each of commands) size += each._tag === "Activity" ? sizes.of(each.command) : 1
      return Math.max(1, Math.min(size, maxCommands))
    }

    /**
     * Writes a submission inside a transaction. Repeats `commit` until everything that is due in the wallets is written, and then the
     * submission.
     */
    const commitInside = (submission: Submission, ofHost: boolean): Effect.Effect<Written, DatabaseFailure> =>
      Effect.flatMap(commit([submission], ofHost), (written) =>
        written === undefined ? commitInside(submission, ofHost) : Effect.succeed(Arr.unsafeGet(written, 0))
      )

    /** Puts a submission into the queue of its partner. Inside a transaction, writes the submission at once. */
    const submit = (partnerId: PartnerId, submission: Submission) =>
      Effect.flatMap(database.inTransaction, (inside) =>
        inside
          ? Effect.flatMap(database.inHostTransaction, (ofHost) => commitInside(submission, ofHost))
          : groups.submit(partnerId, submission, sizeOf(submission))
      )

    const writeAll = (commands: ReadonlyArray<Command>) => {
      const [first] = commands
      return first === undefined
        ? Effect.succeed([])
        : Effect.map(submit(first.command.partnerId, { commands }), outcomesOf)
    }

    const writeByPartner = (commands: ReadonlyArray<Command>) => {
      if (commands.length === 1) return writeAll(commands)
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
    }

    /**
     * Sets `orderedBy` of commands. The commands were submitted together, so one caller has ordered all of them. Usually the caller's
     * numbers are cached, and no statement is needed.
     */
    const ordered = <C extends Command>(
      commands: ReadonlyArray<C>
    ): Effect.Effect<ReadonlyArray<C>, DatabaseFailure> => {
      const by = commands[0]?.by
      if (by === undefined) return Effect.succeed(commands)
      const partners = Array.from(new Set(commands.map(({ command }) => command.partnerId)))
      const found = Effect.forEach(partners, (partnerId) =>
        Effect.map(orderers.numberOf(partnerId, by), (number) => [partnerId, number] as const)
      )
      return Effect.map(found, (numbers) => {
        const numberOf = new Map(numbers)
        return commands.map((each) => ({ ...each, orderedBy: numberOf.get(each.command.partnerId) ?? null }))
      })
    }

    return CommandWriter.of({
      write: (commands) => Effect.flatMap(ordered(commands), writeByPartner),
      writeOnce: (commands, once) =>
        Effect.flatMap(ordered(commands), (commands) => submit(once.partnerId, { commands, once })),
      settle: Effect.fn("CommandWriter.settle")(function* (partnerId, range) {
        const due = Batch.of(lockDue, [{ partnerId, at: yield* within(database, partnerId, now), ...range }])
        return yield* sweep(partnerId, due, (accounts) =>
          Effect.succeed(accounts.map((account) => ({ account, lots: [] })))
        )
      }),
      settleAll: Effect.fn("CommandWriter.settleAll")(function* (members) {
        const lock = ledger.lock(
          members.map(({ memberId, partnerId }) => ({ partnerId, id: walletOf(memberId) }))
        )
        const partnerId = members[0]?.partnerId
        for (;;) {
          const at = partnerId === undefined ? yield* now : yield* within(database, partnerId, now)
          const { wallets, isLeft } = yield* sweep(partnerId, lock, (book) =>
            Effect.succeed(
              members
                .map(({ memberId }) => book.account(walletOf(memberId)))
                .filter(({ nextDue }) => nextDue !== null && nextDue <= at)
                .map((account) => ({ account, lots: [] }))
            )
          )
          if (wallets === 0 && !isLeft) return
        }
      }),
      erase: Effect.fn("CommandWriter.erase")(function* ({ memberId, partnerId }, erasure) {
        const ofHost = yield* database.inHostTransaction
        const lock = ledger.lock([{ partnerId, id: walletOf(memberId) }])
        for (;;) {
          const first = Batch.all({ offset: heldOffset(partnerId), book: lock })
          const { erased, group } = yield* database.transactionOn(first, ({ book, offset }) => {
            const wallet = { account: book.account(walletOf(memberId)), lots: [], isEmptied: true }
            const work = run([], [], nothingFound, ofHost, { wallets: [wallet], erasure })
            return inTimeOf(partnerId, offset, work)
          })
          yield* database.afterCommit(() => notify(group))
          const [done] = erased
          if (done !== undefined) return done
        }
      }),
      notice: Effect.fn("CommandWriter.notice")(function* (partnerId, until, range) {
        const unnoticed = Batch.of(findUnnoticed, [{ partnerId, until, ...range }])
        return yield* sweep(
          partnerId,
          unnoticed,
          Effect.fnUntraced(function* (lots) {
            const lotsOf = Map.groupBy(lots, ({ memberId }) => walletOf(memberId))
            const keys = Array.from(lotsOf.keys(), (id) => ({ partnerId, id }))
            const free = yield* database.send(ledger.lockFree(keys))
            const accounts = yield* database.run(
              findAccounts,
              free.map((id) => ({ partnerId, id }))
            )
            return accounts.map((account) => ({
              account,
              lots: (lotsOf.get(account.id) ?? []).map(({ expiresAt }) => expiresAt)
            }))
          }),
          until
        )
      }),
      ...makeExplain(database, users, ids),
      knownMembers: Effect.fnUntraced(function* (commands) {
        const found = yield* database.send(findMembers(commands))
        const { members } = yield* findNewcomers({ database, ids, users }, commands, found)
        return new Set(members.keys())
      })
    })
  })

/** Returns the outcomes of a submission without `once`. Throws if there are none. */
const outcomesOf = (written: Written): ReadonlyArray<Outcome> => {
  if (written._tag !== "Settled") throw new Error(`a submission without a key was ${written._tag}`)
  return written.outcomes
}
