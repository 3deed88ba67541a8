import { type Context, Effect, Either } from "effect"
import { largestId } from "../../schema/Id.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import * as Coins from "../Coins.ts"
import { now } from "../clock.ts"
import type { CommandWriter } from "../commands/CommandWriter.ts"
import { BalanceTooLarge, CannotMerge, MemberNotFound } from "../Errors.ts"
import type { makeRecord } from "../events/record.ts"
import { type MemberId, type PartnerId, type RuleId, TransferId } from "../Id.ts"
import { type Ids, takenAt } from "../Ids.ts"
import { noMonth, pendingOf, walletOf } from "../ledger/Account.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { type CounterKey, type Counts, keysOf, noCounts } from "../limits/Counters.ts"
import { makeStoredCounters } from "../limits/storedCounters.ts"
import { mergedLots } from "../lots/mergedLots.ts"
import { findLots, readAllPending, saveLotEntries, saveWallets } from "../lots/storedHoldings.ts"
import { Wallets } from "../lots/Wallets.ts"
import type { OrdererNumber } from "../orderers/Orderer.ts"
import type { Holders } from "../personal/Holders.ts"
import { isPseudonym } from "../personal/pseudonym.ts"
import type { StoredRule } from "../rules/Rule.ts"
import { assembleRules, fromUserLimit, lockById } from "../rules/ruleRows.ts"
import { activityCounts, lots, tallies, windows } from "../tables.ts"
import { changed, maxAttributes, noAttributes, problemOf } from "./Attributes.ts"
import { lockMembers, readAttributes, writeChanges } from "./attributeRows.ts"
import {
  firstPassed,
  freesPlace,
  type MergedTally,
  mergedTally,
  noMergedTally,
  storedLimit,
  userLimitPassed,
  windowPassed
} from "./decideMerge.ts"
import type { MemberRow } from "./Member.ts"
import type { MergeMembers } from "./Merge.ts"
import { findMember } from "./memberIds.ts"
import * as rows from "./mergeRows.ts"

const insertTallies = tallies.insert()
const insertWindows = windows.insert()
const setWindows = windows.update("awards", "coins", "maxAwards", "maxCoins")
const insertCounts = activityCounts.insert()
const setCounts = activityCounts.update("count")
const allLots = lots
  .by("partnerId", "memberId")
  .find("expiresAt", "timeZone", "coins", "maturing", "expired", "expirations", "expiryId", "noticed")

interface Services {
  readonly database: Context.Tag.Service<Database>
  readonly events: ReturnType<typeof makeRecord>
  readonly holders: Context.Tag.Service<Holders>
  readonly ids: Context.Tag.Service<Ids>
  readonly ledger: Context.Tag.Service<Ledger>
  readonly writer: Context.Tag.Service<CommandWriter>
}

interface Pair {
  readonly partnerId: PartnerId
  readonly fromId: MemberId
  readonly intoId: MemberId
}

/** The counter of a rule in one window, for both members. */
interface BothCounts {
  readonly key: CounterKey
  readonly from: Counts
  readonly into: Counts
  readonly hasFrom: boolean
  readonly hasInto: boolean
}

/**
 * Merges a member into another, in the current transaction. Records stay as they are: the merged member keeps its awards. One transfer
 * moves its coins to the other member, and another one its pending coins. Its tallies, counters, pending awards and lots are added to those
 * of the other member. From then on, all ids lead to the other member, and commands on records of the merged member use the other member.
 *
 * The transaction takes these locks in this order: the ids of both members, the rules under which the merged member has a tally, and then
 * the locks of a group of commands: both wallets, the partner's feed, and the partner's account `expired` if something is due. The boards
 * come last.
 */
export const makeMerge = ({ database, events, holders, ids, ledger, writer }: Services) => {
  const counters = makeStoredCounters(database)

  /** Finds both members, and locks their ids. */
  const lockBoth = Effect.fnUntraced(function* ({ from, into, partnerId }: MergeMembers) {
    const find = (userId: string) =>
      isPseudonym(userId) ? new MemberNotFound({ userId }) : findMember(database, { partnerId, userId })
    const before = yield* Effect.all([find(from), find(into)])
    if (before[0].id === before[1].id) {
      return yield* new CannotMerge({ from, into, reason: "both ids lead to the same member" })
    }
    yield* database.run(
      lockMembers,
      before.map(({ id: memberId }) => ({ partnerId, memberId }))
    )
    const found = yield* Effect.all([find(from), find(into)])
    if (found[0].id !== before[0].id || found[1].id !== before[1].id) {
      return yield* new TransactionConflict({ reason: "a member was linked, merged or erased meanwhile" })
    }
    if (found[0].linkedId !== null && found[1].linkedId !== null) {
      const reason = "each of the two members is linked to a user account"
      return yield* new CannotMerge({ from, into, reason })
    }
    return { from: found[0], into: found[1] }
  })

  const ruleIdsOf = (found: ReadonlyArray<{ readonly ruleId: RuleId }>) =>
    Array.from(new Set(found.map(({ ruleId }) => ruleId)))

  /** Locks the rules of the merged member, settles both wallets, and locks them. */
  const lockAll = Effect.fnUntraced(function* (pair: Pair) {
    const { fromId, intoId, partnerId } = pair
    const first = ruleIdsOf(yield* database.run(rows.findTallies, [pair]))
    const rules = assembleRules(
      yield* database.run(
        lockById,
        first.map((id) => ({ partnerId, id }))
      )
    )
    const wallets = [fromId, intoId].map((memberId) => ({ partnerId, memberId }))
    yield* writer.settleAll(wallets)
    const book = yield* database.send(
      ledger.lock(wallets.map(({ memberId }) => ({ partnerId, id: walletOf(memberId) })))
    )
    book.add(yield* database.send(ledger.lockMore([], wallets)))
    const stored = yield* database.run(rows.findTallies, [pair])
    const locked = new Map(rules.map((rule) => [rule.id, rule]))
    if (ruleIdsOf(stored).some((id) => !locked.has(id))) {
      return yield* new TransactionConflict({ reason: "the member was awarded under another rule meanwhile" })
    }
    return { book, rules: locked, stored }
  })

  /** Reads the counters of both members under these rules, in the current windows and in all windows for which a counter is stored. */
  const readCounts = Effect.fnUntraced(function* (pair: Pair, rules: ReadonlyArray<StoredRule>, at: Date) {
    const { fromId, intoId } = pair
    const limited = rules.filter(({ limits }) => limits.some(({ per }) => per === "member"))
    const stored = yield* database.run(
      rows.findWindows,
      limited.map(({ id: ruleId }) => ({ ...pair, ruleId }))
    )
    const wanted = new Map<string, { readonly key: CounterKey; readonly rule: StoredRule }>()
    const of = (key: CounterKey, subjectId: MemberId): CounterKey => {
      const { suffix } = key
      return { ...key, subjectId, text: `${key.ruleId}${subjectId}${suffix}` }
    }
    for (const rule of limited) {
      const running = keysOf(rule, intoId, at).filter(({ per }) => per === "member")
      for (const key of running) wanted.set(key.text, { key, rule })
      for (const { endsAt, period, ruleId, startsAt } of stored) {
        const known = running.find((key) => key.period === period)
        if (ruleId !== rule.id || known === undefined) continue
        const key = of({ ...known, startsAt, endsAt, suffix: `${startsAt.getTime()}${period}` }, intoId)
        wanted.set(key.text, { key, rule })
      }
    }
    const byText = new Map<string, Counts>(
      stored.map(({ awards, coins, period, ruleId, startsAt, subjectId }) => [
        `${ruleId}${subjectId}${startsAt.getTime()}${period}`,
        { awards, coins }
      ])
    )
    const keys = Array.from(wanted.values())
    // In a window that began before the latest change of limits, a missing counter is computed from the payments.
    const uncounted = keys
      .filter(({ key, rule }) => rule.countedUntil !== null && key.startsAt <= rule.countedUntil)
      .flatMap(({ key }) => [of(key, fromId), of(key, intoId)])
      .filter(({ text }) => !byText.has(text))
    const computed = yield* counters.countAwards(uncounted)
    return keys.map(({ key }): BothCounts => {
      const [own, other] = [of(key, intoId), of(key, fromId)]
      return {
        key,
        from: byText.get(other.text) ?? computed.get(other.text) ?? noCounts,
        into: byText.get(own.text) ?? computed.get(own.text) ?? noCounts,
        hasFrom: byText.has(other.text),
        hasInto: byText.has(own.text)
      }
    })
  })

  const isRunning = ({ endsAt, startsAt }: CounterKey, at: Date): boolean =>
    startsAt <= at && (endsAt === null || endsAt > at)

  const saveCounts = ({ fromId }: Pair, counts: ReadonlyArray<BothCounts>): Batch.Batch<void> => {
    const sums = counts
      .filter(({ from, hasFrom, hasInto }) => hasFrom || (hasInto && from.awards > 0))
      .map(({ from, hasInto, into, key }) => {
        const awards = from.awards + into.awards
        const coins = Coins.make(from.coins + into.coins)
        const maxCoins = storedLimit(key.maxCoins, coins)
        const row = { ...key, awards, coins, maxAwards: storedLimit(key.maxAwards, awards) }
        return { ...row, maxCoins: maxCoins === null ? null : Coins.make(maxCoins), hasInto }
      })
    return Batch.inOrder([
      Batch.of(
        setWindows,
        counts
          .filter(({ hasFrom }) => hasFrom)
          .map(({ key }) => ({ ...key, subjectId: fromId, awards: 0, coins: Coins.zero }))
      ),
      Batch.of(
        setWindows,
        sums.filter(({ hasInto }) => hasInto)
      ),
      Batch.of(
        insertWindows,
        sums.filter(({ hasInto }) => !hasInto)
      )
    ])
  }

  /** Returns the tallies of both members under each rule for which the merged member has a tally. */
  const talliesOf = (
    { fromId, intoId }: Pair,
    rules: ReadonlyMap<RuleId, StoredRule>,
    stored: ReadonlyArray<MergedTally & { readonly ruleId: RuleId; readonly memberId: MemberId }>
  ) =>
    Array.from(rules.values()).flatMap((rule) => {
      const find = (memberId: MemberId) =>
        stored.find((each) => each.ruleId === rule.id && each.memberId === memberId)
      const from = find(fromId)
      return from === undefined ? [] : [{ rule, from, stored: find(intoId) }]
    })

  const saveTallies = (
    { fromId, intoId, partnerId }: Pair,
    both: ReturnType<typeof talliesOf>
  ): Batch.Batch<void> => {
    const into = both.map(({ from, rule, stored }) => {
      const after = mergedTally(rule, from, stored ?? noMergedTally)
      const userLimit = storedLimit(fromUserLimit(rule.userLimitAward), after.paid)
      return {
        row: { partnerId, ruleId: rule.id, memberId: intoId, ...after, userLimit, continuedIn: null },
        stored
      }
    })
    const before = ({ cycle, paid, progress }: MergedTally) => ({
      beforePaid: paid,
      beforeCycle: cycle,
      beforeProgress: progress
    })
    return Batch.inOrder([
      Batch.of(
        rows.continueCycles,
        both.map(({ from, rule, stored }) => ({
          partnerId,
          ruleId: rule.id,
          fromId,
          cycle: from.cycle,
          continuedIn: stored?.cycle ?? 0
        }))
      ),
      Batch.of(
        rows.setTallies,
        both.map(({ from, rule, stored }) => ({
          partnerId,
          ruleId: rule.id,
          memberId: fromId,
          paid: 0,
          progress: 0,
          cycle: from.cycle,
          merged: from.merged,
          userLimit: null,
          continuedIn: stored?.cycle ?? 0,
          ...before(from)
        }))
      ),
      Batch.of(
        rows.setTallies,
        into.flatMap(({ row, stored }) => (stored === undefined ? [] : [{ ...row, ...before(stored) }]))
      ),
      Batch.of(
        insertTallies,
        into.flatMap(({ row, stored }) => (stored === undefined ? [row] : []))
      ),
      Batch.of(
        rows.freePlaces,
        both.flatMap(({ from, rule, stored }) =>
          freesPlace(from, stored ?? noMergedTally)
            ? [{ partnerId, id: rule.id, before: rule.participants }]
            : []
        )
      )
    ])
  }

  const moveActivityCounts = Effect.fnUntraced(function* (pair: Pair) {
    const { intoId: memberId } = pair
    const found = yield* database.run(rows.findActivityCounts, [pair])
    const sums = found.map(({ before, count, partnerId, type }) => ({
      row: { partnerId, memberId, type, count: count + (before ?? 0) },
      before
    }))
    yield* database.send(
      Batch.inOrder([
        Batch.of(
          setCounts,
          sums.flatMap(({ before, row }) => (before === null ? [] : [row]))
        ),
        Batch.of(
          insertCounts,
          sums.flatMap(({ before, row }) => (before === null ? [row] : []))
        )
      ])
    )
  })

  /** Moves the attributes of the merged member to the other member. Attributes that the other member already has keep their values. */
  const moveAttributes = Effect.fnUntraced(function* (
    { from, into }: { readonly from: MemberRow; readonly into: MemberRow },
    { fromId, intoId, partnerId }: Pair
  ) {
    const [source, target] = [
      { partnerId, memberId: fromId },
      { partnerId, memberId: intoId }
    ]
    const stored = yield* database.send(readAttributes([source, target]))
    const moved = stored.get(fromId) ?? noAttributes
    const before = stored.get(intoId) ?? noAttributes
    const after = changed(moved, before)
    if (problemOf(Object.keys(after).length) !== undefined) {
      const reason = `the two members have more than ${maxAttributes} attributes together`
      return yield* new CannotMerge({ from: from.userId, into: into.userId, reason })
    }
    yield* database.send(
      writeChanges([
        { member: source, before: moved, after: noAttributes },
        { member: target, before, after }
      ])
    )
  })

  return Effect.fnUntraced(function* (input: MergeMembers, orderedBy: OrdererNumber) {
    const { force, partnerId } = input
    const members = yield* lockBoth(input)
    const { from, into } = members
    const pair: Pair = { partnerId, fromId: from.id, intoId: into.id }
    const { book, rules, stored } = yield* lockAll(pair)
    const feeds = yield* events.open([partnerId])
    const at = yield* now
    const both = talliesOf(pair, rules, stored)
    const counts = yield* readCounts(pair, Array.from(rules.values()), at)
    const passed = firstPassed([
      ...both.map((each) => userLimitPassed(each.rule, each.from, each.stored ?? noMergedTally)),
      ...counts
        .filter(({ key }) => isRunning(key, at))
        .map(({ from, into, key }) =>
          windowPassed(rules.get(key.ruleId)?.name ?? key.ruleId, key, from, into)
        )
    ])
    if (!force && Either.isLeft(passed)) return yield* passed.left
    const wallet = book.account(walletOf(from.id))
    const coins = wallet.balance
    const waiting = pendingOf(from.id)
    const pendingCoins = book.has(waiting) ? book.account(waiting).balance : Coins.zero
    const held = [walletOf(into.id), pendingOf(into.id)].reduce(
      (sum, id) => sum + (book.has(id) ? book.account(id).balance : 0),
      coins + pendingCoins
    )
    if (held > Coins.max) {
      return yield* new BalanceTooLarge({ accountId: walletOf(into.id), max: Coins.max })
    }
    const { own, pending } = yield* database.send(
      Batch.all({
        own: Batch.of(allLots, [{ partnerId, memberId: from.id }]),
        pending: Batch.of(readAllPending, [{ partnerId, memberId: from.id, largest: largestId }])
      })
    )
    const others = yield* database.run(
      findLots,
      own.map(({ expiresAt }) => ({ partnerId, memberId: into.id, expiresAt }))
    )
    const { changes, holdings } = mergedLots(into.id, own, others, {
      pending,
      otherDue: book.account(walletOf(into.id)).nextDue
    })
    const wallets = new Wallets(
      new Map([
        [from.id, holdings.from.before],
        [into.id, holdings.into.before]
      ])
    )
    wallets.set(partnerId, from.id, holdings.from.after)
    wallets.set(partnerId, into.id, holdings.into.after)
    const newIds = yield* ids.take(2)
    const draft = { partnerId, memberId: from.id, intoId: into.id, createdAt: at, month: noMonth, orderedBy }
    const id = TransferId.make(takenAt(newIds, 0), { disableValidation: true })
    if (pendingCoins > 0) {
      const pendingId = TransferId.make(takenAt(newIds, 1), { disableValidation: true })
      book.ensurePending(partnerId, into.id)
      book.merge("pending_merge", { ...draft, id: pendingId, amount: pendingCoins })
    }
    book.merge("merge", { ...draft, id, amount: coins, lots: changes })
    yield* moveAttributes(members, pair)
    yield* moveActivityCounts(pair)
    const changedWallets = wallets.changes()
    for (const { memberId, nextDue } of changedWallets) book.setNextDue(walletOf(memberId), nextDue)
    yield* database.send(
      Batch.inOrder([
        saveTallies(pair, both),
        saveCounts(pair, counts),
        ledger.openPending(book.openedPending(), at),
        saveWallets(changedWallets),
        Batch.of(rows.movePending, [pair]),
        ledger.post(book),
        saveLotEntries(book.lotEntries),
        ledger.close([{ partnerId, id: walletOf(from.id) }], at),
        Batch.of(rows.moveSuccession, [pair]),
        Batch.of(rows.moveIds, [pair]),
        Batch.of(rows.moveMembers, [pair])
      ])
    )
    const merged = {
      id,
      partnerId,
      userId: into.userId,
      memberId: into.id,
      mergedUserId: from.userId,
      mergedId: from.id,
      coins,
      pendingCoins,
      createdAt: at
    }
    for (const { merge } of holders.all()) if (merge !== undefined) yield* merge(merged)
    const { partnerId: _, ...data } = merged
    yield* events.write(feeds, [{ partnerId, orderedBy, fact: { type: "member.merged", data } }])
    return merged
  })
}
