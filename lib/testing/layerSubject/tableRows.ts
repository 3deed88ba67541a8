/** Reads the rows of the partners that a sequence of commands made, and checks the invariants of these rows. */

import type * as SqlClient from "@effect/sql/SqlClient"
import { type Context, Effect, Record, Schema } from "effect"
import * as Tables from "../../rewards/tables.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { coinsText } from "../ModelOutcome.ts"
import { type Violation, violation } from "../Report.ts"
import type { LibraryIds } from "./calls.ts"

const { balance, id, partnerId, version } = Tables.accounts.fields

/** Reads the entries of the ledger. `Tables` has no statement for them, because they are in a view. */
const findEntries = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct({ partnerId, transferId: Schema.String, accountId: id, version, amount: balance }),
  sql: ({
    idText
  }) => `SELECT e.partner_id, ${idText("e.transfer_id")} AS transfer_id, e.account_id, e.version, e.amount FROM rewards_entry e
    WHERE e.partner_id IN (SELECT partner_id FROM input)`
})

/** Reads the changes of lots, which are in a view, too. */
const findLotChanges = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct(Tables.lotEntries.fields),
  sql: `SELECT ${Tables.lotEntries.list("e")} FROM ${Tables.lotChanges} e WHERE e.partner_id IN (SELECT partner_id FROM input)`
})

const reads = {
  accounts: Tables.accounts.by("partnerId").find(),
  members: Tables.members.by("partnerId").find(),
  entries: findEntries,
  rules: Tables.rules.by("partnerId").find(),
  conditions: Tables.conditions.by("partnerId").find(),
  tallies: Tables.tallies.by("partnerId").find(),
  awards: Tables.awards.by("partnerId").find(),
  windows: Tables.windows.by("partnerId").find(),
  rates: Tables.rates.by("partnerId").find(),
  transfers: Tables.transfers.by("partnerId").find("partnerId", "id", "kind", "month", "createdAt"),
  lots: Tables.lots
    .by("partnerId")
    .find("partnerId", "memberId", "expiresAt", "timeZone", "coins", "maturing", "expired", "expiryId"),
  lotChanges: findLotChanges,
  pendingAwards: Tables.pendingAwards.by("partnerId").find(),
  adjustments: Tables.adjustments.by("partnerId").find(),
  reversals: Tables.reversals.by("partnerId").find(),
  activities: Tables.activities.by("partnerId").find(),
  activityCounts: Tables.activityCounts.by("partnerId").find(),
  attributes: Tables.attributes.by("partnerId").find(),
  texts: Tables.texts.by("partnerId").find(),
  erasures: Tables.erasures.by("partnerId").find("partnerId", "memberId", "successorId"),
  keys: Tables.idempotencyKeys.by("partnerId").find()
}

type Reads = typeof reads
export type TableRows = { readonly [K in keyof Reads]: ReturnType<Reads[K]["decode"]> }

export type TableRow<Kind extends keyof Reads> = TableRows[Kind][number]

/**
 * Returns all rows as texts in a fixed order, so that two readings can be compared. Leaves out `expiryId`: a lot gets another one when it
 * expires, but this makes no difference to a caller.
 */
export const rowTexts = (rows: TableRows): ReadonlyArray<string> =>
  Object.entries(rows)
    .flatMap(([table, all]) => {
      const columns = Object.keys(all[0] ?? {}).filter((column) => column !== "expiryId")
      columns.sort()
      return all.map((row) => `${table} ${JSON.stringify(row, columns)}`)
    })
    .toSorted()

/** Returns whether an account is used. A wallet is always used. Any other account is used after its first entry. */
const isUsed = ({ balance, kind, version }: TableRow<"accounts">): boolean =>
  kind === "wallet" || balance !== 0 || version !== 0

export const readTables = (
  client: Context.Context<SqlClient.SqlClient>,
  { home, away }: LibraryIds["partners"]
): Effect.Effect<TableRows> => {
  const partners = [{ partnerId: home }, { partnerId: away }]
  return Effect.gen(function* () {
    const database = yield* Database
    const batch = Batch.all(
      Record.map(reads, (each) => Batch.of<(typeof partners)[number], unknown>(each, partners))
    )
    const found = (yield* database.send(batch)) as TableRows
    return { ...found, accounts: found.accounts.filter(isUsed) }
  }).pipe(Effect.provide(Database.layer), Effect.provide(client), Effect.orDie)
}

export const sum = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((total, each) => total + each, 0)

/** Makes a function that returns the member into which a member was merged, or the member itself if it was not merged. */
const currentIn = ({ members }: TableRows) => {
  const current = new Map<string, string>(members.map(({ currentId, id }) => [id, currentId]))
  return (id: string): string => current.get(id) ?? id
}

/** Like `currentIn`, but the function returns the successor of an erased member. */
const personIn = (tables: TableRows) => {
  const current = currentIn(tables)
  const successors = new Map<string, string | null>(
    tables.erasures.map(({ memberId, successorId }) => [memberId, successorId])
  )
  return (id: string): string => successors.get(current(id)) ?? current(id)
}

/** Returns the awards that paid and were not fully reversed. */
const paymentsIn = ({ awards, reversals }: TableRows): TableRows["awards"] => {
  const whole = reversals.filter(({ paid, returned }) => returned === paid)
  const reversed = new Set(whole.map(({ awardId }) => awardId))
  return awards.filter(({ awarded, id }) => awarded && !reversed.has(id))
}

function* coinsAddUp({ accounts, entries, members }: TableRows): Generator<Violation> {
  for (const [partner, own] of Map.groupBy(entries, ({ partnerId }) => partnerId)) {
    const units = sum(own.map(({ amount }) => amount))
    if (units !== 0) {
      yield violation("entries sum to zero", `the entries of partner ${partner} sum to ${coinsText(units)}`)
    }
  }
  const byAccount = Map.groupBy(entries, ({ accountId }) => accountId)
  const users = new Map<string, string>(members.map((member) => [member.id, member.userId]))
  for (const { balance, id, kind, version } of accounts) {
    const name = `${kind} ${users.get(id) ?? id}`
    const own = byAccount.get(id) ?? []
    const units = sum(own.map(({ amount }) => amount))
    if (balance !== units || version !== own.length) {
      yield violation(
        "a balance is the sum of its entries",
        `${name} has ${coinsText(balance)} at version ${version}, its ${own.length} entries sum to ${coinsText(units)}`
      )
    }
    if (kind === "wallet" && balance < 0) {
      yield violation("no wallet is below zero", `${name} has ${coinsText(balance)}`)
    }
  }
}

function* placesHold(tables: TableRows): Generator<Violation> {
  const person = personIn(tables)
  const byRule = Map.groupBy(paymentsIn(tables), ({ ruleId }) => ruleId)
  for (const { id, maxNumberOfParticipant: places, participants } of tables.rules) {
    const paid = new Set(byRule.get(id)?.map(({ memberId }) => person(memberId))).size
    const counts = `rule ${id} has paid ${paid} members, counts ${participants}, and has ${places} places`
    if (participants > places || paid > places) {
      yield violation("a rule has no more participants than places", counts)
    }
    if (participants !== paid) yield violation("participants are counted", counts)
  }
}

/** Compares payments with the limit that the tally stored at the last payment. The rule's limit may have been lowered since. */
function* userLimitsHold(tables: TableRows): Generator<Violation> {
  const person = personIn(tables)
  const subjectOf = ({ memberId, ruleId }: { readonly memberId: string; readonly ruleId: string }) =>
    `${ruleId} to ${person(memberId)}`
  const current = currentIn(tables)
  // An erased member that was never paid leaves no tally to its successor.
  const counted = tables.awards.filter(
    ({ awarded, memberId }) => awarded || person(memberId) === current(memberId)
  )
  const tallies = new Map(tables.tallies.map((tally) => [`${tally.ruleId} to ${tally.memberId}`, tally]))
  const payments = Map.groupBy(paymentsIn(tables), subjectOf)
  for (const subject of new Set(counted.map(subjectOf))) {
    const tally = tallies.get(subject)
    const paid = payments.get(subject)?.length ?? 0
    if (tally?.paid !== paid) {
      yield violation(
        "payments are counted",
        `the tally of ${subject} counts ${tally?.paid ?? "nothing"}, but ${paid} awards were paid`
      )
    } else if (paid > (tally.userLimit ?? paid)) {
      yield violation(
        "a member is paid no more often than the limit",
        `${subject} was paid ${paid} times, the limit was ${tally.userLimit}`
      )
    }
  }
}

/** Compares counts with the limits that the counter stored at the last payment. The rule's limits may have been lowered since. */
function* windowLimitsHold({ windows }: TableRows): Generator<Violation> {
  for (const { awards, coins, maxAwards, maxCoins, period, ruleId, subjectId } of windows) {
    if (awards > (maxAwards ?? awards) || coins > (maxCoins ?? coins)) {
      yield violation(
        "a window pays no more than its limit",
        `the ${period} of rule ${ruleId} and ${subjectId} has ${awards} of ${maxAwards} awards, ${coins} of ${maxCoins} units`
      )
    }
  }
}

function* lotsAddUp(tables: TableRows): Generator<Violation> {
  const { accounts, entries: posted, lotChanges, lots, pendingAwards, transfers } = tables
  const kinds = new Map<string, string>(transfers.map(({ id, kind }) => [id, kind]))
  const balances = new Map<string | null, number>(
    accounts.map(({ balance, id, kind, owner }) => [kind === "pending" ? `pending ${owner}` : id, balance])
  )
  const entries = Map.groupBy(lotChanges, ({ expiresAt, memberId }) => `${memberId} ${expiresAt.getTime()}`)
  for (const { coins, expired, expiresAt, maturing, memberId } of lots) {
    const at = expiresAt.getTime()
    const own = entries.get(`${memberId} ${at}`) ?? []
    const moved = sum(own.map((each) => each.coins))
    const ended = sum(own.map((each) => each.expired))
    const waits = pendingAwards.filter(
      (each) => each.memberId === memberId && each.expiresAt?.getTime() === at
    )
    const flows = sum(waits.map((each) => each.coins))
    if (coins !== moved || expired !== ended || maturing !== flows || coins < 0 || expired < 0) {
      yield violation(
        "a lot is the sum of what was paid, spent, expired and reversed",
        `the lot of ${memberId} until ${expiresAt.toISOString()} has ${coins}, ${expired} expired, ${maturing} maturing, and entries of ${moved}, ${ended}, ${flows}`
      )
    }
  }
  for (const [memberId, own] of Map.groupBy(lots, (each) => each.memberId)) {
    const coins = sum(own.map((each) => each.coins))
    const balance = balances.get(memberId) ?? 0
    if (coins > balance) {
      yield violation(
        "a wallet has the coins of its lots",
        `the wallet of ${memberId} has ${balance}, its lots have ${coins}`
      )
    }
  }
  for (const [memberId, own] of Map.groupBy(pendingAwards, (each) => each.memberId)) {
    const coins = sum(own.map((each) => each.coins))
    // A merge can bring awards that have matured to a member that never had pending coins.
    const balance = balances.get(`pending ${memberId}`) ?? 0
    if (coins !== balance) {
      yield violation(
        "pending coins are the coins of pending awards",
        `${memberId} has ${balance} pending coins, the awards have ${coins}`
      )
    }
  }
  const sides = new Set<string>(accounts.flatMap(({ id, kind }) => (kind === "expired" ? [id] : [])))
  // The coins of an erased member that belonged to no lot are counted here. A reversal can take some of them back.
  const undated = sum(
    posted.flatMap(({ accountId, amount, transferId }) => {
      if (!sides.has(accountId)) return []
      const inLots = lotChanges.filter((each) => each.transferId === transferId)
      const kind = kinds.get(transferId)
      const isErased =
        kind === "erasure" ||
        kind === "pending_erasure" ||
        (kind === "expired_reversal" && inLots.length === 0)
      return isErased ? [amount - sum(inLots.map((each) => each.expired))] : []
    })
  )
  const expired = sum(accounts.flatMap(({ balance, kind }) => (kind === "expired" ? [balance] : [])))
  const ended = sum(lots.map((each) => each.expired)) + undated
  if (expired !== ended) {
    yield violation(
      "expired coins are the expired coins of lots",
      `${expired} coins expired, the lots say ${ended}`
    )
  }
}

export const brokenInvariant = (tables: TableRows): Violation | undefined => {
  for (const invariant of [coinsAddUp, placesHold, userLimitsHold, windowLimitsHold, lotsAddUp]) {
    for (const violation of invariant(tables)) return violation
  }
  return undefined
}
