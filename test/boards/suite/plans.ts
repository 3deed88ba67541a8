import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { boardNumber } from "../../../lib/boards/Board.ts"
import { readMonths, readPage, readPosition } from "../../../lib/boards/Boards/statements.ts"
import * as Dialect from "../../../lib/sql/Dialect.ts"
import type { Statement } from "../../../lib/sql/Statement.ts"
import type { Tests } from "../../support/effect.ts"
import { onPostgres, raw } from "../../support/world.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const members = 1500
/** The most rows that any part of a plan may read, a fraction of the board. */
const most = 400

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
    // PostgreSQL scans small tables sequentially even with an index. Without a suitable index this setting changes
    // nothing.
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
const heavyNodes = (rows: ReadonlyArray<Record<string, unknown>>): ReadonlyArray<Node> => {
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

/** In these statements m, i, s, r and c are aliases of tables. All other names are CTEs. */
const isTable = /^SCAN (rewards_\w+|[misrc])( |$)/

const neverScans = <Row, A>(statement: Statement<Row, A>, rows: ReadonlyArray<Row>) =>
  Effect.gen(function* () {
    const plan = yield* explained(statement, rows)
    if (yield* onPostgres) return assert.deepEqual(heavyNodes(plan), [])
    const scans = plan.map(({ detail }) => String(detail)).filter((detail) => isTable.test(detail))
    assert.deepEqual(scans, [])
  })

export const plans = (it: Tests<BoardsEngine>): void => {
  it.live("no query of a board scans the board", () =>
    Effect.gen(function* () {
      const { awardMany, onboard, partnerId, rule } = yield* newBoards
      yield* rule({ maxNumberOfParticipant: members })
      const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
      for (const start of [0, members / 2]) {
        const some = userIds.slice(start, start + members / 2)
        yield* onboard(...some)
        yield* awardMany(some.map((userId) => ({ userId, ruleName: "signup" })))
      }
      if (yield* onPostgres) yield* raw("ANALYZE")

      const board = { partner_id: partnerId, board: boardNumber("earner", null) }
      for (const page of [1, 75, 150, 10_000]) {
        yield* neverScans(readPage, [{ ...board, page, size: 10, user_id: null, around: null }])
      }
      for (const user_id of ["user 0", "user 700", "user 1499", "a stranger", crypto.randomUUID()]) {
        yield* neverScans(readPage, [{ ...board, page: 1, size: 10, user_id, around: user_id }])
        yield* neverScans(readPosition, [{ ...board, user_id }])
      }
      yield* neverScans(
        readMonths,
        Array.from({ length: 12 }, (_, index) => ({
          partner_id: partnerId,
          month: index + 1,
          board: boardNumber("earner", { year: 2025, month: index + 1 }),
          until: new Date(Date.UTC(2025, index + 1)).toISOString(),
          size: 10
        }))
      )
    })
  )
}
