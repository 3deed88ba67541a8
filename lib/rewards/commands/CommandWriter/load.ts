import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import { statement } from "../../../sql/Statement.ts"
import type { RowOf } from "../../../sql/Table.ts"
import type { Tally } from "../../awards/decide.ts"
import { engineNow, now } from "../../clock.ts"
import { MemberId, type PartnerId } from "../../Id.ts"
import type { Ids } from "../../Ids.ts"
import { keyDigest } from "../../idempotency/fingerprint.ts"
import { findAnswers, readAnswers } from "../../idempotency/StoredAnswer.ts"
import { pendingOf, walletOf } from "../../ledger/Account.ts"
import type { Book } from "../../ledger/Book.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import { makeStoredCounters } from "../../limits/storedCounters.ts"
import { findOverdue, mostDue, mostSwept, mostWallets } from "../../lots/dueSlices.ts"
import { readErasedCoins } from "../../lots/erasedCoins.ts"
import type { FreeWallet } from "../../lots/freeWallets.ts"
import { readFirstDue, readHoldings } from "../../lots/storedHoldings.ts"
import { Wallets } from "../../lots/Wallets.ts"
import { readAttributes } from "../../members/attributeRows.ts"
import { type Inheritance, takeInheritance } from "../../personal/inheritance.ts"
import { isPseudonym } from "../../personal/pseudonym.ts"
import { findSuccessorsOf } from "../../personal/successors.ts"
import type { EventLog, KnownUsers } from "../../ports.ts"
import { activityCounts, members, partners, tallies } from "../../tables.ts"
import type { Submission } from "../Command.ts"
import { activityKey, digestKey, partnerKey, type State, type StoredCount, tallyKey } from "./Changes.ts"
import { decidingIn, verdictsIn } from "./decidingRules.ts"
import { type Found, findNewcomers } from "./findFirst.ts"
import { neededHoldings } from "./neededHoldings.ts"
import {
  accountsOf,
  addedCountsOf,
  attributeOwners,
  type CommandPair,
  type Commands,
  distinct,
  furtherRecords,
  type MembersByKey,
  memberOf,
  namesIn,
  type Pair,
  pairsOf,
  partnersOf,
  tallyKeysOf,
  userIdOf
} from "./neededRows.ts"
import { readUndone } from "./undo.ts"

const findTallies = tallies.find("ruleId", "memberId", "paid", "cycle", "progress")

interface FoundTally extends Tally, Pick<RowOf<typeof tallies>, "ruleId" | "memberId"> {}

const talliesByKey = (found: ReadonlyArray<FoundTally>): State["tallies"] =>
  new Map(found.map((tally) => [tallyKey(tally.ruleId, tally.memberId), tally]))

/** Reads the tallies of pairs of a rule and a member. The keys of the result are made by `tallyKey`. */
export const readTallies = (pairs: ReadonlyArray<Pair>) =>
  Batch.map(Batch.of(findTallies, tallyKeysOf(pairs)), talliesByKey)

/** Adds rows of successors to the rows that were read. Most groups have no successors. */
export const withInherited = <A>(
  rows: ReadonlyMap<string, A>,
  others: ReadonlyMap<string, A>
): ReadonlyMap<string, A> => (others.size === 0 ? rows : new Map([...rows, ...others]))

const countsByKey = (counts: ReadonlyArray<StoredCount>): State["activityCounts"] =>
  new Map(counts.map((each) => [activityKey(each.memberId, each.type), each]))

export const inheritedTallies = ({ tallies }: Inheritance) => talliesByKey(tallies)

export const inheritedCounts = ({ activityCounts }: Inheritance) =>
  countsByKey(activityCounts.map((row) => ({ ...row, before: row.count })))

const findActivityCounts = activityCounts.find()

/** Reads how many activities of each type the members have. */
export const readActivityCounts = (commands: Commands, members: MembersByKey) =>
  Batch.map(Batch.of(findActivityCounts, addedCountsOf(commands, members)), (rows) =>
    countsByKey(rows.map((row) => ({ ...row, before: row.count })))
  )

/** Adds activities to the counts of members whose wallets are locked. */
export const addActivities = statement({
  input: { partnerId: "uuid", memberId: "uuid", type: "text", added: "integer" },
  output: activityCounts.row(),
  sql: `UPDATE rewards_activity_count SET count = rewards_activity_count.count + input.added FROM input
     WHERE rewards_activity_count.partner_id = input.partner_id AND rewards_activity_count.member_id = input.member_id
       AND rewards_activity_count.type = input.type
     RETURNING ${activityCounts.list("rewards_activity_count")}`
})

/**
 * Adds the activities of the commands to the stored counts, before the commands run. So one statement reads and writes a count. If a
 * command is refused, `save` corrects the count.
 */
const addActivityCounts = (commands: Commands, members: MembersByKey) => {
  const counts = addedCountsOf(commands, members)
  const added = new Map(counts.map((each) => [activityKey(each.memberId, each.type), each.added]))
  return Batch.map(Batch.of(addActivities, counts), (rows) =>
    countsByKey(
      rows.map((row) => ({
        ...row,
        before: row.count - (added.get(activityKey(row.memberId, row.type)) ?? 0)
      }))
    )
  )
}

const findApproveAbove = partners.find("id", "approveAbove")

/** Reads the setting `approveAbove` of the partners with a command that may have to wait for approval. */
const readApproveAbove = (commands: Commands): Batch.Batch<State["approveAbove"]> => {
  const waiting = commands.filter((each) => "mayWait" in each && each.mayWait === true)
  return Batch.map(
    Batch.of(
      findApproveAbove,
      partnersOf(waiting).map((id) => ({ id }))
    ),
    (rows) =>
      new Map(rows.flatMap(({ approveAbove, id }) => (approveAbove === null ? [] : [[id, approveAbove]])))
  )
}

/** Finds the stored answers for the idempotency keys of submissions and of single commands. */
const findKeys = (submissions: ReadonlyArray<Submission>) => {
  const keys = submissions.flatMap(({ commands, once }) => [
    ...(once === undefined ? [] : [{ partnerId: once.partnerId, key: once.key }]),
    ...commands.flatMap(({ command: { partnerId, idempotencyKey: key } }) =>
      key === undefined ? [] : [{ partnerId, key }]
    )
  ])
  return Batch.of(
    findAnswers,
    distinct(keys, ({ key, partnerId }) => partnerKey(partnerId, key)).map(({ key, partnerId }) => ({
      partnerId,
      key: keyDigest(partnerId, key)
    }))
  )
}

/**
 * Locks the accounts of commands. Fails with a conflict if `Members.join` has just removed one of the wallets, or if a member was merged or
 * erased after its id was read.
 */
const lockBook = (ledger: Context.Tag.Service<Ledger>, commands: Commands, members: MembersByKey) =>
  Batch.ensure(
    ledger.lock(
      distinct(
        commands.flatMap((each) => accountsOf(ledger, each, members)),
        ({ id }) => id
      )
    ),
    (book) =>
      commands.every((each) => {
        const memberId = memberOf(each, members)
        if (memberId === undefined) return true
        const wallet = walletOf(memberId)
        return book.has(wallet) && (book.account(wallet).closedAt === null || isPseudonym(userIdOf(each)))
      }),
    "a member was linked, merged or erased meanwhile"
  )

/** A member with something that is due. */
interface DueMember {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  readonly userId: string
}

interface LoadedWallets {
  readonly erasedCoins: State["erasedCoins"]
  readonly wallets: Wallets
  readonly due: ReadonlyArray<DueMember>
  /** Whether the transaction only writes a part of what is due, and runs no commands. */
  readonly isSlice: boolean
  /** The largest number of due pending awards and lots that are settled in each wallet. */
  readonly most: number
}

const noWallets: LoadedWallets = {
  erasedCoins: new Map(),
  wallets: new Wallets(new Map()),
  due: [],
  isSlice: false,
  most: 0
}

type Needed = ReturnType<typeof neededHoldings>[number]

const findUserIds = members.find("partnerId", "id", "userId")

/**
 * Reads the lots and pending awards of wallets, and adds the pending accounts of their members to the book. The locks of the wallets
 * protect these rows. Also locks a partner's account of expired coins, if coins may enter or leave it. All other accounts are locked by
 * now. If too much is due for one transaction, or if the sweeper runs, reads only the part of the due coins that this transaction writes.
 */
const loadWallets = Effect.fnUntraced(function* (
  {
    database,
    ledger
  }: { readonly database: Context.Tag.Service<Database>; readonly ledger: Context.Tag.Service<Ledger> },
  needed: ReadonlyArray<Needed>,
  book: Book,
  at: Date,
  isSweep: boolean
) {
  const due = needed.filter(({ isDue }) => isDue)
  const partners = new Set(
    needed.flatMap(({ isDue, partnerId, reclaims }) => (isDue || reclaims ? [partnerId] : []))
  )
  const { name } = database.dialect
  const swept = Math.floor(mostSwept[name] / due.length)
  const { accounts, erased, holdings, overdue, users } = yield* database.send(
    Batch.all({
      erased: Batch.of(
        readErasedCoins,
        needed.flatMap(({ isErased, memberId, partnerId }) =>
          isErased ? [{ partnerId, memberId, pending: pendingOf(memberId) }] : []
        )
      ),
      accounts: ledger.lockMore(Array.from(partners), needed),
      overdue: isSweep ? Batch.succeed(new Set<MemberId>()) : findOverdue(due, at),
      users: Batch.of(
        findUserIds,
        due.map(({ memberId: id, partnerId }) => ({ partnerId, id }))
      ),
      holdings: isSweep ? readFirstDue(due, swept) : readHoldings(needed, at)
    })
  )
  book.add(accounts)
  const slice = due.filter(({ memberId }) => overdue.has(memberId)).slice(0, mostWallets[name])
  const isOverdue = slice.length > 0
  const most = isSweep ? swept : isOverdue ? Math.floor(mostDue / slice.length) : mostDue
  const readRest = isOverdue ? yield* database.send(readFirstDue(slice, most)) : holdings
  const wallets = new Wallets(yield* readRest(database))
  const members = users.map(({ id: memberId, partnerId, userId }) => ({ partnerId, memberId, userId }))
  const erasedCoins = new Map(erased.map(({ coins, memberId }) => [memberId, coins]))
  return {
    erasedCoins,
    wallets,
    due: members.filter(({ memberId }) => wallets.has(memberId)),
    isSlice: isSweep || isOverdue,
    most
  }
})

/** Returns the holdings that the sweeper or an erasure needs. Both write what is due in each of their wallets. */
const holdingsOf = ({
  account: { id, nextDue, partnerId },
  isEmptied = false,
  lots
}: FreeWallet): Needed => ({
  partnerId,
  memberId: MemberId.make(id, { disableValidation: true }),
  takes: isEmptied ? Number.POSITIVE_INFINITY : 0,
  undated: false,
  lots,
  awards: [],
  nextDue,
  isDue: true,
  isErased: false,
  reclaims: false
})

/** Reads the data that commands need, and takes the locks that keep it valid. */
export const makeLoad = (services: {
  readonly database: Context.Tag.Service<Database>
  readonly ids: Context.Tag.Service<Ids>
  readonly users: Context.Tag.Service<KnownUsers>
  readonly ledger: Context.Tag.Service<Ledger>
  readonly log: Context.Tag.Service<EventLog>
}) => {
  const { database, ledger, log } = services
  const storedCounters = makeStoredCounters(database)

  /**
   * Reads the successors of erased members whose awards are reversed, and the tallies of these successors. The locks of the rules protect
   * these rows.
   */
  const readSuccessors = Effect.fnUntraced(function* (pairs: ReadonlyArray<CommandPair>, book: Book) {
    const erased = pairs.filter(
      ({ award, memberId }) => award !== undefined && book.account(walletOf(memberId)).closedAt !== null
    )
    const keys = erased.map(({ memberId, rule: { partnerId } }) => ({ partnerId, memberId }))
    const successors = yield* database.send(findSuccessorsOf(distinct(keys, ({ memberId }) => memberId)))
    const theirs = erased.flatMap(({ memberId, rule }) => {
      const successor = successors.get(memberId)
      return successor === undefined ? [] : [{ rule, memberId: successor }]
    })
    return { successors, tallies: yield* database.send(readTallies(theirs)) }
  })

  /**
   * `found` is the result of `findFirst`. `ofHost` is the value of `Database.inHostTransaction`. `free` are the wallets of the sweeper or
   * of an erasure, which have no commands.
   */
  return Effect.fnUntraced(function* (
    submissions: ReadonlyArray<Submission>,
    commands: Commands,
    found: Found,
    ofHost: boolean,
    free: ReadonlyArray<FreeWallet>
  ) {
    const newMembers = yield* findNewcomers(services, commands, found.members)
    const { existing, members, newcomers } = newMembers
    const rules = new Map(found.rules.map((rule) => [rule.id, rule]))
    const names = namesIn(found.rules)
    const deciding = decidingIn(commands, found.rules)
    const early = yield* now
    const feedTime = yield* engineNow
    const verdicts = verdictsIn(commands, deciding, early)
    const pairs = pairsOf(commands, { deciding, members, names, rules, verdicts })
    const paying = pairs.filter(({ award, rule }) => award === undefined && rule.limits.length > 0)
    const past = pairs.flatMap(({ award, memberId, rule }) =>
      award?.awarded === true ? [{ rule, memberId, at: award.createdAt }] : []
    )
    const paymentsAt = (at: Date) => paying.map(({ memberId, rule }) => ({ rule, memberId, at }))
    const owners = [...partnersOf(commands), ...new Set(free.map(({ account }) => account.partnerId))]
    const { activityCounts, answers, approveAbove, attributes, book, counterRows, locked, tallies, undone } =
      yield* database.send(
        Batch.all({
          book: lockBook(ledger, commands, existing),
          tallies: readTallies(pairs),
          // This statement follows the lock of the wallets, which protects the counts.
          activityCounts: addActivityCounts(commands, existing),
          attributes: readAttributes(attributeOwners(commands, { deciding, members: existing })),
          undone: readUndone(commands, pairs),
          approveAbove: readApproveAbove(commands),
          counterRows: storedCounters.rows([...paymentsAt(early), ...past]),
          answers: findKeys(submissions),
          // On PostgreSQL, a host's transaction locks no feed.
          locked: ofHost ? Batch.succeed(log.unlocked(owners)) : log.lock(owners, feedTime)
        })
      )
    const inheritance = yield* takeInheritance(database, ledger, newMembers.successors)
    const { successors, tallies: theirTallies } = yield* readSuccessors(pairs, book)
    const feeds = yield* log.collect(locked, feedTime)
    for (const { partnerId, id } of newcomers) if (!book.has(walletOf(id))) book.open(partnerId, walletOf(id))
    book.add(free.map(({ account }) => account))
    // The time is read after the locks were taken, so that the entries of an account are in the order of time.
    const at = yield* now
    const needed = [...neededHoldings(commands, pairs, members, book, at), ...free.map(holdingsOf)]
    const { due, erasedCoins, isSlice, most, wallets } =
      needed.length === 0
        ? noWallets
        : yield* loadWallets(
            { database, ledger },
            needed,
            book,
            at,
            free.some(({ isEmptied }) => isEmptied !== true)
          )
    const stored = answers.length === 0 ? [] : yield* readAnswers(database, answers)
    const state: State = {
      rules,
      names,
      deciding,
      verdicts,
      members,
      attributes,
      activityCounts: withInherited(activityCounts, inheritedCounts(inheritance)),
      tallies: withInherited(withInherited(tallies, theirTallies), inheritedTallies(inheritance)),
      ...undone,
      approveAbove,
      successors,
      counters: yield* storedCounters.counters(paymentsAt(at), past, counterRows, at, {
        inheritance,
        successors
      }),
      book,
      wallets,
      erasedCoins,
      feeds,
      newcomers: new Set(newcomers.map(({ partnerId, userId }) => partnerKey(partnerId, userId))),
      at
    }
    const keyed = new Map(stored.map((each) => [digestKey(each), each]))
    const further = furtherRecords(commands, pairs)
    return { state, newMembers, inheritance, answers: keyed, due, isSlice, most, further }
  })
}
