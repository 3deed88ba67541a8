import { type Context, Effect } from "effect"
import { type BoardType, bounds, type MonthOfYear } from "../../domain/Board.ts"
import * as Coins from "../../domain/Coins.ts"
import type { MemberId, PartnerId } from "../../domain/Id.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { nameRow } from "../Members/statements.ts"
import { readMonths, readPage } from "./statements.ts"

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

/** One moment of a board. `asked` is null when nobody was asked for, or nobody of that id is a member. */
export interface StandingsPage {
  readonly count: number
  readonly standings: ReadonlyArray<Standing>
  readonly asked: { readonly score: Coins.Coins; readonly position: number } | null
}

/**
 * What boards are read from. Here that is the ledger itself, summed up for every answer: always right, at a cost that
 * grows with a partner's transfers. Scores that are kept by the write can take its place behind the same interface.
 */
export interface Standings {
  readonly page: (
    board: Board,
    which: { readonly page: number; readonly size: number; readonly userId: string | undefined }
  ) => Effect.Effect<StandingsPage, DatabaseFailure>

  /** The first of each month by its number, members without a score last; a month without members is left out. */
  readonly months: (
    board: Omit<Board, "month">,
    months: ReadonlyArray<MonthOfYear>,
    size: number
  ) => Effect.Effect<ReadonlyMap<number, ReadonlyArray<Pick<Standing, "userId" | "score">>>, DatabaseFailure>
}

/** Wider than any clock that we accept, so that one statement serves both. */
const allTime = { since: new Date("1900-01-01T00:00:00.000Z"), until: new Date("9999-01-01T00:00:00.000Z") }

const nobody = { user_id: null, account_id: null }

export const make = (database: Context.Tag.Service<Database>): Standings => ({
  page: ({ partnerId, type, month }, { page, size, userId }) => {
    const { since, until } = month === null ? allTime : bounds(month)
    const input = {
      ...(userId === undefined ? { ...nobody, partner_id: partnerId } : nameRow({ partnerId, userId })),
      since: since.toISOString(),
      until: until.toISOString(),
      page,
      size
    }
    return Effect.map(database.run(readPage[type], [input]), (rows) => {
      const [first] = rows
      const { askedId = null, askedScore = null, askedAbove = 0 } = first ?? {}
      return {
        count: first?.count ?? 0,
        standings: rows.flatMap((row) => (row.memberId === null ? [] : [row])),
        asked:
          askedId === null
            ? null
            : askedScore === null
              ? { score: Coins.zero, position: 0 }
              : { score: askedScore, position: askedAbove + 1 }
      }
    })
  },

  months: ({ partnerId, type }, months, size) => {
    const inputs = months.map((month) => {
      const { since, until } = bounds(month)
      return {
        month: month.month,
        partner_id: partnerId,
        since: since.toISOString(),
        until: until.toISOString(),
        size
      }
    })
    return Effect.map(database.run(readMonths[type], inputs), (rows) =>
      Map.groupBy(rows, ({ month }) => month)
    )
  }
})
