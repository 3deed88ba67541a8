import { Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { given, statement } from "../../sql/Statement.ts"
import type { PartnerId } from "../Id.ts"
import { TransferKind, type WalletEntry, WalletKind } from "../ledger/Account.ts"
import { entryFields } from "../ledger/Ledger.ts"
import {
  byFilter,
  foundRow,
  inTime,
  isBefore,
  lastOfWindow,
  ownColumn,
  type Scan,
  searchScans,
  windowSize
} from "../listStatements.ts"
import { listInput } from "../lists.ts"
import type { Orderer, OrdererNumber } from "../orderers/Orderer.ts"
import { isPseudonym } from "../personal/pseudonym.ts"
import { partsOf } from "../sql.ts"
import { adjustments, conditions, members, reversals, transfers } from "../tables.ts"
import { pageTexts } from "../texts/fittingTexts.ts"
import { noTexts } from "../texts/Texts.ts"
import type { Transaction } from "./Transfer.ts"

/**
 * Reads for each transfer the name of the awarded rule or sub-rule, the reason of an adjustment, when all of the transfer was reversed or
 * refunded, and who ordered it. Each of these can be null.
 */
export const readSubjects = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.Struct({
    id: transfers.fields.id,
    ruleName: Schema.NullOr(conditions.fields.name),
    reason: Schema.NullOr(adjustments.fields.reason),
    reversedAt: Schema.NullOr(reversals.fields.createdAt),
    orderedBy: transfers.fields.orderedBy
  }),
  sql: `SELECT input.id, (
       SELECT c.name FROM rewards_award w
       JOIN rewards_condition c ON c.partner_id = w.partner_id AND c.rule_id = w.rule_id AND c.ordinal = w.ordinal
       WHERE w.partner_id = input.partner_id AND w.id = input.id
     ) AS rule_name,
     (SELECT j.reason FROM rewards_adjustment j WHERE j.partner_id = input.partner_id AND j.id = input.id) AS reason,
     COALESCE(
       (SELECT v.created_at FROM rewards_reversal v
        WHERE v.partner_id = input.partner_id AND v.award_id = input.id AND v.returned = v.paid),
       (SELECT v.created_at FROM rewards_reversal v WHERE v.partner_id = input.partner_id AND v.transfer_id = input.id)
     ) AS reversed_at,
     (SELECT t.ordered_by FROM rewards_transfer t WHERE t.partner_id = input.partner_id AND t.id = input.id) AS ordered_by
     FROM input`
})

type UserEntry = WalletEntry & { readonly userId: string }

/** The descriptions of the first transactions of a page. */
export interface Descriptions {
  /** False for a transaction that does not fit into the page any more: see `pageTexts`. */
  readonly fits: (id: string) => boolean
  /** The numbers of the orderers of all transactions. */
  readonly orderers: ReadonlyArray<OrdererNumber>
  /** Adds texts, `reversed`, `reversedAt` and `orderedBy`. See `Transaction` for the default narrations. */
  readonly describe: (entry: UserEntry, named: (number: OrdererNumber) => Orderer | null) => Transaction
}

export const readDescriptions = (
  partnerId: PartnerId,
  ids: ReadonlyArray<string>
): Batch.Batch<Descriptions> => {
  const subjects = Batch.of(
    readSubjects,
    ids.map((id) => ({ partnerId, id }))
  )
  return Batch.map(Batch.all({ subjects, texts: pageTexts(partnerId, ids) }), ({ subjects, texts }) => {
    const known = new Map<string, (typeof subjects)[number]>(subjects.map((row) => [row.id, row]))
    return {
      fits: texts.fits,
      orderers: subjects.map(({ orderedBy }) => orderedBy),
      describe: (entry, named) => {
        const isErased = isPseudonym(entry.userId)
        const { metadata, narration } = isErased ? noTexts : texts.of(entry.transferId)
        const {
          orderedBy = null,
          reason: given = null,
          reversedAt = null,
          ruleName = null
        } = known.get(entry.transferId) ?? {}
        const reason = isErased ? null : given
        return {
          ...entry,
          narration: narration ?? (ruleName === null ? reason : `award for ${ruleName}`),
          reason,
          metadata,
          reversed: reversedAt !== null,
          reversedAt,
          orderedBy: named(orderedBy)
        }
      }
    }
  })
}

interface Filter {
  readonly member: boolean
  /** Whether other members were merged into the member. The list then has the transactions of all their wallets, by their ids. */
  readonly merged: boolean
  readonly metadata: boolean
  /** Whether the list has a `from` or a `to`. */
  readonly timed: boolean
  readonly kind: WalletKind | undefined
}

/** Returns SQL for a column of the transfer to which a row `x` of the table `rewards_text` belongs. */
const ofText = (column: string): string =>
  `(SELECT t.${column} FROM rewards_transfer t WHERE t.partner_id = x.partner_id AND t.id = x.record_id)`

/**
 * SQL for the wallet's version at which the list starts: all entries of the list have smaller versions. If the list begins with due
 * entries, which have no rows yet, the caller gives `start`.
 */
const start = `COALESCE(${given("start")}, (
    SELECT CASE WHEN l.debit_account = ${given("member_id")} THEN l.debit_version ELSE l.credit_version END
    FROM rewards_transfer l WHERE l.partner_id = ${given("partner_id")} AND l.id = ${given("after")}
  ), (SELECT b.version + 1 FROM rewards_account b WHERE b.partner_id = ${given("partner_id")} AND b.id = ${given("member_id")}))`

/** Makes a scan of the transfers that debit a wallet, or of those that credit it. They are sorted by the version of the wallet. */
const walletScan = (side: "debit" | "credit"): Scan => ({
  from: "rewards_transfer x",
  id: "x.id",
  order: `x.${side}_version`,
  where: [`x.${side}_account = ${given("member_id")}`, `x.${side}_version < ${start}`],
  column: ownColumn
})

/**
 * Makes a scan of the transfers that debit, or credit, the wallets of a member and of the members that were merged into it. A merge debits
 * one of these wallets and credits another. It is listed once, as a credit.
 */
const partsScan = (side: "debit" | "credit"): Scan => ({
  ...transfersScan,
  where: [
    `x.${side}_account IN (${partsOf(given("partner_id"), given("member_id"))})`,
    ...(side === "debit" ? ["x.kind <> 'merge'"] : []),
    isBefore("x.id")
  ]
})
const ofMember = (scan: Scan): Scan => ({
  ...scan,
  where: [...scan.where, `x.member_id = ${given("member_id")}`]
})

/**
 * SQL for the last entry that a search examines. It is found by its version, because the versions of a wallet have no gaps. The due
 * entries, which the caller lists itself, count towards `windowSize`.
 */
const lastOfWallet = (["debit", "credit"] as const)
  .map(
    (side) => `SELECT x.id, x.${side}_version AS sequence FROM rewards_transfer x
      WHERE x.partner_id = ${given("partner_id")} AND x.${side}_account = ${given("member_id")}
        AND x.${side}_version = ${start} + ${given("due")} - ${windowSize}`
  )
  .join(" UNION ALL ")

const textsScan: Scan = {
  from: "rewards_text x",
  id: "x.record_id",
  where: [
    `x.name = ${given("name")} AND x.name <> '' AND x.value = ${given("value")}`,
    isBefore("x.record_id")
  ],
  column: ofText
}

const transfersScan: Scan = {
  from: "rewards_transfer x",
  id: "x.id",
  where: [isBefore("x.id")],
  column: ownColumn
}

/**
 * Makes a scan of the transfers of one kind. The partial index `kind` omits awards. PostgreSQL uses it because the kind is a literal, and
 * SQLite because the condition of the index is here, too.
 */
const kindScan = (kind: WalletKind): Scan => ({
  ...transfersScan,
  where: [`x.kind = '${kind}' AND x.kind <> 'award'`, ...transfersScan.where]
})

/**
 * Makes a scan of transfers that are due, but have no row of `rewards_transfer` yet. `id` and `at` are the columns with their ids and
 * times.
 */
const dueScan = (table: string, open: string, id: string, at: string): Scan => ({
  from: `${table} x`,
  id: `x.${id}`,
  where: [open, `x.${id} < ${given("due_before")}`],
  column: (name) => (name === "created_at" ? `x.${at}` : `x.${name}`)
})
const maturitiesScan = dueScan("rewards_pending", "x.coins > 0", "maturity_id", "matures_at")
const expiriesScan = dueScan("rewards_lot", "x.content > 0", "expiry_id", "expires_at")

const memberMaturitiesScan = ofMember(maturitiesScan)
const memberExpiriesScan = ofMember(expiriesScan)
const partsScans = [
  partsScan("debit"),
  partsScan("credit"),
  memberMaturitiesScan,
  memberExpiriesScan
] as const

const scansOf = ({ kind, member, merged, metadata }: Filter): readonly [Scan, ...ReadonlyArray<Scan>] => {
  if (metadata) return [textsScan]
  if (member && merged) {
    if (kind === "maturity") return [partsScans[1], memberMaturitiesScan]
    if (kind === "expiry") return [partsScans[0], memberExpiriesScan]
    return kind === undefined ? partsScans : [partsScans[0], partsScans[1]]
  }
  if (member) return [walletScan("debit"), walletScan("credit")]
  if (kind === undefined) return [transfersScan, maturitiesScan, expiriesScan]
  if (kind === "maturity") return [kindScan(kind), maturitiesScan]
  if (kind === "expiry") return [kindScan(kind), expiriesScan]
  return [kind === "award" ? transfersScan : kindScan(kind)]
}

/** The kinds that no list shows, because they touch no wallet. */
const hidden = TransferKind.literals.filter((kind) => !Schema.is(WalletKind)(kind))
const isShown = (kind: string): string => `${kind} NOT IN (${hidden.map((each) => `'${each}'`).join(", ")})`

const filtersOf =
  ({ kind, member, metadata, timed }: Filter) =>
  (scan: Scan): ReadonlyArray<string> => {
    const { column } = scan
    const isDue = [maturitiesScan, expiriesScan, memberMaturitiesScan, memberExpiriesScan].includes(scan)
    return [
      // Metadata can also belong to an award that did not pay.
      ...(metadata ? [`${column("id")} IS NOT NULL`] : []),
      ...(metadata && member
        ? [
            `(${column("debit_account")} IN (${partsOf(given("partner_id"), given("member_id"))})
              OR ${column("credit_account")} IN (${partsOf(given("partner_id"), given("member_id"))}))`
          ]
        : []),
      ...(kind !== undefined && !isDue && (metadata || member || kind === "award")
        ? [`${column("kind")} = '${kind}'`]
        : []),
      // All entries of a wallet are listed, so their kinds need no check.
      ...(kind === undefined && (metadata || !member) && !isDue ? [isShown(column("kind"))] : []),
      ...(timed ? inTime(column("created_at")) : [])
    ]
  }

/** Finds the ids of a page of transactions. */
export const searchTransactions = byFilter((filter: Filter) => {
  const scans = scansOf(filter)
  const isWallet = filter.member && !filter.metadata && !filter.merged
  const end = isWallet ? "0" : given("since")
  return statement({
    input: { ...listInput, after: "uuid?", dueBefore: "uuid", start: "integer?", due: "integer" },
    output: foundRow("TransferId"),
    sql: searchScans({
      scans,
      filters: filtersOf(filter),
      last: isWallet ? lastOfWallet : lastOfWindow(scans, { end }),
      end
    })
  })
})

/** SQL that is true if a transfer debits the wallet of the member `m`. Otherwise it credits the wallet. */
const debitsWallet = "m.id = t.debit_account"

const ofSide = (column: string): string =>
  `CASE WHEN ${debitsWallet} THEN t.debit_${column} ELSE t.credit_${column} END`

export const readTransactions = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.Struct({ ...entryFields, kind: WalletKind, userId: members.fields.userId }),
  sql: `SELECT t.partner_id, t.id AS transfer_id, m.id AS account_id, ${ofSide("version")} AS version, t.kind,
      CASE WHEN ${debitsWallet} THEN -t.amount ELSE t.amount END AS amount, ${ofSide("balance")} AS balance,
      t.created_at, m.user_id
    FROM input CROSS JOIN rewards_transfer t CROSS JOIN rewards_member m
    WHERE t.partner_id = input.partner_id AND t.id = input.id
      AND m.partner_id = t.partner_id AND m.id IN (t.debit_account, t.credit_account)
      AND NOT (t.kind = 'merge' AND ${debitsWallet})`
})

/** Reads the version of a wallet after a transfer. */
export const findVersion = statement({
  input: { partnerId: "uuid", id: "uuid", memberId: "uuid" },
  output: Schema.Struct({ version: entryFields.version }),
  sql: `SELECT CASE WHEN t.debit_account = input.member_id THEN t.debit_version ELSE t.credit_version END AS version
    FROM input CROSS JOIN rewards_transfer t
    WHERE t.partner_id = input.partner_id AND t.id = input.id AND input.member_id IN (t.debit_account, t.credit_account)`
})
