import { type Context, Effect } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { end, start } from "../ladder.ts"
import { division, nextSpan, removeEmpty } from "./division.ts"

/** A rung of level 1 that holds too many members. */
export interface Crowded {
  readonly partnerId: PartnerId
  readonly board: number
  readonly rankKey: Uint8Array
}

/**
 * A division may leave a few empty rungs. Looking for them costs as much as the division, so only every fourth does.
 */
const sweepEvery = 4

const boardKey = ({ board, partnerId }: Pick<Crowded, "board" | "partnerId">): string =>
  `${partnerId}${board}`

const row = ({ board, partnerId, rankKey }: Crowded) => ({
  partner_id: partnerId,
  board,
  rank_key: rankKey
})

/** Divides rungs that hold too many members. The caller holds the lock of the partner's boards. */
export const makeDivide = (database: Context.Tag.Service<Database>) => {
  /** By board, the rank key from which to look for empty rungs the next time. */
  const swept = new Map<string, Uint8Array>()
  let divisions = 0

  /** Removes the empty rungs of the next stretch of each board, so that their number stays small. */
  const sweep = Effect.fnUntraced(function* (crowded: ReadonlyArray<Crowded>) {
    const boards = new Map(crowded.map((spot) => [boardKey(spot), spot]))
    const from = Array.from(boards, ([key, spot]) => row({ ...spot, rankKey: swept.get(key) ?? start }))
    const ends = new Map((yield* database.run(nextSpan, from)).map((spot) => [boardKey(spot), spot.rankKey]))
    const until = ({ partner_id, board }: (typeof from)[number]) =>
      ends.get(boardKey({ partnerId: partner_id, board })) ?? end
    yield* database.run(
      removeEmpty,
      from.map((spot) => ({ ...spot, until: until(spot) }))
    )
    if (swept.size > 10_000) swept.clear()
    for (const [key, rankKey] of ends) {
      if (Buffer.compare(rankKey, end) === 0) swept.delete(key)
      else swept.set(key, rankKey)
    }
  })

  return Effect.fnUntraced(function* (crowded: ReadonlyArray<Crowded>) {
    let spots = crowded.map(row)
    for (const { crowded, insert, level } of division) {
      if (level > 1) spots = (yield* database.run(crowded, spots)).map(row)
      yield* database.run(insert, spots)
    }
    divisions += 1
    if (divisions % sweepEvery === 0) yield* sweep(crowded)
  })
}
