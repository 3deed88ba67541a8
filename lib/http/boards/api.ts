import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { forPartner } from "../access.ts"
import { success } from "../envelope.ts"
import { CoinBoard, CoinsQuery, CoinYear, PointsBoard, PointsQuery } from "./wire.ts"

export const points = HttpApiEndpoint.get("points", "/laas/leaderboard/new")
  .setUrlParams(PointsQuery)
  .addSuccess(success(PointsBoard))
  .annotate(OpenApi.Summary, "Points leaderboard: by page number, or the page around a user")
  .pipe(forPartner("read"))

export const coins = HttpApiEndpoint.get("coins", "/laas/coins/partner/ep-leaderboard")
  .setUrlParams(CoinsQuery)
  .addSuccess(success(Schema.Union(CoinBoard, CoinYear)))
  .annotate(
    OpenApi.Summary,
    "Partner coin leaderboard: paged, around a user, or by month with a year and no month"
  )
  .pipe(forPartner("read"))

export const boards = HttpApiGroup.make("boards")
  .add(points)
  .add(coins)
  .annotate(OpenApi.Description, "Leaderboards")
