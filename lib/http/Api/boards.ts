import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { CoinBoard, CoinYear, PointsBoard } from "../wire/boards.ts"
import { success } from "../wire/envelope.ts"
import { Authorization, optional, RequiredScope } from "./annotations.ts"

export const boards = HttpApiGroup.make("boards")
  .add(
    HttpApiEndpoint.get("points", "/laas/leaderboard/new")
      .setUrlParams(
        Schema.Struct({
          page: optional,
          take: optional,
          partnerId: optional,
          userId: optional,
          around: optional
        })
      )
      .addSuccess(success(PointsBoard))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "Points leaderboard: by page number, or the page around a user")
  )
  .add(
    HttpApiEndpoint.get("coins", "/laas/coins/partner/ep-leaderboard")
      .setUrlParams(
        Schema.Struct({
          page: optional,
          limit: optional,
          month: optional,
          year: optional,
          type: optional,
          partnerId: optional,
          userId: optional,
          around: optional
        })
      )
      .addSuccess(success(Schema.Union(CoinBoard, CoinYear)))
      .annotate(RequiredScope, "read")
      .annotate(
        OpenApi.Summary,
        "Partner coin leaderboard: paged, around a user, or by month with a year and no month"
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Leaderboards")
