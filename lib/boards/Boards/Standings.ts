import { type Context, Effect } from "effect"
import * as Coins from "../../rewards/Coins.ts"
import type { MemberId, PartnerId } from "../../rewards/Id.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { type BoardType, boardNumber, bounds, type MonthOfYear } from "../Board.ts"
import type { Snapshot } from "../Folder.ts"
import { readMonths, readPage, readPosition } from "./statements.ts"

/** One ranking of a partner's members: of all time, or of one month. */
export interface Board {
  readonly partnerId: PartnerId
  readonly type: BoardType
  readonly month: MonthOfYear | null
}

/** A member with a score above 0; `reachedAt` is when the score last changed. */
export interface Standing {
  readonly memberId: MemberId
  readonly userId: string
  readonly score: Coins.Coins
  readonly createdAt: Date
  readonly reachedAt: Date
}

/** A member's score and position; both are 0 for a member without a score. */
export interface Position {
  readonly score: Coins.Coins
  readonly position: number
}

/** One snapshot of a board. `asked` is null when no member was asked for, or when the id leads to no member. */
export interface StandingsPage extends Snapshot {
  readonly count: number
  readonly page: number
  readonly standings: ReadonlyArray<Standing>
  readonly asked: Position | null
  /** Whether the id in `around` leads to a member. */
  readonly aroundFound: boolean
}

export interface PositionFound extends Snapshot {
  readonly asked: Position | null
}

/** The first members of each month, by the number of the month. */
export interface Months extends Snapshot {
  readonly months: ReadonlyMap<number, ReadonlyArray<Pick<Standing, "userId" | "score">>>
}

export interface Which {
  readonly page: number
  readonly size: number
  readonly userId: string | undefined
  readonly around: string | undefined
}

/** Reads boards from scores and rungs. The cost of an answer does not grow with the board. */
export interface Standings {
  readonly page: (board: Board, which: Which) => Effect.Effect<StandingsPage, DatabaseFailure>

  /** The position of a member; null when the id leads to no member. */
  readonly position: (board: Board, userId: string) => Effect.Effect<PositionFound, DatabaseFailure>

  /**
   * The first members of each month, by the number of the month; members without a score come last. A month without
   * members is left out.
   */
  readonly months: (
    board: Omit<Board, "month">,
    months: ReadonlyArray<MonthOfYear>,
    size: number
  ) => Effect.Effect<Months, DatabaseFailure>
}

const positionOf = (score: Coins.Coins | null, above: number | null): Position =>
  score === null || above === null ? { score: Coins.zero, position: 0 } : { score, position: above + 1 }

export const make = (database: Context.Tag.Service<Database>): Standings => ({
  page: ({ partnerId, type, month }, { page, size, userId, around }) => {
    const input = {
      partner_id: partnerId,
      board: boardNumber(type, month),
      page,
      size,
      user_id: userId ?? null,
      around: around ?? null
    }
    return Effect.map(database.run(readPage, [input]), (rows) => {
      const [first] = rows
      return {
        pending: first?.pending ?? false,
        count: first?.count ?? 0,
        page: first?.page ?? page,
        standings: rows.flatMap((row) =>
          row.memberId === null ? [] : [{ ...row, reachedAt: new Date(row.reachedMs) }]
        ),
        asked:
          first === undefined || first.askedId === null
            ? null
            : positionOf(first.askedScore, first.askedAbove),
        aroundFound: first !== undefined && first.aroundId !== null
      }
    })
  },

  position: ({ partnerId, type, month }, userId) =>
    Effect.map(
      database.run(readPosition, [
        { partner_id: partnerId, board: boardNumber(type, month), user_id: userId }
      ]),
      ([found]) => ({
        pending: found?.pending ?? false,
        asked: found === undefined || found.memberId === null ? null : positionOf(found.score, found.above)
      })
    ),

  months: ({ partnerId, type }, months, size) => {
    const inputs = months.map((month) => ({
      month: month.month,
      partner_id: partnerId,
      board: boardNumber(type, month),
      until: bounds(month).until.toISOString(),
      size
    }))
    return Effect.map(database.run(readMonths, inputs), (rows) => ({
      pending: rows[0]?.pending ?? false,
      months: Map.groupBy(
        rows.flatMap((row) => (row.month === null ? [] : [row])),
        ({ month }) => month
      )
    }))
  }
})
