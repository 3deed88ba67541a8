import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { maxCommands } from "../../rewards/journal/Journal.ts"
import { forPartner } from "../access.ts"
import { BodyLimit, CountsAs, created, Failures } from "../annotations.ts"
import { success } from "../envelope.ts"
import { AwardBody, AwardOutcomes, AwardPage, AwardsBody, AwardsQuery, RuleAward } from "./wire.ts"

export const award = HttpApiEndpoint.post("award", "/laas/rules/award")
  .setPayload(AwardBody)
  .addSuccess(success(RuleAward), created)
  .annotate(OpenApi.Summary, "State that a user met a rule's condition once")
  .pipe(forPartner("awards:write"))

export const awardMany = HttpApiEndpoint.post("awardMany", "/laas/rules/awards")
  .setPayload(AwardsBody)
  .addSuccess(success(AwardOutcomes), created)
  .annotate(BodyLimit, 1024 * 1024)
  .annotate(CountsAs, ({ awards }) => (Array.isArray(awards) ? Math.min(awards.length, maxCommands) : 1))
  .annotate(Failures, {
    429: "Too many requests in a minute, each award counting as one, or at once. Nothing was written; `Retry-After` says when to try again"
  })
  .annotate(OpenApi.Summary, "Up to 1000 awards at once, an outcome each")
  .pipe(forPartner("awards:write"))

export const awards = HttpApiEndpoint.get("awards", "/laas/rules/awards")
  .setUrlParams(AwardsQuery)
  .addSuccess(success(AwardPage))
  .annotate(OpenApi.Summary, "The partner's awards, newest first")
  .pipe(forPartner("read"))
