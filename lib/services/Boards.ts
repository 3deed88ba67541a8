import { Context, Effect, Layer, Schema } from "effect"
import {
  BoardType,
  type CoinsPage,
  type CoinsYear,
  Month,
  monthNames,
  monthsBegun,
  PageSize,
  type PointsPage,
  pagesAround,
  type UserPosition,
  Year
} from "../domain/Board.ts"
import { MemberNotFound } from "../domain/Errors.ts"
import { PartnerId } from "../domain/Id.ts"
import { type CrossCheck, type InvalidInput, parser, required } from "../domain/Input.ts"
import { Count } from "../domain/Rule.ts"
import { UserId } from "../domain/Text.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { type Board, make as makeStandings, type StandingsPage } from "./Boards/Standings.ts"
import { now } from "./clock.ts"

export type PointsBoardInput = typeof PointsBoard.Encoded
export type CoinsBoardInput = typeof CoinsBoard.Encoded
export type CoinsYearInput = typeof YearBoard.Encoded

/**
 * Who earned and who gave back most with a partner. The order is score descending, then who reached it first, then id;
 * a position is the competition rank (1, 1, 3). A paged board holds the members with a score above 0, and a page, its
 * count and the asked member's position are one moment of it. A page past the end is empty.
 */
export class Boards extends Context.Tag("rewards/Boards")<
  Boards,
  {
    /** All the coins that members ever earned; giving coins back does not lower them. */
    readonly points: (
      input: PointsBoardInput
    ) => Effect.Effect<PointsPage, InvalidInput | MemberNotFound | DatabaseFailure>

    /** Coins earned or given back, of all time or in one month; of this year, unless another is named. */
    readonly coins: (
      input: CoinsBoardInput
    ) => Effect.Effect<CoinsPage, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * The first of each month of a year that has begun. Members who were onboarded by the end of a month and have no
     * score in it fill it up with 0, the longest onboarded first.
     */
    readonly year: (input: CoinsYearInput) => Effect.Effect<CoinsYear, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Boards, never, Database> = Layer.suspend(() => Layer.effect(this, make))
}

const page = Schema.optionalWith(Count, { default: () => 1 })
const size = Schema.optionalWith(PageSize, { default: () => 10 })
const type = Schema.optionalWith(BoardType, { default: () => "earner" })

const PointsBoard = Schema.Struct({
  partnerId: required(PartnerId),
  page,
  take: size,
  userId: Schema.optional(UserId)
})

const CoinsBoard = Schema.Struct({
  partnerId: required(PartnerId),
  page,
  limit: size,
  type,
  month: Schema.optional(Month),
  year: Schema.optional(Year),
  userId: Schema.optional(UserId)
})

const YearBoard = Schema.Struct({ partnerId: required(PartnerId), year: required(Year), limit: size, type })

/** A year alone selects the yearly board; an all-time page in its place would be a wrong answer. */
const checkCoinsBoard: CrossCheck = ({ month, year }) =>
  year !== undefined && month === undefined
    ? [{ field: "month", problem: "is required when year is given to the paged board" }]
    : []

const parsePoints = parser(PointsBoard)
const parseCoins = parser(CoinsBoard, checkCoinsBoard)
const parseYear = parser(YearBoard)

const userPosition = (
  userId: string | undefined,
  asked: StandingsPage["asked"]
): Effect.Effect<UserPosition | null, MemberNotFound> => {
  if (userId === undefined) return Effect.succeed(null)
  return asked === null
    ? new MemberNotFound({ userId })
    : Effect.succeed({ userId, amount: asked.score, position: asked.position })
}

const make = Effect.gen(function* () {
  const standings = makeStandings(yield* Database)

  const readPage = (board: Board, page: number, size: number, userId: string | undefined) =>
    Effect.gen(function* () {
      const found = yield* standings.page(board, { page, size, userId })
      return {
        standings: found.standings,
        around: pagesAround(found.count, page, size),
        userPosition: yield* userPosition(userId, found.asked)
      }
    })

  return Boards.of({
    points: Effect.fn("Boards.points")(function* (input) {
      const { partnerId, page, take, userId } = yield* parsePoints(input)
      const found = yield* readPage({ partnerId, type: "earner", month: null }, page, take, userId)
      const entries = found.standings.map(({ memberId, userId, score, createdAt, reachedAt }) => ({
        id: memberId,
        userId,
        points: score,
        createdAt,
        updatedAt: reachedAt
      }))
      return { userPosition: found.userPosition, entries, ...found.around }
    }),

    coins: Effect.fn("Boards.coins")(function* (input) {
      const { partnerId, page, limit, type, userId, ...asked } = yield* parseCoins(input)
      const year = asked.year ?? (yield* now).getUTCFullYear()
      const month = asked.month === undefined ? null : { year, month: asked.month }
      const found = yield* readPage({ partnerId, type, month }, page, limit, userId)
      const entries = found.standings.map(({ userId, score }) => ({ userId, coins: score }))
      return { userPosition: found.userPosition, entries, ...found.around }
    }),

    year: Effect.fn("Boards.year")(function* (input) {
      const { partnerId, year, limit, type } = yield* parseYear(input)
      const begun = monthsBegun(year, yield* now)
      const found = yield* standings.months({ partnerId, type }, begun, limit)
      const entries = (month: number) =>
        (found.get(month) ?? []).map(({ userId, score }) => ({ userId, coins: score }))
      return {
        year,
        months: monthNames
          .slice(0, begun.length)
          .map((name, index) => ({ month: index + 1, name, entries: entries(index + 1) }))
      }
    })
  })
})
