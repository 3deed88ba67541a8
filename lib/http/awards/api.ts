import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AwardCommand, AwardState, ListAwards, SuppressedBy } from "../../rewards/awards/Award.ts"
import { ExplainAward, LimitStanding } from "../../rewards/awards/Explanation.ts"
import { Per, Period } from "../../rewards/limits/Limit.ts"
import { ReverseCommand } from "../../rewards/reversals/Reversal.ts"
import { forPartner } from "../access.ts"
import { BodyLimit, CountsAs, created, Failures } from "../annotations.ts"
import { bulkFailures, countsOf, outcomesOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import { requestBody, requestQuery } from "../fields.ts"
import { listing, metadata, narration, pageSize, userId } from "../notes.ts"
import { keysetPage } from "../paging.ts"
import { Decimal, Id, Instant, Texts, Whole } from "../wire.ts"

export const AwardBody = requestBody("Award", AwardCommand.omit("partnerId", "idempotencyKey"), {
  userId,
  ruleName: { description: "The name of a rule, or of a sub-rule of a combined one", example: "sign-up" },
  narration: { description: "Comes back as note", example: "Welcome" },
  metadata
})

export const RuleAward = Schema.Struct({
  id: Id,
  ruleId: Id.annotations({ description: "The id of the rule or sub-rule that was named" }),
  ruleName: Schema.String,
  userId: Schema.String,
  awarded: Schema.Boolean.annotations({
    description: "Whether this call paid; false when it only counted, or a limit suppressed it"
  }),
  note: Schema.NullOr(Schema.String).annotations({ description: "The narration" }),
  partnerId: Id
}).annotations({ identifier: "RuleAward" })

export const AwardsBody = Schema.Struct({
  awards: Schema.Array(AwardBody).annotations({ description: "Up to 1000" })
}).annotations({ identifier: "Awards" })

/** How many of the awards were accepted. The outcomes are in the order of the request. */
export const AwardOutcomes = outcomesOf(RuleAward).annotations({ identifier: "AwardOutcomes" })

export const ExplainBody = requestBody("ExplainAward", ExplainAward.omit("partnerId"), {
  userId,
  ruleName: { description: "The name of a rule, or of a sub-rule of a combined one", example: "sign-up" }
})

const Suppressed = Schema.NullOr(Schema.Literal(...SuppressedBy.literals)).annotations({
  description: "The limit that suppresses the award, by the code of its refusal; null unless one does"
})

/** One limit as it stands now. */
export const Standing = Schema.Struct({
  per: Schema.Literal(...Per.literals),
  period: Schema.Literal(...Period.literals),
  measure: Schema.Literal(...LimitStanding.fields.measure.literals),
  used: Schema.String.annotations({ description: "In the running window; coins as a decimal" }),
  max: Schema.String,
  resetsAt: Schema.NullOr(Instant).annotations({ description: "When the window ends; null for ever" })
})

export const Explanation = Schema.Struct({
  outcome: Schema.Literal("pays", "counts", "suppressed", "refused").annotations({
    description: "What the award would do"
  }),
  wouldPay: Schema.Boolean,
  coins: Decimal.annotations({ description: "What the award would pay; 0 unless it pays" }),
  refusal: Schema.NullOr(Schema.Struct({ appErrorCode: Schema.String, error: Schema.String })).annotations({
    description: "What the award would be refused with; null unless it is refused"
  }),
  suppressedBy: Suppressed,
  progress: Schema.Struct({ done: Whole, of: Whole }).annotations({
    description: "The running cycle: completions or finished sub-rules, and how many pay"
  }),
  limits: Schema.Array(Standing).annotations({
    description:
      "Places, then payments of the user where userLimitAward sets a maximum, then the rule's limits"
  })
}).annotations({ identifier: "Explanation" })

export const ReverseBody = requestBody("ReverseAward", ReverseCommand.omit("partnerId", "idempotencyKey"), {
  awardId: { description: "The id of the award", example: "01a1dd04-59e9-7000-9022-9805fb1f6534" },
  narration
})

export const Reversal = Schema.Struct({
  id: Id,
  awardId: Id,
  coins: Decimal.annotations({ description: "What left the wallet; 0 where the award only counted" }),
  narration: Schema.NullOr(Schema.String),
  partnerId: Id,
  createdAt: Instant
}).annotations({ identifier: "Reversal" })

export const ReversalsBody = Schema.Struct({
  reversals: Schema.Array(ReverseBody).annotations({ description: "Up to 1000" })
}).annotations({ identifier: "Reversals" })

export const ReversalOutcomes = outcomesOf(Reversal).annotations({ identifier: "ReversalOutcomes" })

export const AwardsQuery = requestQuery(ListAwards.omit("partnerId"), {
  userId: { description: userId.description },
  ruleName: { description: "Awards that named this rule or sub-rule" },
  state: { description: "What the award did: paid, counted, suppressed by a limit, or reversed since" },
  ...listing,
  limit: pageSize(20)
})

/** An award as the list shows it: the interface's fields, and what the interface does not have. */
export const ListedAward = Schema.Struct({
  ...RuleAward.fields,
  coins: Decimal,
  state: Schema.Literal(...AwardState.literals),
  suppressedBy: Suppressed,
  metadata: Texts,
  createdAt: Instant,
  reversedAt: Schema.NullOr(Instant)
}).annotations({ identifier: "ListedAward" })

export const AwardPage = Schema.Struct(keysetPage(ListedAward)).annotations({ identifier: "AwardPage" })

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
