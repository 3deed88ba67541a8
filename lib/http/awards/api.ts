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
  .annotate(
    OpenApi.Description,
    "Pays the coins of the rule, or counts a completion: `awarded` says which. The last free place of a rule is usable, and the one after it never is, whatever the concurrency. A refused award leaves nothing behind. Send an `Idempotency-Key`: with it a retry is never paid twice."
  )
  .pipe(forPartner("awards:write"))

export const awardMany = HttpApiEndpoint.post("awardMany", "/laas/rules/awards")
  .setPayload(AwardsBody)
  .addSuccess(success(AwardOutcomes), created)
  .annotate(BodyLimit, 1024 * 1024)
  .annotate(CountsAs, countsOf("awards"))
  .annotate(Failures, bulkFailures)
  .annotate(OpenApi.Summary, "Up to 1000 awards at once, an outcome each")
  .annotate(
    OpenApi.Description,
    "The outcomes are in the order of the request, and one that is refused does not stop the others: the status is 201 although some, or all, were refused. Each item counts as a request for the rate limit. With an `Idempotency-Key` the whole answer is replayed."
  )
  .pipe(forPartner("awards:write"))

export const awards = HttpApiEndpoint.get("awards", "/laas/rules/awards")
  .setUrlParams(AwardsQuery)
  .addSuccess(success(AwardPage))
  .annotate(OpenApi.Summary, "The partner's awards, newest first")
  .annotate(
    OpenApi.Description,
    "With filters by user, rule, state, time and metadata. `next` of a page is `after` of the page after it."
  )
  .pipe(forPartner("read"))

export const explain = HttpApiEndpoint.post("explain", "/laas/rules/award/explain")
  .setPayload(ExplainBody)
  .addSuccess(success(Explanation))
  .annotate(OpenApi.Summary, "What an award would do now, and why; nothing is written")
  .annotate(
    OpenApi.Description,
    "Says whether the award would pay, count, be suppressed or be refused, and how each limit stands. Another award can come in between: only the award itself is the truth."
  )
  .pipe(forPartner("read"))

export const reverse = HttpApiEndpoint.post("reverse", "/laas/rules/award/reverse")
  .setPayload(ReverseBody)
  .addSuccess(success(Reversal), created)
  .annotate(OpenApi.Summary, "Take an award back: its coins, its place, its part of the limits")
  .annotate(
    OpenApi.Description,
    "Possible once. The coins leave the wallet, which must still have them; counters of the windows in which the award was made get their part back, and so do the boards. An award that only counted can be reversed while its cycle runs."
  )
  .pipe(forPartner("awards:write"))

export const reverseMany = HttpApiEndpoint.post("reverseMany", "/laas/rules/awards/reverse")
  .setPayload(ReversalsBody)
  .addSuccess(success(ReversalOutcomes), created)
  .annotate(BodyLimit, 1024 * 1024)
  .annotate(CountsAs, countsOf("reversals"))
  .annotate(Failures, bulkFailures)
  .annotate(OpenApi.Summary, "Up to 1000 reversals at once, an outcome each")
  .annotate(
    OpenApi.Description,
    "The outcomes are in the order of the request, and one that is refused does not stop the others. Each item counts as a request for the rate limit."
  )
  .pipe(forPartner("awards:write"))
