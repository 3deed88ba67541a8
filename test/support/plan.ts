// How a database executes a statement.
import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import * as Dialect from "../../lib/sql/Dialect.ts"
import type { Statement } from "../../lib/sql/Statement.ts"
import { distributed } from "./nodes.ts"
import { onPostgres, raw } from "./world.ts"

export interface Limits {
  /** The letters that are aliases of tables in the statement. All other names are CTEs. */
  readonly aliases: string
  /** The most rows that any part of a plan may read. */
  readonly most: number
  /** The index by which SQLite must search tables, because its plans do not say how many rows they read; any by default. */
  readonly index?: string
  /**
   * The searches by which SQLite reads rows of a partner in the order of an index, up to a LIMIT; none by default. Its plans do not show
   * the LIMIT, but those of PostgreSQL say how many rows the same statement reads.
   */
  readonly firsts?: ReadonlyArray<string>
}

const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(", ")}]`
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value)
  return `'${String(value).replaceAll("'", "''")}'`
}

/** Nodes of Citus plan a statement with the values of its parameters, but explain it without them. So they are in the text here. */
const withValues = (text: string, parameters: ReadonlyArray<unknown>): string =>
  text.replace(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]))

/** A parameter of a prepared statement. A list has the form `{"1", "2"}`, which has no type of its own. */
const argument = (value: unknown): string =>
  Array.isArray(value) ? literal(`{${value.map(element).join(", ")}}`) : literal(value)
const element = (value: unknown): string => (value === null ? "NULL" : JSON.stringify(String(value)))

const explained = <Row, A>(statement: Statement<Row, A>, rows: ReadonlyArray<Row>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const textOf = (dialect: Dialect.Dialect) => statement.text(dialect, rows.length)
    const run = (text: string, parameters: ReadonlyArray<unknown> = []) =>
      sql.unsafe<Record<string, unknown>>(text, parameters).withoutTransform
    if (!(yield* onPostgres)) {
      const { sqlite } = Dialect
      return yield* run(`EXPLAIN QUERY PLAN ${textOf(sqlite)}`, statement.parameters(sqlite, rows))
    }
    const { citus, postgres } = Dialect
    const explain = Effect.gen(function* () {
      if (distributed) {
        yield* raw("SET LOCAL citus.propagate_set_commands = 'local'")
        yield* raw("SET LOCAL enable_seqscan = off")
        return yield* run(`EXPLAIN (ANALYZE) ${withValues(textOf(citus), statement.parameters(citus, rows))}`)
      }
      // As `Database` plans it: once for all parameters, and by index if there is a suitable one.
      yield* raw("SET LOCAL plan_cache_mode = force_generic_plan")
      yield* raw("SET LOCAL enable_seqscan = off")
      yield* raw(`PREPARE explained AS ${textOf(postgres)}`)
      const values = statement.parameters(postgres, rows).map(argument).join(", ")
      const plan = yield* run(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained(${values})`)
      yield* raw("DEALLOCATE explained")
      return plan
    })
    return yield* sql.withTransaction(explain)
  })

interface Node {
  readonly "Node Type"?: string
  readonly "Relation Name"?: string
  readonly "Actual Rows"?: number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}

const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The nodes of a PostgreSQL plan that scan a table or read too many rows of it. */
const heavyNodes = (rows: ReadonlyArray<Record<string, unknown>>, most: number): ReadonlyArray<Node> => {
  const plans = rows[0]?.["QUERY PLAN"]
  assert.ok(Array.isArray(plans))
  return plans
    .flatMap(({ Plan }: { readonly Plan: Node }) => nodesOf(Plan))
    .filter((node) => node["Relation Name"] !== undefined)
    .filter(
      (node) =>
        node["Node Type"] === "Seq Scan" ||
        (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) > most
    )
}

/** A line of a plan as text, such as `Index Scan using … on rewards_rule_102042 r (actual rows=3 loops=1)`. */
const nodeOfTask =
  /(?<!Bitmap )\b(Seq|Index|Index Only|Bitmap Heap|Tid) Scan\b.* on (rewards_\w+).*\((?:actual .*rows=(\d+)|never executed)/
const removed = /Rows Removed by Filter: (\d+)/

/** The same for the plan of Citus, which has no valid JSON for it. The statement must run on one node. */
const heavyLines = (rows: ReadonlyArray<Record<string, unknown>>, most: number): ReadonlyArray<string> => {
  const lines = rows.map((row) => String(row["QUERY PLAN"]))
  // A statement of tables on the coordinator has no tasks.
  assert.ok(
    lines.some((line) => line.trim() === "Task Count: 1") || !lines.some((line) => line.includes("Citus")),
    `the statement does not run on one node: ${lines.join("\n")}`
  )
  return lines.filter((line, index) => {
    const [, type, table, read] = nodeOfTask.exec(line) ?? []
    if (table === undefined) return false
    const rest = lines.slice(index + 1)
    const next = rest.findIndex((each) => each.includes("->"))
    const filtered = rest.slice(0, next < 0 ? rest.length : next).map((each) => removed.exec(each)?.[1])
    const count = [read, ...filtered].reduce((sum, each) => sum + Number(each ?? 0), 0)
    return type === "Seq" || count > most
  })
}

/** Asserts that a statement reads every table by an index, and no more than `most` rows in any part of its plan. */
export const neverScans = <Row, A>(
  statement: Statement<Row, A>,
  rows: ReadonlyArray<Row>,
  { aliases, firsts = [], index, most }: Limits
) =>
  Effect.gen(function* () {
    const plan = yield* explained(statement, rows)
    if (yield* onPostgres)
      return assert.deepEqual(distributed ? heavyLines(plan, most) : heavyNodes(plan, most), [])
    // A search by nothing but the partner reads all rows of the partner, unless it ends with a LIMIT.
    const table = `(rewards_\\w+|[${aliases}])`
    const isWhole = new RegExp(`^SCAN ${table}( |$)|^SEARCH ${table} .*\\(partner_id=\\?\\)$`)
    const isOther = (detail: string): boolean =>
      index !== undefined &&
      new RegExp(`^SEARCH ${table}`).test(detail) &&
      !detail.includes(` INDEX ${index} `)
    const scans = plan.filter(({ detail }) => isWhole.test(String(detail)) || isOther(String(detail)))
    assert.deepEqual(
      scans.map(({ detail }) => detail),
      firsts.map((each) => `SEARCH ${each} (partner_id=?)`)
    )
    // A LIMIT after a sort reads all rows.
    const sorts = plan.filter(({ detail }) => /^USE TEMP B-TREE FOR .*ORDER BY$/.test(String(detail)))
    const sorted = scans.filter(({ parent }) => sorts.some((sort) => sort.parent === parent))
    assert.deepEqual(sorted, [])
  })
