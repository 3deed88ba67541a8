import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { BoardType, CoinsEntry, Month, PointsEntry, UserPosition, Year } from "../../boards/Board.ts"
import { UserId } from "../../rewards/members/Member.ts"
import { Count } from "../../schema/Input.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { ReadsList } from "../annotations.ts"
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
      "The id of a user. Instead of `page`, it selects the page with this user, or the first page if the user has no score"
  }
}

export const PointsQuery = requestQuery(
  Schema.Struct({ page: pageNumber, take: Schema.optional(PageSize), ...fields }),
  { ...notes, take: pageSize(10) }
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
    month: { description: "A month of `year`, or of the current year if `year` is not given" },
    year: { description: "The year. Without `month`, the answer has each month of the year that has begun" },
    type: {
      description:
        "`earner` ranks by the coins of awards and of adjustments with `points`. `spender` ranks by the coins that were moved to the partner. The default is `earner`"
    }
  }
)

export const RankedMember = answer(undefined, PointsEntry.omit("points"))

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
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The points leaderboard")
  .annotate(
    OpenApi.Description,
    "Returns the page with the number `page`, or the page with the user `around`. Points are all coins that a member ever earned with the partner: the coins of awards and of adjustments with `points`. Spending coins does not reduce the points, but a reversal does. Members with equal points share a position (1, 1, 3) and are listed in the order in which they reached these points. The board includes every write that was answered before the request. `userPosition` is null unless `userId` or `around` is given."
  )
  .pipe(forPartner("read"))

export const coins = HttpApiEndpoint.get("coins", "/laas/coins/partner/ep-leaderboard")
  .setUrlParams(CoinsQuery)
  .addSuccess(success(Schema.Union(CoinBoard, CoinYear)))
  .annotate(OpenApi.Summary, "The coins leaderboards: earners or spenders, of all time or of a month")
  .annotate(
    OpenApi.Description,
    "Returns the page with the number `page`, or the page with the user `around`. `earner` ranks by the coins of awards and of adjustments with `points`, `spender` by the coins that were moved to the partner. `year` without `month` returns `year` and `leaderboards`: one leaderboard for each month of that year that has begun, with at most `limit` entries. If fewer members have coins, members with 0 coins follow."
  )
  .pipe(forPartner("read"))

export const boards = HttpApiGroup.make("boards")
  .add(points)
  .add(coins)
  .annotate(OpenApi.Description, "Leaderboards")
