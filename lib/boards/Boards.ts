import { Context, Effect, Layer, Schema } from "effect"
import { now } from "../rewards/clock.ts"
import { MemberNotFound } from "../rewards/Errors.ts"
import { PartnerId } from "../rewards/Id.ts"
import { UserId } from "../rewards/members/Member.ts"
import { type Divergence, runChecks } from "../rewards/verification/Check.ts"
import { Count } from "../schema/Count.ts"
import { type CrossCheck, type InvalidInput, parser, required } from "../schema/Input.ts"
import { PageSize } from "../schema/Page.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import {
  BoardType,
  type CoinsPage,
  type CoinsYear,
  Month,
  monthNames,
  monthsBegun,
  type PointsPage,
  pagesAround,
  type UserPosition,
  Year
} from "./Board.ts"
import { type Board, make as makeStandings, type Position } from "./Boards/Standings.ts"
import { Folder } from "./Folder.ts"
import { Folds } from "./Folds.ts"
import { checks } from "./verify.ts"

export type PointsBoardInput = typeof PointsBoard.Encoded
export type CoinsBoardInput = typeof CoinsBoard.Encoded
export type CoinsYearInput = typeof YearBoard.Encoded
export type PositionInput = typeof PositionAsked.Encoded
export type RebuildInput = typeof Rebuilt.Encoded

/**
 * The boards of a partner: its members by coins earned or coins given back. The order is score descending, then the
 * earlier moment at which the score was reached, then id; a position is the competition rank (1, 1, 3). A paged board
 * holds the members with a score above 0. Every award and transfer that was committed before the call is on the board,
 * whichever process made it. A page, its count and the position of the member that was asked for come from one snapshot. A page past the end is empty. `around` asks for the page that holds a member, instead of a page
 * number; a member who is on no page gets the first page.
 */
export class Boards extends Context.Tag("rewards/Boards")<
  Boards,
  {
    /**
     * The points board: all the coins that members ever earned. A transfer back to the partner does not lower them, a
     * reversed award does.
     */
    readonly points: (
      input: PointsBoardInput
    ) => Effect.Effect<PointsPage, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * The coin board: coins earned or given back, of all time or in one month. The year is this year unless the input
     * names another.
     */
    readonly coins: (
      input: CoinsBoardInput
    ) => Effect.Effect<CoinsPage, InvalidInput | MemberNotFound | DatabaseFailure>

    /** The position of one member on a board, without a page. */
    readonly position: (
      input: PositionInput
    ) => Effect.Effect<UserPosition, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * The first members of each month of a year, for the months that have begun. A month with too few scores is
     * filled up with members that were onboarded by its end, with 0 coins, in the order of onboarding.
     */
    readonly year: (input: CoinsYearInput) => Effect.Effect<CoinsYear, InvalidInput | DatabaseFailure>

    /**
     * Writes a partner's boards anew from its transfers, for use after a repair by hand. Awards go on meanwhile. A
     * read that finds new ones pending waits for the rebuild, and fails with `LockTimeout` if that takes too long.
     */
    readonly rebuild: (input: RebuildInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>

    /** Recomputes every board from the ledger, and reports every divergence. */
    readonly verify: () => Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Boards, never, Database | Folder | Folds> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const page = Schema.optional(Count)
const size = Schema.optionalWith(PageSize, { default: () => 10 })
const type = Schema.optionalWith(BoardType, { default: () => "earner" })

export const PointsBoard = Schema.Struct({
  partnerId: required(PartnerId),
  page,
  take: size,
  userId: Schema.optional(UserId),
  around: Schema.optional(UserId)
})

export const CoinsBoard = Schema.Struct({
  partnerId: required(PartnerId),
  page,
  limit: size,
  type,
  month: Schema.optional(Month),
  year: Schema.optional(Year),
  userId: Schema.optional(UserId),
  around: Schema.optional(UserId)
})

export const PositionAsked = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  type,
  month: Schema.optional(Month),
  year: Schema.optional(Year)
})

export const Rebuilt = Schema.Struct({ partnerId: required(PartnerId) })

export const YearBoard = Schema.Struct({
  partnerId: required(PartnerId),
  year: required(Year),
  limit: size,
  type
})

/**
 * A year without a month means the yearly board, so the paged board refuses it instead of answering with the all-time
 * page.
 */
export const checkMonth: CrossCheck = ({ month, year }) =>
  year !== undefined && month === undefined
    ? [{ field: "month", problem: "is required when year is given to the paged board" }]
    : []

export const checkPage: CrossCheck = ({ around, page }) =>
  around !== undefined && page !== undefined
    ? [{ field: "page", problem: "must be left out when around says which page to show" }]
    : []

const parsePoints = parser(PointsBoard, checkPage)
const parseCoins = parser(CoinsBoard, (input) => [...checkPage(input), ...checkMonth(input)])
const parsePosition = parser(PositionAsked, checkMonth)
const parseYear = parser(YearBoard)
const parseRebuilt = parser(Rebuilt)

const userPosition = (userId: string, asked: Position | null): Effect.Effect<UserPosition, MemberNotFound> =>
  asked === null
    ? new MemberNotFound({ userId })
    : Effect.succeed({ userId, amount: asked.score, position: asked.position })

interface Asked {
  readonly page?: number | undefined
  readonly size: number
  readonly userId?: string | undefined
  readonly around?: string | undefined
}

const make = Effect.gen(function* () {
  const folds = yield* Folds
  const { exactly } = yield* Folder
  const database = yield* Database
  const standings = makeStandings(database)

  /** With `around` and without `userId`, the position is that of the member `around`. */
  const readPage = (board: Board, { page = 1, size, around, userId = around }: Asked) =>
    Effect.gen(function* () {
      const found = yield* exactly(board.partnerId, standings.page(board, { page, size, userId, around }))
      if (around !== undefined && !found.aroundFound) return yield* new MemberNotFound({ userId: around })
      return {
        standings: found.standings,
        around: pagesAround(found.count, found.page, size),
        userPosition: userId === undefined ? null : yield* userPosition(userId, found.asked)
      }
    })

  /** The month that the input asks for, in this year unless the input names another; null for all time. */
  const monthAsked = (month: number | undefined, year: number | undefined) =>
    month === undefined
      ? Effect.succeed(null)
      : Effect.map(now, (at) => ({ year: year ?? at.getUTCFullYear(), month }))

  return Boards.of({
    points: Effect.fn("Boards.points")(function* (input) {
      const { partnerId, take, ...asked } = yield* parsePoints(input)
      const found = yield* readPage({ partnerId, type: "earner", month: null }, { ...asked, size: take })
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
      const { partnerId, limit, type, month, year, ...asked } = yield* parseCoins(input)
      const board = { partnerId, type, month: yield* monthAsked(month, year) }
      const found = yield* readPage(board, { ...asked, size: limit })
      const entries = found.standings.map(({ userId, score }) => ({ userId, coins: score }))
      return { userPosition: found.userPosition, entries, ...found.around }
    }),

    // No span: one costs more than the position.
    position: Effect.fnUntraced(function* (input) {
      const { partnerId, userId, type, month, year } = yield* parsePosition(input)
      const board = { partnerId, type, month: yield* monthAsked(month, year) }
      const { asked } = yield* exactly(partnerId, standings.position(board, userId))
      return yield* userPosition(userId, asked)
    }),

    year: Effect.fn("Boards.year")(function* (input) {
      const { partnerId, year, limit, type } = yield* parseYear(input)
      const begun = monthsBegun(year, yield* now)
      const { months } = yield* exactly(partnerId, standings.months({ partnerId, type }, begun, limit))
      const entries = (month: number) =>
        (months.get(month) ?? []).map(({ userId, score }) => ({ userId, coins: score }))
      return {
        year,
        months: monthNames
          .slice(0, begun.length)
          .map((name, index) => ({ month: index + 1, name, entries: entries(index + 1) }))
      }
    }),

    rebuild: Effect.fn("Boards.rebuild")(function* (input) {
      const { partnerId } = yield* parseRebuilt(input)
      yield* folds.rebuild(partnerId)
    }),

    verify: Effect.fn("Boards.verify")(() => runChecks(database, checks))
  })
})
