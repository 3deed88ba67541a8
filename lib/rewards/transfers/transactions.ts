import { type Context, Effect, Schema } from "effect"
import type { Database } from "../../sql/Database.ts"
import { given, statement } from "../../sql/Statement.ts"
import type { PartnerId } from "../Id.ts"
import type { Entry, TransferKind } from "../ledger/Account.ts"
import { entryFields } from "../ledger/Ledger.ts"
import { type Along, byFilter, firstAlong, isInRange, ownColumn } from "../listStatements.ts"
import { listInput } from "../lists.ts"
import { conditions, members, reversals, transfers } from "../tables.ts"
import { makeReadTexts, noTexts } from "../texts/Texts.ts"
import type { Transaction } from "./Transfer.ts"

/** For each transfer, reads the name of the awarded rule or sub-rule, and the time of the reversal or refund. Both can be null. */
export const readSubjects = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.Struct({
    id: transfers.fields.id,
    ruleName: Schema.NullOr(conditions.fields.name),
    reversedAt: Schema.NullOr(reversals.fields.createdAt)
  }),
  sql: `SELECT input.id, (
       SELECT c.name FROM rewards_award w
       JOIN rewards_condition c ON c.partner_id = w.partner_id AND c.rule_id = w.rule_id AND c.ordinal = w.ordinal
       WHERE w.partner_id = input.partner_id AND w.id = input.id
     ) AS rule_name, COALESCE(
       (SELECT v.created_at FROM rewards_reversal v WHERE v.partner_id = input.partner_id AND v.award_id = input.id),
       (SELECT v.created_at FROM rewards_reversal v WHERE v.partner_id = input.partner_id AND v.transfer_id = input.id)
     ) AS reversed_at
     FROM input`
})

/** Adds the narration, the metadata, `reversed` and `reversedAt` to each entry. The default narration of an award contains the name of its rule. */
export const makeDescribe = (database: Context.Tag.Service<Database>) => {
  const readTexts = makeReadTexts(database)

  return Effect.fnUntraced(function* (
    partnerId: PartnerId,
    entries: ReadonlyArray<Entry & { readonly userId: string }>
  ) {
    const ids = entries.map(({ transferId }) => transferId)
    const texts = yield* readTexts(partnerId, ids)
    const rows = yield* database.run(
      readSubjects,
      ids.map((id) => ({ partnerId, id }))
    )
    const subjects = new Map(rows.map((row) => [row.id, row]))
    return entries.map((entry): Transaction => {
      const { metadata, narration } = texts.get(entry.transferId) ?? noTexts
      const { reversedAt = null, ruleName = null } = subjects.get(entry.transferId) ?? {}
      return {
        ...entry,
        narration: narration ?? (ruleName === null ? null : `award for ${ruleName}`),
        metadata,
        reversed: reversedAt !== null,
        reversedAt
      }
    })
  })
}

const input = { ...listInput, after: "uuid?" } as const

interface Filter {
  readonly member: boolean
  readonly metadata: boolean
  readonly kind: TransferKind | undefined
}

/** SQL for a column of the transfer that a row `x` of rewards_text belongs to. */
const ofText = (column: string): string =>
  `(SELECT t.${column} FROM rewards_transfer t WHERE t.partner_id = x.partner_id AND t.id = x.record_id)`

/** The transfers that debit a wallet, or those that credit it. They are sorted by the wallet's version. */
const alongWallet = (side: "debit" | "credit"): Along => ({
  from: "rewards_transfer x",
  id: "x.id",
  order: `x.${side}_version`,
  where: [
    `x.${side}_account = ${given("member_id")}`,
    `x.${side}_version < COALESCE((
      SELECT CASE WHEN l.debit_account = ${given("member_id")} THEN l.debit_version ELSE l.credit_version END
      FROM rewards_transfer l WHERE l.partner_id = ${given("partner_id")} AND l.id = ${given("after")}
    ), ${Number.MAX_SAFE_INTEGER})`
  ],
  column: ownColumn
})

const alongTexts = (member: boolean): Along => ({
  from: "rewards_text x",
  id: "x.record_id",
  where: [
    `x.name = ${given("name")} AND x.name <> '' AND x.value = ${given("value")}`,
    ...isInRange("x.record_id"),
    ...(member ? [`${given("member_id")} IN (${ofText("debit_account")}, ${ofText("credit_account")})`] : [])
  ],
  column: ofText
})

const alongTransfers: Along = {
  from: "rewards_transfer x",
  id: "x.id",
  where: isInRange("x.id"),
  column: ownColumn
}

/** SQL for the transfers that pass the filter. The kind is a literal, so that PostgreSQL can use the partial index `kind`. */
const rowsOf = ({ kind, member, metadata }: Filter): string => {
  const some = metadata
    ? [alongTexts(member)]
    : member
      ? [alongWallet("debit"), alongWallet("credit")]
      : [alongTransfers]
  return some
    .map((along) => {
      const ofKind = kind === undefined ? [] : [`${along.column("kind")} = '${kind}'`]
      return firstAlong({ ...along, where: [...along.where, ...ofKind] })
    })
    .join(" UNION ALL ")
}

/** These kinds debit the wallet; the others credit it. */
const debitsWallet = "t.kind IN ('user_partner_transfer', 'award_reversal')"

const ofSide = (column: string): string =>
  `CASE WHEN ${debitsWallet} THEN t.debit_${column} ELSE t.credit_${column} END`

export const listTransactions = byFilter((filter: Filter) =>
  statement({
    input,
    output: Schema.Struct({ ...entryFields, userId: members.fields.userId }),
    sql: `SELECT t.partner_id, t.id AS transfer_id, ${ofSide("account")} AS account_id, ${ofSide("version")} AS version, t.kind,
       CASE WHEN ${debitsWallet} THEN -t.amount ELSE t.amount END AS amount, ${ofSide("balance")} AS balance,
       t.created_at, m.user_id
     FROM (
       SELECT found.partner_id, found.id, found.sequence FROM (${rowsOf(filter)}) AS found
       ORDER BY found.sequence DESC LIMIT ${given("size")}
     ) AS page
     JOIN rewards_transfer t ON t.partner_id = page.partner_id AND t.id = page.id
     JOIN rewards_member m ON m.partner_id = t.partner_id AND m.id = ${ofSide("account")}
     ORDER BY page.sequence DESC`
  })
)
