// How a database executes a statement.
import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import * as Dialect from "../../lib/sql/Dialect.ts"
import type { Statement } from "../../lib/sql/Statement.ts"
import { onPostgres, raw } from "./world.ts"

export interface Limits {
  /** The letters that are aliases of tables in the statement. All other names are CTEs. */
  readonly aliases: string
  /** The most rows that any part of a plan may read. */
  readonly most: number
}

const explained = <Row, A>(statement: Statement<Row, A>, rows: ReadonlyArray<Row>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [dialect, explain] = (yield* onPostgres)
      ? [Dialect.postgres, "EXPLAIN (ANALYZE, FORMAT JSON) "]
      : [Dialect.sqlite, "EXPLAIN QUERY PLAN "]
    const text = explain + statement.text(dialect, rows.length)
    const plan = sql.unsafe<Record<string, unknown>>(
      text,
      statement.parameters(dialect, rows)
    ).withoutTransform
    if (!(yield* onPostgres)) return yield* plan
    // As Database plans it. Without a suitable index this setting changes nothing.
    return yield* sql.withTransaction(Effect.zipRight(raw("SET LOCAL enable_seqscan = off"), plan))
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

/** Asserts that a statement reads every table by an index, and no more than `most` rows in any part of its plan. */
export const neverScans = <Row, A>(
  statement: Statement<Row, A>,
  rows: ReadonlyArray<Row>,
  { aliases, most }: Limits
) =>
  Effect.gen(function* () {
    const plan = yield* explained(statement, rows)
    if (yield* onPostgres) return assert.deepEqual(heavyNodes(plan, most), [])
    const isTable = new RegExp(`^SCAN (rewards_\\w+|[${aliases}])( |$)`)
    const scans = plan.map(({ detail }) => String(detail)).filter((detail) => isTable.test(detail))
    assert.deepEqual(scans, [])
  })
