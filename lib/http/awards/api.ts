import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { forPartner } from "../access.ts"
import { BodyLimit, CountsAs, created, Failures } from "../annotations.ts"
import { bulkFailures, countsOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import {
  AwardBody,
  AwardOutcomes,
  AwardPage,
  AwardsBody,
  AwardsQuery,
  ExplainBody,
  Explanation,
  Reversal,
  ReversalOutcomes,
  ReversalsBody,
  ReverseBody,
  RuleAward
} from "./wire.ts"

export const award = HttpApiEndpoint.post("award", "/laas/rules/award")
  .setPayload(AwardBody)
  .addSuccess(success(RuleAward), created)
  .annotate(OpenApi.Summary, "State that a user met a rule's condition once")
  .pipe(forPartner("awards:write"))

export const awardMany = HttpApiEndpoint.post("awardMany", "/laas/rules/awards")
  .setPayload(AwardsBody)
  .addSuccess(success(AwardOutcomes), created)
  .annotate(BodyLimit, 1024 * 1024)
  .annotate(CountsAs, countsOf("awards"))
  .annotate(Failures, bulkFailures)
  .annotate(OpenApi.Summary, "Up to 1000 awards at once, an outcome each")
  .pipe(forPartner("awards:write"))

export const awards = HttpApiEndpoint.get("awards", "/laas/rules/awards")
  .setUrlParams(AwardsQuery)
  .addSuccess(success(AwardPage))
  .annotate(OpenApi.Summary, "The partner's awards, newest first")
  .pipe(forPartner("read"))

export const explain = HttpApiEndpoint.post("explain", "/laas/rules/award/explain")
  .setPayload(ExplainBody)
  .addSuccess(success(Explanation))
  .annotate(OpenApi.Summary, "What an award would do now, and why; nothing is written")
  .pipe(forPartner("read"))

export const reverse = HttpApiEndpoint.post("reverse", "/laas/rules/award/reverse")
  .setPayload(ReverseBody)
  .addSuccess(success(Reversal), created)
  .annotate(OpenApi.Summary, "Take an award back: its coins, its place, its part of the limits")
  .pipe(forPartner("awards:write"))

export const reverseMany = HttpApiEndpoint.post("reverseMany", "/laas/rules/awards/reverse")
  .setPayload(ReversalsBody)
  .addSuccess(success(ReversalOutcomes), created)
  .annotate(BodyLimit, 1024 * 1024)
  .annotate(CountsAs, countsOf("reversals"))
  .annotate(Failures, bulkFailures)
  .annotate(OpenApi.Summary, "Up to 1000 reversals at once, an outcome each")
  .pipe(forPartner("awards:write"))
