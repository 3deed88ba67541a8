import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { BoardType, CoinsEntry, Month, PointsEntry, UserPosition, Year } from "../../boards/Board.ts"
import { UserId } from "../../rewards/members/Member.ts"
import { Count } from "../../schema/Input.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { answer, CoinNumber, Id, Whole } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { UserData } from "../members/api.ts"
import { page } from "../paging.ts"
import { page as pageNote, pageSize, requestQuery, userId } from "../requestSchemas.ts"

const pageNumber = Schema.optional(Count)
const fields = {
  partnerId: Schema.optional(Schema.String),
  userId: Schema.optional(UserId),
  around: Schema.optional(UserId)
}
const notes = {
  page: pageNote,
  partnerId: { description: "Must be the caller's own partner id, if given" },
  userId: { description: userId.description },
  around: {
    description:
      "Instead of page: the id of a user, for the page that shows the user; the first page if the user has no score yet"
  }
}

export const PointsQuery = requestQuery(
  Schema.Struct({ page: pageNumber, take: Schema.optional(PageSize), ...fields }),
  { ...notes, take: { description: "The most entries of a page; 10 by default" } }
)

export const CoinsQuery = requestQuery(
  Schema.Struct({
    page: pageNumber,
    limit: Schema.optional(PageSize),
    month: Schema.optional(Month),
    year: Schema.optional(Year),
    type: Schema.optional(BoardType),
    ...fields
  }),
  {
    ...notes,
    limit: pageSize(10),
    month: { description: "The month; of this year, if no year is given" },
    year: { description: "The year. Without a month it selects the yearly answer" },
    type: { description: "earner (coins awarded; the default) or spender (coins given back)" }
  }
)

export const RankedMember = answer(undefined, PointsEntry.omit("points"))

/** The interface has points as a number. */
export const PointsEntryAnswer = Schema.Struct({
  id: Id,
  points: CoinNumber,
  ...RankedMember.pick("createdAt", "updatedAt").fields,
  user: Schema.Struct({
    ...RankedMember.pick("id", "userId").fields,
    userData: UserData,
    ...RankedMember.fields
  })
}).annotations({ identifier: "PointsEntry" })

export const CoinPosition = answer(undefined, UserPosition)

export const PointsBoard = Schema.Struct({
  userPosition: Schema.NullOr(Schema.Struct({ ...CoinPosition.fields, amount: CoinNumber })),
  ...page(PointsEntryAnswer, Whole)
}).annotations({ identifier: "PointsBoard" })

export const CoinEntryAnswer = answer("CoinEntry", CoinsEntry)

/** The interface has the count and the amounts of this board as text. */
export const CoinBoard = Schema.Struct({
  userPosition: Schema.NullOr(CoinPosition),
  ...page(CoinEntryAnswer, Schema.String)
}).annotations({ identifier: "CoinBoard" })

export const CoinYear = Schema.Struct({
  year: Schema.String,
  leaderboards: Schema.Record({ key: Schema.String, value: Schema.Array(CoinEntryAnswer) })
}).annotations({ identifier: "CoinYear" })

export const points = HttpApiEndpoint.get("points", "/laas/leaderboard/new")
  .setUrlParams(PointsQuery)
  .addSuccess(success(PointsBoard))
  .annotate(OpenApi.Summary, "Points leaderboard: by page number, or the page around a user")
  .annotate(
    OpenApi.Description,
    "Points are all the coins that a member ever earned with the partner; spending does not lower them, a reversal does. Equal scores share a position (1, 1, 3), and the member who reached it first comes first. The board includes everything that was acknowledged before the request. `userPosition` is null unless `userId` is given."
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
    "`earner` ranks by coins awarded, `spender` by coins moved to the partner; of all time, or of one `month`. `year` without `month` returns each month of that year instead, as `year` and `leaderboards`."
  )
  .pipe(forPartner("read"))

export const boards = HttpApiGroup.make("boards")
  .add(points)
  .add(coins)
  .annotate(OpenApi.Description, "Leaderboards")
