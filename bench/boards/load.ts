import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { Partners } from "laurel-rewards/effect"
import { boardNumber } from "../../lib/boards/Board.ts"
import { divisions, start } from "../../lib/boards/rungs.ts"
import { PartnerId } from "../../lib/rewards/Id.ts"
import { Database } from "../../lib/sql/Database.ts"
import { bar } from "../bar.ts"

/** A partner with many members. The n-th has the user id `member-n`. Each monthly board has a tenth of them. */
export interface Crowd {
  readonly partnerId: PartnerId
  readonly members: number
  readonly year: number
}

export const userId = (index: number): string => `member-${index}`

/** Rows per statement. */
const chunk = 100_000

/** The id of the n-th member, the same in every run: it ends with n. */
const memberId = {
  sqlite: "unhex('019a0000000070008000' || printf('%012x', n))",
  postgres: "CAST('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0') AS UUID)"
}

/**
 * Few members have high scores and many have low ones. A score has a few members on average, the most common one
 * hundreds.
 */
const score = (members: number): string => {
  const spread = Math.max(10, Math.floor(members / 4))
  return `10000 * (1 + (n * 7919) % (1 + (n * 104729) % ${spread}))`
}

const series = {
  sqlite: (from: number, until: number) =>
    `(WITH RECURSIVE s(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM s WHERE n + 1 < ${until}) SELECT n FROM s)`,
  postgres: (from: number, until: number) =>
    `(SELECT n FROM generate_series(${from}::bigint, ${until - 1}) AS n)`
}

const created = {
  sqlite: "strftime('%Y-%m-%dT%H:%M:%fZ', '2025-01-01', '+' || (n / 1000) || ' seconds')",
  postgres: "TIMESTAMPTZ '2025-01-01T00:00:00Z' + make_interval(secs => n / 1000)"
}

/**
 * Writes the rows of a board with a long history, without the awards: members, scores, and the rungs as a rebuild
 * would write them. The index is created at the end, which takes a tenth of the time.
 */
export const load = (members: number, months: boolean, progress: (text: string) => void) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const database = yield* Database
    const { name } = database.dialect
    const { id } = yield* (yield* Partners).register({ name: `${members} members` })
    const partnerId = PartnerId.make(id)
    const partner = name === "sqlite" ? `X'${partnerId.replaceAll("-", "")}'` : `'${partnerId}'`
    const year = 2025
    const run = (text: string) => Effect.asVoid(sql.unsafe(text))
    const boards = [
      { board: boardNumber("earner", null), step: 1 },
      ...(months
        ? Array.from({ length: 12 }, (_, index) => ({
            board: boardNumber("earner", { year, month: index + 1 }),
            step: 10
          }))
        : [])
    ]

    const [order] = yield* sql.unsafe<{ definition: string }>(
      name === "sqlite"
        ? "SELECT sql AS definition FROM sqlite_master WHERE name = 'rewards_score_order'"
        : "SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'rewards_score_order'"
    )
    yield* run("DROP INDEX rewards_score_order")
    // The rows that these rows reference do not exist, so foreign keys are off. This database receives no awards.
    if (name === "sqlite") yield* run("PRAGMA foreign_keys = OFF")
    for (let from = 0; from < members; from += chunk) {
      const until = Math.min(members, from + chunk)
      const rows = Effect.gen(function* () {
        if (name === "postgres") yield* run("SET LOCAL session_replication_role = replica")
        yield* run(`INSERT INTO rewards_member (partner_id, id, current_id, user_id, created_at)
          SELECT ${partner}, ${memberId[name]}, ${memberId[name]}, 'member-' || n, ${created[name]} FROM ${series[name](from, until)} AS s`)
        yield* run(`INSERT INTO rewards_member_id (partner_id, user_id, member_id, linked)
          SELECT ${partner}, 'member-' || n, ${memberId[name]}, FALSE FROM ${series[name](from, until)} AS s`)
        for (const { board, step } of boards) {
          yield* run(`INSERT INTO rewards_score (partner_id, board, member_id, score, reached_ms)
            SELECT ${partner}, ${board}, ${memberId[name]}, ${score(members)}, 1750000000000 + n
            FROM ${series[name](from, until)} AS s WHERE (n + ${board}) % ${step} = 0`)
        }
      })
      yield* sql.withTransaction(rows)
      progress(`loading members and scores ${bar(until, members)}`)
    }
    if (name === "sqlite") yield* run("PRAGMA foreign_keys = ON")
    progress("indexing the order")
    yield* run(order!.definition)
    progress("setting the rungs")
    const heads = boards.map(({ board }) => ({ partnerId, board, rankKey: start }))
    for (const { divide } of divisions) yield* Effect.forEach(heads, (head) => database.run(divide, [head]))
    yield* run(name === "sqlite" ? "PRAGMA wal_checkpoint(TRUNCATE)" : "VACUUM ANALYZE")
    return { partnerId, members, year } satisfies Crowd
  })
