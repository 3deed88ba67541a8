import { Context, Effect, Layer, Schema } from "effect"
import { now } from "../rewards/clock.ts"
import { MemberNotFound } from "../rewards/Errors.ts"
import { PartnerId } from "../rewards/Id.ts"
import { UserId } from "../rewards/members/Member.ts"
import { type Divergence, runChecks } from "../rewards/verification/Check.ts"
import type * as Documented from "../schema/Documented.ts"
import {
  Count,
  type CrossCheck,
  type InvalidInput,
  parser,
  required,
  type Unparsed
} from "../schema/Input.ts"
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
import { type BoardKey, type MemberPosition, makeRanking, type PageRequest } from "./Boards/ranking.ts"
import { FoldScheduler } from "./FoldScheduler.ts"
import { Folds } from "./Folds.ts"
import { checks } from "./verify.ts"

export type PointsBoardInput = Documented.Of<typeof PointsBoard, Documented.PointsBoardInput>
export type CoinsBoardInput = Documented.Of<typeof CoinsBoard, Documented.CoinsBoardInput>
export type CoinsYearInput = Documented.Of<typeof YearBoard, Documented.CoinsYearInput>
export type PositionInput = Documented.Of<typeof FindPosition, Documented.PositionInput>
export type RebuildInput = Documented.Of<typeof RebuildBoards, Documented.RebuildInput>

/**
 * Ranks the members of a partner by the coins that they earned, or by the coins that they moved to the partner. The highest score comes
 * first. Members with equal scores have the same position (1, 1, 3). Of these members, the one who reached the score first is listed
 * first. If the times are equal, the member with the smaller id is listed first.
 *
 * A paged board lists the members with a score above 0. It includes every award and transfer that any process committed before the call.
 * On a read-only database, the newest awards and transfers can be missing. A page past the end is empty. With `around`, the answer is the
 * page that lists the member with this user id, or page 1 if the member has no score above 0.
 */
export class Boards extends Context.Tag("rewards/Boards")<
  Boards,
  {
    /**
     * Returns a page of the points board. The points of a member are all coins that the member ever earned, including credit adjustments
     * with `points: true`. A reversal lowers the points. A transfer to the partner does not.
     */
    readonly points: (
      input: PointsBoardInput | Unparsed
    ) => Effect.Effect<PointsPage, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * Returns a page of the coin board. It ranks members by the coins that they earned or moved to the partner, of all time or in one
     * month. The year is this year by default.
     */
    readonly coins: (
      input: CoinsBoardInput | Unparsed
    ) => Effect.Effect<CoinsPage, InvalidInput | MemberNotFound | DatabaseFailure>

    /** Returns the position of one member on a board, without a page. */
    readonly position: (
      input: PositionInput
    ) => Effect.Effect<UserPosition, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * Returns the first `limit` members of each month of a year. Months that have not begun are left out. If too few members have a
     * score, members without a score follow with 0 coins, in the order of onboarding. Members who were onboarded after the end of the month
     * are left out.
     */
    readonly year: (
      input: CoinsYearInput | Unparsed
    ) => Effect.Effect<CoinsYear, InvalidInput | DatabaseFailure>

    /**
     * Recomputes a partner's boards from its transfers, for use after a manual repair of the database. On PostgreSQL, awards do not
     * wait for it. Reads that find new transfers wait for it. After the lock time-out, they fail with `LockTimeout`.
     */
    readonly rebuild: (input: RebuildInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>

    /** Compares every board with the ledger, and reports every divergence. */
    readonly verify: () => Effect.Effect<ReadonlyArray<Divergence>, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Boards, never, Database | FoldScheduler | Folds> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const page = Schema.optional(Count)
const size = Schema.optionalWith(PageSize, { default: () => 10 })
const type = Schema.optionalWith(BoardType, { default: () => "earner" })
const period = { month: Schema.optional(Month), year: Schema.optional(Year) }
const users = { userId: Schema.optional(UserId), around: Schema.optional(UserId) }

export const PointsBoard = Schema.Struct({
  partnerId: required(PartnerId),
  page,
  take: size,
  ...users
})

export const CoinsBoard = Schema.Struct({
  partnerId: required(PartnerId),
  page,
  limit: size,
  type,
  ...period,
  ...users
})

export const FindPosition = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  type,
  ...period
})

export const RebuildBoards = Schema.Struct({ partnerId: required(PartnerId) })

export const YearBoard = Schema.Struct({
  partnerId: required(PartnerId),
  /** The year. The answer has the months of this year that have begun. */
  year: required(Year),
  limit: size,
  type
})

/** Refuses a year without a month, because a whole year has no board. */
const checkMonth: CrossCheck = ({ month, year }) =>
  year !== undefined && month === undefined
    ? [{ field: "month", problem: "is required when year is given" }]
    : []

const checkPage: CrossCheck = ({ around, page }) =>
  around !== undefined && page !== undefined
    ? [{ field: "page", problem: "must be left out if around is given" }]
    : []

const parsePoints = parser(PointsBoard, checkPage)
const parseCoins = parser(CoinsBoard, (input) => [...checkPage(input), ...checkMonth(input)])
const parsePosition = parser(FindPosition, checkMonth)
const parseYear = parser(YearBoard)
const parseRebuild = parser(RebuildBoards)

/** Returns the answer for a user id. `found` is the position of its member, or null if no member has this user id. */
const userPosition = (
  userId: string,
  found: MemberPosition | null
): Effect.Effect<UserPosition, MemberNotFound> =>
  found === null
    ? new MemberNotFound({ userId })
    : Effect.succeed({ userId, amount: found.score, position: found.position })

const make = Effect.gen(function* () {
  const folds = yield* Folds
  const { readUpToDate } = yield* FoldScheduler
  const database = yield* Database
  const ranking = makeRanking(database)

  /** Reads a page, and the position of `userId`. Without `userId`, reads the position of `around`. */
  const readPage = (board: BoardKey, { page, size, around, userId = around }: PageRequest) =>
    Effect.gen(function* () {
      const found = yield* readUpToDate(board.partnerId, ranking.page(board, { page, size, userId, around }))
      if (around !== undefined && !found.aroundFound) return yield* new MemberNotFound({ userId: around })
      return {
        members: found.members,
        pages: pagesAround(found.count, found.page, size),
        userPosition: userId === undefined ? null : yield* userPosition(userId, found.asked)
      }
    })

  const monthOf = (month: number | undefined, year: number | undefined) =>
    month === undefined
      ? Effect.succeed(null)
      : Effect.map(now, (at) => ({ year: year ?? at.getUTCFullYear(), month }))

  return Boards.of({
    points: Effect.fn("Boards.points")(function* (input) {
      const { partnerId, take, ...request } = yield* parsePoints(input)
      const found = yield* readPage({ partnerId, type: "earner", month: null }, { ...request, size: take })
      const entries = found.members.map(({ memberId, userId, score, createdAt, reachedMs }) => ({
        id: memberId,
        userId,
        points: score,
        createdAt,
        updatedAt: new Date(reachedMs)
      }))
      return { userPosition: found.userPosition, entries, ...found.pages }
    }),

    coins: Effect.fn("Boards.coins")(function* (input) {
      const { partnerId, limit, type, month, year, ...request } = yield* parseCoins(input)
      const board = { partnerId, type, month: yield* monthOf(month, year) }
      const found = yield* readPage(board, { ...request, size: limit })
      const entries = found.members.map(({ userId, score }) => ({ userId, coins: score }))
      return { userPosition: found.userPosition, entries, ...found.pages }
    }),

    position: Effect.fnUntraced(function* (input) {
      const { partnerId, userId, type, month, year } = yield* parsePosition(input)
      const board = { partnerId, type, month: yield* monthOf(month, year) }
      const { asked } = yield* readUpToDate(partnerId, ranking.position(board, userId))
      return yield* userPosition(userId, asked)
    }),

    year: Effect.fn("Boards.year")(function* (input) {
      const { partnerId, year, limit, type } = yield* parseYear(input)
      const begun = monthsBegun(year, yield* now)
      const { months } = yield* readUpToDate(partnerId, ranking.months({ partnerId, type }, begun, limit))
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
      const { partnerId } = yield* parseRebuild(input)
      yield* folds.rebuild(partnerId)
    }),

    verify: Effect.fn("Boards.verify")(() => runChecks(database, checks))
  })
})
