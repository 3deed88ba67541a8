/** The rows of a sequence's partners, and what must hold for them after any history. */

import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, identity, Schema } from "effect"
import { postgres, sqlite } from "../../sql/Dialect.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import { coinsText } from "../ModelOutcome.ts"
import { type Violation, violation } from "../Report.ts"
import type { LibraryIds } from "./calls.ts"

type SqlText = Pick<Fragments, "idText" | "bytesText" | "millis">

const ours = (alias: string): string => `${alias}.partner_id IN (SELECT partner_id FROM input)`

/** The columns of each kind of row by their names, and where they come from. */
const selections = ({ idText, bytesText, millis }: SqlText) => {
  const time = (column: string) => `COALESCE(CAST(${millis(column)} AS TEXT), '')`
  return {
    // The partner's accounts (issuance and treasury) are left out until they are used.
    account: {
      columns: {
        partner: "a.partner_id",
        kind: "a.kind",
        id: "a.id",
        user: "COALESCE(m.user_id, '')",
        balance: "a.balance",
        version: "a.version"
      },
      from: `rewards_account a LEFT JOIN rewards_member m ON m.partner_id = a.partner_id AND m.id = a.id
        WHERE ${ours("a")} AND (a.kind = 'wallet' OR a.balance <> 0 OR a.version <> 0)`
    },
    entries: {
      columns: {
        partner: "e.partner_id",
        account: "e.account_id",
        sum: "SUM(e.amount)",
        count: "COUNT(*)",
        amounts: "string_agg(CAST(e.amount AS TEXT), ',' ORDER BY e.version)"
      },
      from: `rewards_entry e WHERE ${ours("e")} GROUP BY e.partner_id, e.account_id`
    },
    rule: {
      columns: {
        partner: "r.partner_id",
        id: "r.id",
        participants: "r.participants",
        max: "r.max_participants",
        limit: "COALESCE(r.user_limit, -1)",
        units: "r.coin_value",
        generation: "r.generation",
        countedUntil: time("r.counted_until"),
        timeZone: "r.time_zone",
        atLimit: "r.at_limit",
        startsAt: time("r.starts_at"),
        endsAt: time("r.ends_at"),
        limits: "COALESCE(r.limits, '')"
      },
      from: `rewards_rule r WHERE ${ours("r")}`
    },
    condition: {
      columns: {
        partner: "c.partner_id",
        rule: "c.rule_id",
        ordinal: "c.ordinal",
        name: "c.name",
        status: "c.status"
      },
      from: `rewards_condition c WHERE ${ours("c")}`
    },
    tally: {
      columns: {
        partner: "t.partner_id",
        rule: "t.rule_id",
        member: "t.member_id",
        paid: "t.paid",
        progress: "t.progress",
        limit: "COALESCE(t.user_limit, -1)",
        cycle: "t.cycle"
      },
      from: `rewards_tally t WHERE ${ours("t")}`
    },
    // A member's awards under one rule. A step is an award: its cycle and ordinal, "!" if it paid, the limit that
    // suppressed it, "-" if it was reversed, and the end of its id.
    awards: {
      columns: {
        partner: "w.partner_id",
        rule: "w.rule_id",
        member: "w.member_id",
        count: "COUNT(*)",
        paid: "SUM(CASE WHEN w.awarded AND v.id IS NULL THEN 1 ELSE 0 END)",
        steps: `string_agg(CAST(w.cycle AS TEXT) || '.' || CAST(w.ordinal AS TEXT)
          || CASE WHEN w.awarded THEN '!' ELSE '' END || COALESCE(w.suppressed_by, '')
          || CASE WHEN v.id IS NULL THEN '' ELSE '-' END || '#' || substr(${idText("w.id")}, 31), ' ' ORDER BY w.id)`
      },
      from: `rewards_award w LEFT JOIN rewards_reversal v ON v.partner_id = w.partner_id AND v.award_id = w.id
        WHERE ${ours("w")} GROUP BY w.partner_id, w.rule_id, w.member_id`
    },
    window: {
      columns: {
        partner: "n.partner_id",
        rule: "n.rule_id",
        subject: "n.subject_id",
        generation: "n.generation",
        period: "n.period",
        startsAt: time("n.starts_at"),
        endsAt: time("n.ends_at"),
        awards: "n.awards",
        units: "n.coins",
        maxAwards: "COALESCE(n.max_awards, -1)",
        maxUnits: "COALESCE(n.max_coins, -1)"
      },
      from: `rewards_window n WHERE ${ours("n")}`
    },
    refund: {
      columns: { partner: "v.partner_id", transfer: "v.transfer_id" },
      from: `rewards_reversal v WHERE ${ours("v")} AND v.transfer_id IS NOT NULL`
    },
    text: {
      columns: { partner: "x.partner_id", name: "x.name", value: "x.value", count: "COUNT(*)" },
      from: `rewards_text x WHERE ${ours("x")} GROUP BY x.partner_id, x.name, x.value`
    },
    key: {
      columns: {
        partner: "i.partner_id",
        key: "i.key",
        fingerprint: bytesText("i.fingerprint"),
        record: `COALESCE(${idText("i.record_id")}, '')`
      },
      from: `rewards_idempotency i WHERE ${ours("i")}`
    }
  }
}

type Selections = ReturnType<typeof selections>

/** A row of the tables. All values are texts. */
export type TableRow<Kind extends keyof Selections> = Readonly<
  Record<keyof Selections[Kind]["columns"], string>
>

/**
 * Everything that the tables hold about a sequence's two partners, read in one statement and therefore consistent. A
 * row is one line of text with fields separated by "|", so that two readings are compared line by line.
 */
export interface Tables {
  readonly lines: ReadonlyArray<string>
  readonly rows: <Kind extends keyof Selections>(kind: Kind) => ReadonlyArray<TableRow<Kind>>
}

/** A column whose name says that it holds an id made by the service. */
const isId = (column: string): boolean => /\.(id|\w+_id)$/.test(column)

const read = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ line: Schema.String }),
  sql: (fragments) =>
    Object.entries(selections(fragments))
      .map(([kind, { columns, from }]) => {
        const texts = Object.values(columns).map((column) =>
          isId(column) ? fragments.idText(column) : `CAST(${column} AS TEXT)`
        )
        return `SELECT ${[`'${kind}'`, ...texts].join(" || '|' || ")} AS line FROM ${from}`
      })
      .join("\nUNION ALL\n")
})

const columnNames = new Map(
  Object.entries(selections({ idText: identity, bytesText: identity, millis: identity })).map(
    ([kind, { columns }]) => [kind, Object.keys(columns)]
  )
)

const fromLines = (lines: ReadonlyArray<string>): Tables => {
  const byKind = Map.groupBy(lines, (line) => line.slice(0, line.indexOf("|")))
  const parsed = new Map<string, ReadonlyArray<Readonly<Record<string, string>>>>()
  const parse = (kind: string) => {
    const names = columnNames.get(kind) ?? []
    return (byKind.get(kind) ?? []).map((line) => {
      const [, ...values] = line.split("|")
      return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]))
    })
  }
  return {
    lines,
    rows: <Kind extends keyof Selections>(kind: Kind) => {
      const rows = parsed.get(kind) ?? parse(kind)
      parsed.set(kind, rows)
      return rows as ReadonlyArray<TableRow<Kind>>
    }
  }
}

export const readTables = (
  client: Context.Context<SqlClient.SqlClient>,
  partners: LibraryIds["partners"]
): Effect.Effect<Tables> => {
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

function* coinsAddUp(tables: Tables): Generator<Violation> {
  const entries = tables.rows("entries")
  for (const [partner, own] of Map.groupBy(entries, (row) => row.partner)) {
    const units = own.reduce((sum, row) => sum + Number(row.sum), 0)
    if (units !== 0) {
      yield violation("entries sum to zero", `those of partner ${partner} sum to ${coinsText(units)}`)
    }
  }
  const byAccount = new Map(entries.map((row) => [row.account, row]))
  for (const { kind, id, user, ...account } of tables.rows("account")) {
    const { sum = "0", count = "0" } = byAccount.get(id) ?? {}
    const [units, version] = [Number(account.balance), Number(account.version)]
    if (units !== Number(sum) || version !== Number(count)) {
      yield violation(
        "a balance is the sum of its entries",
        `${kind} ${user || id} has ${coinsText(units)} at version ${version}, its ${count} entries sum to ${coinsText(Number(sum))}`
      )
    }
    if (kind === "wallet" && units < 0) {
      yield violation("no wallet is below zero", `${user} has ${coinsText(units)}`)
    }
  }
}

function* placesHold(tables: Tables): Generator<Violation> {
  const awards = tables.rows("awards")
  for (const { id, ...rule } of tables.rows("rule")) {
    const [counted, places] = [Number(rule.participants), Number(rule.max)]
    const paid = awards.filter((row) => row.rule === id && Number(row.paid) > 0).length
    if (counted > places || paid > places) {
      yield violation(
        "a rule has no more participants than places",
        `rule ${id} has paid ${paid} members, counts ${counted}, and has ${places} places`
      )
    }
    if (counted !== paid) {
      yield violation("participants are counted", `rule ${id} has paid ${paid} members and counts ${counted}`)
    }
  }
}

/** A tally stores the limit at the time of its last award, because the rule's limit may be lowered later. */
function* userLimitsHold(tables: Tables): Generator<Violation> {
  const tallies = new Map(tables.rows("tally").map((row) => [`${row.rule} to ${row.member}`, row]))
  for (const awards of tables.rows("awards")) {
    const subject = `${awards.rule} to ${awards.member}`
    const tally = tallies.get(subject)
    const [paid, counted, limit] = [Number(awards.paid), Number(tally?.paid), Number(tally?.limit)]
    if (tally === undefined) {
      yield violation("payments are counted", `there is no tally for the awards of ${subject}`)
    } else if (paid !== counted) {
      yield violation("payments are counted", `the tally of ${subject} has ${counted}, its awards ${paid}`)
    } else if (limit !== -1 && paid > limit) {
      yield violation(
        "a member is paid no more often than the limit",
        `${subject} was paid ${paid} times, the limit was ${limit}`
      )
    }
  }
}

/** A counter stores the limits at the time of its last payment, because they may be lowered later. */
function* windowLimitsHold(tables: Tables): Generator<Violation> {
  for (const { rule, subject, period, ...row } of tables.rows("window")) {
    const [awards, maxAwards] = [Number(row.awards), Number(row.maxAwards)]
    const [units, maxUnits] = [Number(row.units), Number(row.maxUnits)]
    if ((maxAwards !== -1 && awards > maxAwards) || (maxUnits !== -1 && units > maxUnits)) {
      yield violation(
        "a window pays no more than its limit",
        `the ${period} of rule ${rule} and ${subject} has ${awards} of ${maxAwards} awards, ${coinsText(units)} of ${coinsText(maxUnits)} coins`
      )
    }
  }
}

/** The first violation of what must hold for the tables after any history. */
export const brokenInvariant = (tables: Tables): Violation | undefined => {
  for (const invariant of [coinsAddUp, placesHold, userLimitsHold, windowLimitsHold]) {
    for (const violation of invariant(tables)) return violation
  }
  return undefined
}
