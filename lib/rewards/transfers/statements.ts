import { Schema } from "effect"
import { maxPageSize } from "../../schema/Page.ts"
import { Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { TransferKind } from "../ledger/Account.ts"

/** What transactions are about, besides their entries: the rule of an award, and whether they were reversed or refunded. */
export const readSubjects = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Schema.Struct({
    id: Id("TransferId"),
    ruleName: Schema.NullOr(Schema.String),
    reversalId: Schema.NullOr(Id("RecordId"))
  }),
  sql: `SELECT input.id, (
       SELECT c.name FROM rewards_award w
       JOIN rewards_condition c ON c.partner_id = w.partner_id AND c.rule_id = w.rule_id AND c.ordinal = w.ordinal
       WHERE w.partner_id = input.partner_id AND w.id = input.id
     ) AS "ruleName", COALESCE(
       (SELECT v.id FROM rewards_reversal v WHERE v.partner_id = input.partner_id AND v.award_id = input.id),
       (SELECT v.id FROM rewards_reversal v WHERE v.partner_id = input.partner_id AND v.transfer_id = input.id)
     ) AS "reversalId"
     FROM input`
})

const input = {
  partner_id: "uuid",
  after: "uuid?",
  before: "uuid",
  size: "integer",
  since: "uuid",
  from_at: "instant",
  to_at: "instant",
  member_id: "uuid?",
  name: "text?",
  value: "text?"
} as const

/** What a list is limited to. */
export interface Filter {
  readonly member: boolean
  readonly metadata: boolean
  readonly kind: TransferKind | undefined
}

const given = (column: keyof typeof input): string => `(SELECT ${column} FROM input)`

/** Ids along one index. The literal limit tells PostgreSQL that they are few. A literal kind lets it use the index of kinds. */
const along = (
  from: string,
  id: string,
  order: string,
  conditions: ReadonlyArray<string>,
  transfer: (column: string) => string,
  { kind }: Filter
): string => {
  const all = [
    `x.partner_id = ${given("partner_id")}`,
    ...conditions,
    `${transfer("created_at")} >= ${given("from_at")}`,
    `${transfer("created_at")} < ${given("to_at")}`,
    ...(kind === undefined ? [] : [`${transfer("kind")} = '${kind}'`])
  ]
  return `SELECT * FROM (SELECT x.partner_id, ${id} AS id, ${order} AS sequence FROM ${from} WHERE ${all.join(" AND ")}
    ORDER BY ${order} DESC LIMIT ${maxPageSize + 1}) AS part`
}

const own = (column: string): string => `x.${column}`

/** The column of a transfer that is known by its id: one look-up for each row, where PostgreSQL would read all transfers for a join. */
const lookUp = (column: string): string =>
  `(SELECT t.${column} FROM rewards_transfer t WHERE t.partner_id = x.partner_id AND t.id = x.record_id)`

const byId = (id: string): ReadonlyArray<string> => [
  `${id} < ${given("before")}`,
  `${id} >= ${given("since")}`
]

/** The entries of a wallet are in the order of their versions: one half of them has the wallet as its debit side. */
const ofWallet = (side: "debit" | "credit", filter: Filter): string =>
  along(
    "rewards_transfer x",
    "x.id",
    `x.${side}_version`,
    [
      `x.${side}_account = ${given("member_id")}`,
      `x.${side}_version < COALESCE((
        SELECT CASE WHEN l.debit_account = ${given("member_id")} THEN l.debit_version ELSE l.credit_version END
        FROM rewards_transfer l WHERE l.partner_id = ${given("partner_id")} AND l.id = ${given("after")}
      ), ${Number.MAX_SAFE_INTEGER})`
    ],
    own,
    filter
  )

const rowsOf = (filter: Filter): string => {
  if (filter.metadata) {
    const conditions = [
      `x.name = ${given("name")} AND x.name <> '' AND x.value = ${given("value")}`,
      ...byId("x.record_id"),
      ...(filter.member
        ? [`${given("member_id")} IN (${lookUp("debit_account")}, ${lookUp("credit_account")})`]
        : [])
    ]
    return along("rewards_text x", "x.record_id", "x.record_id", conditions, lookUp, filter)
  }
  if (filter.member) return `${ofWallet("debit", filter)} UNION ALL ${ofWallet("credit", filter)}`
  return along("rewards_transfer x", "x.id", "x.id", byId("x.id"), own, filter)
}

/** Coins leave the wallet by the debit side of these, and enter it by the credit side of the others. */
const leaves = "t.kind IN ('user_partner_transfer', 'award_reversal')"

const ofSide = (column: string): string =>
  `CASE WHEN ${leaves} THEN t.debit_${column} ELSE t.credit_${column} END`

const makeList = (filter: Filter) =>
  statement({
    input,
    output: Schema.Struct({
      partnerId: Id("PartnerId"),
      transferId: Id("TransferId"),
      accountId: Id("AccountId"),
      version: Integer,
      kind: TransferKind,
      amount: Coins,
      balance: Coins,
      createdAt: Instant,
      userId: Schema.String
    }),
    sql: `SELECT t.partner_id AS "partnerId", t.id AS "transferId", ${ofSide("account")} AS "accountId",
       ${ofSide("version")} AS version, t.kind, CASE WHEN ${leaves} THEN -t.amount ELSE t.amount END AS amount,
       ${ofSide("balance")} AS balance, t.created_at AS "createdAt", m.user_id AS "userId"
     FROM (
       SELECT found.partner_id, found.id, found.sequence FROM (${rowsOf(filter)}) AS found
       ORDER BY found.sequence DESC LIMIT ${given("size")}
     ) AS page
     JOIN rewards_transfer t ON t.partner_id = page.partner_id AND t.id = page.id
     JOIN rewards_member m ON m.partner_id = t.partner_id AND m.id = ${ofSide("account")}
     ORDER BY page.sequence DESC`
  })

const lists = new Map<string, ReturnType<typeof makeList>>()

/** One statement for each choice of filters: a single one for all of them could use no index. */
export const listTransactions = (filter: Filter): ReturnType<typeof makeList> => {
  const key = [filter.member, filter.metadata, filter.kind].join()
  const list = lists.get(key) ?? makeList(filter)
  lists.set(key, list)
  return list
}
