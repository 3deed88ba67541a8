import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { forPartner } from "../access.ts"
import { success } from "../envelope.ts"
import { CoinBoard, CoinsQuery, CoinYear, PointsBoard, PointsQuery } from "./wire.ts"

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
