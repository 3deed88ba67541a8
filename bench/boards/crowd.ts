import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import { Boards, Rewards } from "laurel-rewards/effect"
import { boardOf } from "../../lib/boards/rungs.ts"
import { Database } from "../../lib/sql/Database.ts"
import { statement } from "../../lib/sql/Statement.ts"
import type { Client } from "../ours.ts"
import { type Crowd, load, userId } from "./load.ts"

/** Asks the n-th question of a series. */
export type Ask = (n: number) => Effect.Effect<unknown, unknown>

export interface OpenCrowd {
  readonly crowd: Crowd
  readonly position: Ask
  readonly page: (page: number) => Ask
  readonly year: Ask
  /** Finds a member by primary key, through the same library on the same connection. */
  readonly lookUp: Ask
  /** Finds the rank by counting all members with a higher score, using an index on the scores. */
  readonly usualRank: Ask
  /** The milliseconds that each of `count` questions takes, one after the other. */
  readonly time: (ask: Ask, from: number, count: number) => Promise<ReadonlyArray<number>>
  readonly close: () => Promise<void>
}

/** A pseudo-random member, the same in every run. */
export const scattered = (n: number, members: number): number => (n * 48_271 + 11) % members

const lookUp = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Schema.Struct({ userId: Schema.String }),
  sql: `SELECT m.user_id AS "userId" FROM input CROSS JOIN rewards_member m
    WHERE m.partner_id = input.partner_id AND m.id = input.id`
})

const usualRank = statement({
  input: { partner_id: "uuid", board: "integer", user_id: "text" },
  output: Schema.Struct({ position: Schema.NullOr(Schema.Union(Schema.Number, Schema.String)) }),
  sql: `SELECT COUNT(*) + 1 AS position FROM rewards_score o
    WHERE o.partner_id = (SELECT partner_id FROM input) AND ${boardOf("o")} = (SELECT board FROM input) AND o.rank_key < (
      SELECT substr(s.rank_key, 1, 8) FROM input
      CROSS JOIN rewards_member_id i CROSS JOIN rewards_score s
      WHERE i.partner_id = input.partner_id AND i.user_id = input.user_id
        AND s.partner_id = i.partner_id AND s.member_id = i.member_id AND s.board = input.board)`
})

export const openCrowd = async (
  client: Client,
  members: number,
  months: boolean,
  progress: (text: string) => void
): Promise<OpenCrowd> => {
  const services = Layer.mergeAll(Rewards.layer(), Database.layer).pipe(Layer.provideMerge(client))
  const runtime = ManagedRuntime.make<Rewards.Rewards | Database | SqlClient.SqlClient, unknown>(services)
  const crowd = await runtime.runPromise(load(members, months, progress))
  const boards = await runtime.runPromise(Boards)
  const database = await runtime.runPromise(Database)
  const { partnerId } = crowd
  const memberFor = (n: number) => scattered(n, members)
  const id = (n: number) => `019a0000-0000-7000-8000-${memberFor(n).toString(16).padStart(12, "0")}`
  return {
    crowd,
    position: (n) => boards.position({ partnerId, userId: userId(memberFor(n)) }),
    page: (page) => () => boards.coins({ partnerId, page }),
    year: () => boards.year({ partnerId, year: crowd.year }),
    lookUp: (n) => database.run(lookUp, [{ partner_id: partnerId, id: id(n) }]),
    usualRank: (n) =>
      database.run(usualRank, [{ partner_id: partnerId, board: 0, user_id: userId(memberFor(n)) }]),
    time: (ask, from, count) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const taken: Array<number> = []
          for (let n = from; n < from + count; n++) {
            const start = performance.now()
            yield* ask(n)
            taken.push(performance.now() - start)
          }
          return taken
        })
      ),
    close: () => runtime.dispose()
  }
}
