/** The rows of a sequence's partners, and what must hold for them after any history. */

import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, identity, Schema } from "effect"
import { postgres, sqlite } from "../../sql/Dialect.ts"
import { type Fragments, statement } from "../../sql/Statement.ts"
import { coinsText } from "../ModelOutcome.ts"
import { type Violation, violation } from "../Report.ts"
import type { LibraryIds } from "./calls.ts"

type SqlText = Pick<Fragments, "idText" | "bytesText" | "millis">

/**
 * The columns of each kind of row by their names, and where they come from. `t` is the table with the partner's id.
 */
const selections = ({ idText, bytesText, millis }: SqlText) => {
  const time = (column: string) => `COALESCE(CAST(${millis(column)} AS TEXT), '')`
  return {
    // The partner's accounts (issuance and treasury) are left out until they are used.
    account: {
      columns: {
        kind: "t.kind",
        id: "t.id",
        user: "COALESCE(m.user_id, '')",
        balance: "t.balance",
        version: "t.version"
      },
      from: "rewards_account t LEFT JOIN rewards_member m ON m.partner_id = t.partner_id AND m.id = t.id",
      where: "AND (t.kind = 'wallet' OR t.balance <> 0 OR t.version <> 0)"
    },
    entries: {
      columns: {
        account: "t.account_id",
        sum: "SUM(t.amount)",
        count: "COUNT(*)",
        amounts: "string_agg(CAST(t.amount AS TEXT), ',' ORDER BY t.version)"
      },
      from: "rewards_entry t",
      where: "GROUP BY t.partner_id, t.account_id"
    },
    rule: {
      columns: {
        id: "t.id",
        participants: "t.participants",
        max: "t.max_number_of_participant",
        limit: "COALESCE(t.user_limit_award, -1)",
        units: "t.coin_value",
        generation: "t.generation",
        countedUntil: time("t.counted_until"),
        timeZone: "t.time_zone",
        atLimit: "t.at_limit",
        startsAt: time("t.starts_at"),
        endsAt: time("t.ends_at"),
        limits: "COALESCE(t.limits, '')"
      },
      from: "rewards_rule t"
    },
    condition: {
      columns: { rule: "t.rule_id", ordinal: "t.ordinal", name: "t.name", status: "t.status" },
      from: "rewards_condition t"
    },
    tally: {
      columns: {
        rule: "t.rule_id",
        member: "t.member_id",
        paid: "t.paid",
        progress: "t.progress",
        limit: "COALESCE(t.user_limit, -1)",
        cycle: "t.cycle"
      },
      from: "rewards_tally t"
    },
    // A member's awards under one rule. A step is an award: its cycle and ordinal, "!" if it paid, the limit that
    // suppressed it, "-" if it was reversed, and the end of its id.
    awards: {
      columns: {
        rule: "t.rule_id",
        member: "t.member_id",
        count: "COUNT(*)",
        paid: "SUM(CASE WHEN t.awarded AND v.id IS NULL THEN 1 ELSE 0 END)",
        steps: `string_agg(CAST(t.cycle AS TEXT) || '.' || CAST(t.ordinal AS TEXT)
          || CASE WHEN t.awarded THEN '!' ELSE '' END || COALESCE(t.suppressed_by, '')
          || CASE WHEN v.id IS NULL THEN '' ELSE '-' END || '#' || substr(${idText("t.id")}, 31), ' ' ORDER BY t.id)`
      },
      from: "rewards_award t LEFT JOIN rewards_reversal v ON v.partner_id = t.partner_id AND v.award_id = t.id",
      where: "GROUP BY t.partner_id, t.rule_id, t.member_id"
    },
    window: {
      columns: {
        rule: "t.rule_id",
        subject: "t.subject_id",
        generation: "t.generation",
        period: "t.period",
        startsAt: time("t.starts_at"),
        endsAt: time("t.ends_at"),
        awards: "t.awards",
        units: "t.coins",
        maxAwards: "COALESCE(t.max_awards, -1)",
        maxUnits: "COALESCE(t.max_coins, -1)"
      },
      from: "rewards_window t"
    },
    refund: {
      columns: { transfer: "t.transfer_id" },
      from: "rewards_reversal t",
      where: "AND t.transfer_id IS NOT NULL"
    },
    text: {
      columns: { name: "t.name", value: "t.value", count: "COUNT(*)" },
      from: "rewards_text t",
      where: "GROUP BY t.partner_id, t.name, t.value"
    },
    key: {
      columns: {
        key: "t.key",
        fingerprint: bytesText("t.fingerprint"),
        record: `COALESCE(${idText("t.record_id")}, '')`
      },
      from: "rewards_idempotency t"
    }
  }
}

type Selections = ReturnType<typeof selections>

interface Selection {
  readonly columns: Readonly<Record<string, string>>
  readonly from: string
  /** More conditions, or a GROUP BY. */
  readonly where?: string
}

/** A row of the tables. All values are texts. */
export type TableRow<Kind extends keyof Selections> = Readonly<
  Record<"partner" | keyof Selections[Kind]["columns"], string>
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
  sql: (fragments) => {
    const selectionsOf: Readonly<Record<string, Selection>> = selections(fragments)
    const parts = Object.entries(selectionsOf).map(([kind, { columns, from, where = "" }]) => {
      const texts = ["t.partner_id", ...Object.values(columns)].map((column) =>
        isId(column) ? fragments.idText(column) : `CAST(${column} AS TEXT)`
      )
      return `SELECT ${[`'${kind}'`, ...texts].join(" || '|' || ")} AS line FROM ${from}
        WHERE t.partner_id IN (SELECT partner_id FROM input) ${where}`
    })
    return parts.join("\nUNION ALL\n")
  }
})

const columnNames = new Map(
  Object.entries(selections({ idText: identity, bytesText: identity, millis: identity })).map(
    ([kind, { columns }]) => [kind, ["partner", ...Object.keys(columns)]]
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
