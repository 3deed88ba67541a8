import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { BoardType, Month, Year } from "../../boards/Board.ts"
import { UserId } from "../../rewards/members/Member.ts"
import { Count } from "../../schema/Count.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { CoinNumber, Decimal, Id, Instant, Whole } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { UserData } from "../members/api.ts"
import { page } from "../paging.ts"
import { page as pageNote, pageSize, requestQuery, userId } from "../requestSchemas.ts"

const fields = {
  page: Schema.optional(Count),
  partnerId: Schema.optional(Schema.String),
  userId: Schema.optional(UserId),
  around: Schema.optional(UserId)
}
const notes = {
  page: pageNote,
  partnerId: { description: "The caller's own partner id, or left out" },
  userId: { description: userId.description },
  around: {
    description:
      "Instead of page: the id of a user, for the page that holds it; the first page for a user with nothing yet"
  }
}

export const PointsQuery = requestQuery(
  Schema.Struct({
    page: fields.page,
    take: Schema.optional(PageSize),
    partnerId: fields.partnerId,
    userId: fields.userId,
    around: fields.around
  }),
  { ...notes, take: { description: "Entries on a page; 10 unless told" } }
)

export const CoinsQuery = requestQuery(
  Schema.Struct({
    page: fields.page,
    limit: Schema.optional(PageSize),
    month: Schema.optional(Month),
    year: Schema.optional(Year),
    type: Schema.optional(BoardType),
    partnerId: fields.partnerId,
    userId: fields.userId,
    around: fields.around
  }),
  {
    ...notes,
    limit: pageSize(10),
    month: { description: "The month; of this year, unless a year is given" },
    year: { description: "The year. Without a month it selects the yearly answer" },
    type: { description: "earner (coins awarded; unless told) or spender (coins given back)" }
  }
)

const position = <S extends Schema.Schema.Any>(amount: S) =>
  Schema.NullOr(Schema.Struct({ userId: Schema.String, amount, position: Whole }))

export const PointsEntry = Schema.Struct({
  id: Id,
  points: CoinNumber,
  createdAt: Instant,
  updatedAt: Instant,
  user: Schema.Struct({
    id: Id,
    userId: Schema.String,
    userData: UserData,
    createdAt: Instant,
    updatedAt: Instant
  })
}).annotations({ identifier: "PointsEntry" })

export const PointsBoard = Schema.Struct({
  userPosition: position(CoinNumber),
  ...page(PointsEntry, Whole)
}).annotations({ identifier: "PointsBoard" })

export const CoinEntry = Schema.Struct({ userId: Schema.String, coins: Decimal }).annotations({
  identifier: "CoinEntry"
})

/** The interface has the count and the amounts of this board as text. */
export const CoinBoard = Schema.Struct({
  userPosition: position(Decimal),
  ...page(CoinEntry, Schema.String)
}).annotations({ identifier: "CoinBoard" })

export const CoinYear = Schema.Struct({
  year: Schema.String,
  leaderboards: Schema.Record({ key: Schema.String, value: Schema.Array(CoinEntry) })
}).annotations({ identifier: "CoinYear" })

export const points = HttpApiEndpoint.get("points", "/laas/leaderboard/new")
  .setUrlParams(PointsQuery)
  .addSuccess(success(PointsBoard))
  .annotate(OpenApi.Summary, "Points leaderboard: by page number, or the page around a user")
  .annotate(
    OpenApi.Description,
    "Points are all the coins that a member ever earned with the partner; spending does not lower them, a reversal does. Equal scores share a position (1, 1, 3), and the one who was there first comes first. Everything that was acknowledged before the request is on the board. `userPosition` is null unless `userId` is given."
  )
  .pipe(forPartner("read"))

export const coins = HttpApiEndpoint.get("coins", "/laas/coins/partner/ep-leaderboard")
  .setUrlParams(CoinsQuery)
  .addSuccess(success(Schema.Union(CoinBoard, CoinYear)))
  .annotate(
    OpenApi.Summary,
    "Partner coin leaderboard: paged, around a user, or by month with a year and no month"
  )
  .annotate(
    OpenApi.Description,
    "`earner` ranks by coins awarded, `spender` by coins moved to the partner; of all time, or of one `month`. `year` without `month` answers each month of that year instead: `year` and `leaderboards`."
  )
  .pipe(forPartner("read"))

export const boards = HttpApiGroup.make("boards")
  .add(points)
  .add(coins)
  .annotate(OpenApi.Description, "Leaderboards")
