import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Schema } from "effect"
import { postgres, sqlite } from "../../sql/Dialect.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import type { Names } from "./perform.ts"

/**
 * Everything that the tables hold about a sequence's two partners, read in one statement and therefore consistent. A
 * row is one line of text with fields separated by "|", so that snapshots are compared line by line.
 */
export interface Snapshot {
  readonly lines: ReadonlyArray<string>
  readonly rows: (kind: string) => ReadonlyArray<Row>
}

export interface Row {
  readonly partner: string
  readonly rest: ReadonlyArray<string>
}

const fromLines = (lines: ReadonlyArray<string>): Snapshot => {
  let parsed: ReadonlyMap<string, ReadonlyArray<Row>> | undefined
  const parse = () => {
    const byKind = new Map<string, Array<Row>>()
    for (const line of lines) {
      const [kind = "", partner = "", ...rest] = line.split("|")
      const known = byKind.get(kind)
      if (known === undefined) byKind.set(kind, [{ partner, rest }])
      else known.push({ partner, rest })
    }
    return byKind
  }
  return {
    lines,
    rows: (kind) => {
      parsed ??= parse()
      return parsed.get(kind) ?? []
    }
  }
}

export const none: Snapshot = fromLines([])

type IdText = Fragments["idText"]

/** A column whose name says that it holds an id made by the service. */
const isId = (column: string): boolean => /\.(id|\w+_id)$/.test(column)

const fieldsWith =
  (idText: IdText) =>
  (kind: string, ...columns: ReadonlyArray<string>): string =>
    [
      `'${kind}'`,
      ...columns.map((column) => (isId(column) ? idText(column) : `CAST(${column} AS TEXT)`))
    ].join(" || '|' || ")

const ours = (alias: string): string => `${alias}.partner_id IN (SELECT partner_id FROM input)`

/** An account's amounts in the order of posting. */
const amounts = "string_agg(CAST(e.amount AS TEXT), ',' ORDER BY e.version)"

/**
 * A member's awards under one rule: cycle and ordinal, with "!" for a payment, the limit that suppressed one, "-" for
 * one that was reversed, and the end of its id. The order is not compared.
 */
const step = (
  idText: IdText
): string => `CAST(w.cycle AS TEXT) || '.' || CAST(w.ordinal AS TEXT) || CASE WHEN w.awarded THEN '!' ELSE '' END
  || COALESCE(w.suppressed_by, '') || CASE WHEN v.id IS NULL THEN '' ELSE '-' END || '#' || substr(${idText("w.id")}, 31)`
const steps = (idText: IdText): string => `string_agg(${step(idText)}, ' ' ORDER BY w.id)`

/** Payments that were not reversed. */
const paid = "SUM(CASE WHEN w.awarded AND v.id IS NULL THEN 1 ELSE 0 END)"

/** Leaves out the partner's accounts (issuance and treasury) that have never moved. */
const read = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ line: Schema.String }),
  sql: ({ idText, bytesText, millis }) => {
    const fields = fieldsWith(idText)
    const moment = (column: string) => `COALESCE(CAST(${millis(column)} AS TEXT), '')`
    const schedule = [moment("r.starts_at"), moment("r.ends_at")]
    return `
  SELECT ${fields("account", "a.partner_id", "a.kind", "a.id", "COALESCE(m.user_id, '')", "a.balance", "a.version")} AS line
  FROM rewards_account a LEFT JOIN rewards_member m ON m.partner_id = a.partner_id AND m.id = a.id
  WHERE ${ours("a")} AND (a.kind = 'wallet' OR a.balance <> 0 OR a.version <> 0)
  UNION ALL
  SELECT ${fields("entries", "e.partner_id", "e.account_id", "SUM(e.amount)", "COUNT(*)", amounts)}
  FROM rewards_entry e WHERE ${ours("e")} GROUP BY e.partner_id, e.account_id
  UNION ALL
  SELECT ${fields("rule", "r.partner_id", "r.id", "r.participants", "r.max_number_of_participant", "COALESCE(r.user_limit_award, -1)", "r.coin_value", "r.generation", moment("r.counted_until"), "r.time_zone", "r.at_limit", ...schedule, "COALESCE(r.limits, '')")}
  FROM rewards_rule r WHERE ${ours("r")}
  UNION ALL
  SELECT ${fields("condition", "c.partner_id", "c.rule_id", "c.ordinal", "c.name", "c.status")}
  FROM rewards_condition c WHERE ${ours("c")}
  UNION ALL
  SELECT ${fields("tally", "t.partner_id", "t.rule_id", "t.member_id", "t.paid", "t.progress", "COALESCE(t.user_limit, -1)", "t.cycle")}
  FROM rewards_tally t WHERE ${ours("t")}
  UNION ALL
  SELECT ${fields("awards", "w.partner_id", "w.rule_id", "w.member_id", "COUNT(*)", paid, steps(idText))}
  FROM rewards_award w LEFT JOIN rewards_reversal v ON v.partner_id = w.partner_id AND v.award_id = w.id
  WHERE ${ours("w")} GROUP BY w.partner_id, w.rule_id, w.member_id
  UNION ALL
  SELECT ${fields("window", "n.partner_id", "n.rule_id", "n.subject_id", "n.generation", "n.period", moment("n.starts_at"), moment("n.ends_at"), "n.awards", "n.coins", "COALESCE(n.max_awards, -1)", "COALESCE(n.max_coins, -1)")}
  FROM rewards_window n WHERE ${ours("n")}
  UNION ALL
  SELECT ${fields("refund", "v.partner_id", "v.transfer_id")}
  FROM rewards_reversal v WHERE ${ours("v")} AND v.transfer_id IS NOT NULL
  UNION ALL
  SELECT ${fields("text", "x.partner_id", "x.name", "x.value", "COUNT(*)")}
  FROM rewards_text x WHERE ${ours("x")} GROUP BY x.partner_id, x.name, x.value
  UNION ALL
  SELECT ${fields("key", "i.partner_id", "i.key", bytesText("i.fingerprint"), `COALESCE(${idText("i.record_id")}, '')`)}
  FROM rewards_idempotency i WHERE ${ours("i")}`
  }
})

export const take = (client: Context.Context<SqlClient.SqlClient>, partners: Names["partners"]) => {
  const sql = Context.get(client, SqlClient.SqlClient)
  const dialect = sql.onDialectOrElse({ sqlite: () => sqlite, orElse: () => postgres })
  const ids = [{ partner_id: partners.home }, { partner_id: partners.away }]
  return Effect.map(
    Effect.orDie(sql.unsafe(read.text(dialect, ids.length), read.parameters(dialect, ids)).withoutTransform),
    (rows) =>
      fromLines(
        read
          .decode(rows)
          .map((row) => row.line)
          .toSorted()
      )
  )
}

export const number = (row: Row, index: number): number => Number(row.rest[index])
