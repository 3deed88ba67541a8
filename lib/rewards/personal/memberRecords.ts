import { type Context, Effect, Schema } from "effect"
import { smallestId } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { type Fragments, given, statement } from "../../sql/Statement.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { reversals, texts } from "../tables.ts"

/**
 * Reads the records of a member that can have texts: its awards, its activities, the transfers of its wallet, and all of their reversals.
 * Its requests for approval can have texts, too: `Approvals` reads and erases these.
 */

/** How many records are read at once, without their reversals. */
export const recordsPerPage = 100

const Row = Schema.Struct({
  id: texts.fields.recordId,
  place: Schema.String,
  reversalId: Schema.NullOr(reversals.fields.id)
})

const withReversals = (page: string, place: string, column: string): string =>
  `SELECT f.id, ${place} AS place, v.id AS reversal_id FROM ${page} AS f
    LEFT JOIN rewards_reversal v ON v.partner_id = ${given("partner_id")} AND v.${column} = f.id`

const byId = (table: string, column: string) =>
  statement({
    input: { partnerId: "uuid", memberId: "uuid", after: "uuid" },
    output: Row,
    sql: ({ idText }: Fragments) =>
      withReversals(
        `(SELECT r.id FROM ${table} r
          WHERE r.partner_id = ${given("partner_id")} AND r.member_id = ${given("member_id")} AND r.id > ${given("after")}
          ORDER BY r.id LIMIT ${recordsPerPage})`,
        idText("f.id"),
        column
      )
  })

const findAwards = byId("rewards_award", "award_id")
const findActivities = byId("rewards_activity", "activity_id")

const half = (side: "debit" | "credit"): string =>
  `SELECT * FROM (SELECT t.id, t.${side}_version AS version FROM rewards_transfer t
    WHERE t.partner_id = ${given("partner_id")} AND t.${side}_account = ${given("member_id")} AND t.${side}_version > ${given("after")}
    ORDER BY t.${side}_version LIMIT ${recordsPerPage}) AS ${side}`

const findTransfers = statement({
  input: { partnerId: "uuid", memberId: "uuid", after: "integer" },
  output: Row,
  sql: withReversals(
    `(SELECT w.id, w.version FROM (${half("debit")} UNION ALL ${half("credit")}) AS w ORDER BY w.version LIMIT ${recordsPerPage})`,
    "CAST(f.version AS TEXT)",
    "transfer_id"
  )
})

/** The kinds of records, in the order in which they are read. */
const kinds = ["award", "activity", "transfer"] as const

/**
 * A place between two pages: a kind of records, and the last record of this kind that was read. `after` is empty before the first record.
 */
export interface Place {
  readonly kind: (typeof kinds)[number]
  readonly after: string
}

export const start: Place = { kind: "award", after: "" }

interface RecordPage {
  readonly records: ReadonlyArray<string>
  readonly reversals: ReadonlyArray<string>
  readonly next: Place | null
}

const later = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length

/** Reads a page of a member's records. All records of a page are of one kind. The last page of a kind can be empty. */
export const readRecords = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  { memberId, partnerId }: { readonly partnerId: PartnerId; readonly memberId: MemberId },
  { after, kind }: Place
) {
  const member = { partnerId, memberId }
  const rows =
    kind === "transfer"
      ? yield* database.run(findTransfers, [{ ...member, after: Number(after) }])
      : yield* database.run(kind === "award" ? findAwards : findActivities, [
          { ...member, after: after === "" ? smallestId : after }
        ])
  const records = new Map(rows.map(({ id, place }) => [id as string, place]))
  const last = Array.from(records.values()).reduce((most, place) => (later(place, most) ? place : most), "")
  const following = kinds[kinds.indexOf(kind) + 1]
  const next =
    records.size >= recordsPerPage ? { kind, after: last } : following && { kind: following, after: "" }
  return {
    records: Array.from(records.keys()),
    reversals: rows.flatMap(({ reversalId }) => (reversalId === null ? [] : [reversalId])),
    next: next ?? null
  } satisfies RecordPage
})
