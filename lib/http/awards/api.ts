import { HttpApiEndpoint, OpenApi } from "@effect/platform"
import { Schema, Struct } from "effect"
import { Award, AwardCommand, ListAwards, ListedAward } from "../../rewards/awards/Award.ts"
import { ExplainAward, Explanation, LimitStanding } from "../../rewards/awards/Explanation.ts"
import { Reversal, ReverseCommand } from "../../rewards/reversals/Reversal.ts"
import { forPartner } from "../access.ts"
import { created } from "../annotations.ts"
import { answer, Id, startingWith } from "../answerSchemas.ts"
import { bulkOf, itemsOf, outcomesOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import { keysetPage } from "../paging.ts"
import {
  listing,
  metadata,
  narration,
  pageSize,
  requestBody,
  requestQuery,
  userId
} from "../requestSchemas.ts"

export const AwardBody = requestBody("Award", AwardCommand.omit("partnerId", "idempotencyKey"), {
  userId,
  ruleName: { description: "The name of a rule, or of a sub-rule of a combined rule", example: "sign-up" },
  narration: { description: "Returned as note", example: "Welcome" },
  metadata
})

const awardNotes = {
  ruleId: { description: "The id of the rule or sub-rule that was named" },
  awarded: { description: "Whether this call paid; false if it only counted, or a limit suppressed it" },
  note: { description: "The narration" }
}

/** An award as the interface has it. */
export const RuleAward = answer(
  "RuleAward",
  Award.pick("id", "ruleId", "ruleName", "userId", "awarded", "note", "partnerId"),
  awardNotes
)

export const AwardsBody = Schema.Struct({ awards: itemsOf(AwardBody) }).annotations({ identifier: "Awards" })

export const AwardOutcomes = outcomesOf("AwardOutcomes", RuleAward)

export const ExplainBody = requestBody("ExplainAward", ExplainAward.omit("partnerId"), {
  userId,
  ruleName: { description: "The name of a rule, or of a sub-rule of a combined rule", example: "sign-up" }
})

const suppressedBy = {
  description: "The limit that suppresses the award, by the code of its refusal; null if none does"
}

/** One limit and what it has used. */
export const LimitStandingAnswer = answer(undefined, LimitStanding, {
  used: { description: "In the running window; coins as a decimal" },
  resetsAt: { description: "When the window ends; null for ever" }
})

/** The refusal has the form of the interface's failures. */
export const Explained = answer(undefined, Explanation.omit("refusal", "reason"), {
  outcome: { description: "What the award would do" },
  coins: { description: "What the award would pay; 0 if it does not pay" },
  suppressedBy,
  progress: { description: "The running cycle: completions or finished sub-rules, and how many pay" },
  limits: Schema.Array(LimitStandingAnswer).annotations({
    description: "Places, then payments of the user if userLimitAward sets a maximum, then the rule's limits"
  })
})

export const AwardExplanation = Schema.Struct({
  ...Explained.pick("outcome", "wouldPay", "coins").fields,
  refusal: Schema.NullOr(Schema.Struct({ appErrorCode: Schema.String, error: Schema.String })).annotations({
    description: "The error that the award would get; null if it is not refused"
  }),
  ...Explained.fields
}).annotations({ identifier: "Explanation" })

export const ReverseBody = requestBody("ReverseAward", ReverseCommand.omit("partnerId", "idempotencyKey"), {
  awardId: { description: "The id of the award", example: "01a1dd04-59e9-7000-9022-9805fb1f6534" },
  narration
})

export const AwardReversal = answer(
  "Reversal",
  Reversal.pick("id", "awardId", "coins", "narration", "partnerId", "createdAt"),
  { id: Id, coins: { description: "The coins that left the wallet; 0 if the award only counted" } }
)

export const ReversalsBody = Schema.Struct({ reversals: itemsOf(ReverseBody) }).annotations({
  identifier: "Reversals"
})

export const ReversalOutcomes = outcomesOf("ReversalOutcomes", AwardReversal)

export const AwardsQuery = requestQuery(ListAwards.omit("partnerId"), {
  userId: { description: userId.description },
  ruleName: { description: "Awards that named this rule or sub-rule" },
  state: { description: "What the award did: paid, counted, suppressed by a limit, or reversed since" },
  ...listing,
  limit: pageSize(20)
})

/** An award as lists and events show it: the fields of the interface first, then all others. */
export const AwardEntry = answer(
  "ListedAward",
  startingWith(
    ListedAward,
    ...Struct.keys(RuleAward.fields),
    "coins",
    "state",
    "suppressedBy",
    "metadata",
    "createdAt",
    "reversedAt"
  ),
  { ...awardNotes, suppressedBy }
)

export const AwardPage = keysetPage("AwardPage", AwardEntry)

export const award = HttpApiEndpoint.post("award", "/laas/rules/award")
  .setPayload(AwardBody)
  .addSuccess(success(RuleAward), created)
  .annotate(OpenApi.Summary, "State that a user met a rule's condition once")
  .annotate(
    OpenApi.Description,
    "Pays the coins of the rule, or counts a completion: `awarded` says which. The last free place of a rule is usable, and the one after it never is, even for concurrent requests. A refused award writes nothing. Send an `Idempotency-Key`, so that a retry is never paid twice."
  )
  .pipe(forPartner("awards:write"))

export const awardMany = HttpApiEndpoint.post("awardMany", "/laas/rules/awards")
  .setPayload(AwardsBody)
  .addSuccess(success(AwardOutcomes), created)
  .annotateContext(bulkOf("awards"))
  .annotate(OpenApi.Summary, "Up to 1000 awards at once, an outcome each")
  .annotate(
    OpenApi.Description,
    "The outcomes are in the order of the request, and a refused item does not stop the others: the status is 201 even if some, or all, were refused. Each item counts as a request for the rate limit. With an `Idempotency-Key` the whole answer is replayed."
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
  .addSuccess(success(AwardExplanation))
  .annotate(OpenApi.Summary, "What an award would do now, and why; nothing is written")
  .annotate(
    OpenApi.Description,
    "Says whether the award would pay, count, be suppressed or be refused, and what each limit has used. Another award can be written in between, so the award itself can turn out differently."
  )
  .pipe(forPartner("read"))

export const reverse = HttpApiEndpoint.post("reverse", "/laas/rules/award/reverse")
  .setPayload(ReverseBody)
  .addSuccess(success(AwardReversal), created)
  .annotate(OpenApi.Summary, "Reverse an award: its coins, its place and its share of the limits")
  .annotate(
    OpenApi.Description,
    "Possible once. The coins leave the wallet, which must still hold them, and the counters of the award's windows and the boards go down again. An award that only counted can be reversed while its cycle runs."
  )
  .pipe(forPartner("awards:write"))

export const reverseMany = HttpApiEndpoint.post("reverseMany", "/laas/rules/awards/reverse")
  .setPayload(ReversalsBody)
  .addSuccess(success(ReversalOutcomes), created)
  .annotateContext(bulkOf("reversals"))
  .annotate(OpenApi.Summary, "Up to 1000 reversals at once, an outcome each")
  .annotate(
    OpenApi.Description,
    "The outcomes are in the order of the request, and a refused item does not stop the others. Each item counts as a request for the rate limit."
  )
  .pipe(forPartner("awards:write"))
