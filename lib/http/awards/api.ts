import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema, Struct } from "effect"
import {
  Award,
  AwardCommand,
  AwardDetails,
  ListAwards,
  ListedAward,
  ReversalOfAward
} from "../../rewards/awards/Award.ts"
import { ExplainAward, Explanation, LimitStanding } from "../../rewards/awards/Explanation.ts"
import { AwardId } from "../../rewards/Id.ts"
import { Confirmation, ConfirmCommand } from "../../rewards/lots/Confirmation.ts"
import { Reversal, ReverseCommand } from "../../rewards/reversals/Reversal.ts"
import { forPartner } from "../access.ts"
import { ActivityExplanation, ExplainActivityBody } from "../activities/api.ts"
import { created, ReadsList, UniqueKeys } from "../annotations.ts"
import { answer, described, Id, startingWith } from "../answerSchemas.ts"
import { bulkBody, bulkOf, outcomesOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import { orderer } from "../ordererAnswer.ts"
import { keysetPage } from "../paging.ts"
import {
  itemKey,
  listing,
  metadata,
  narration,
  pageSize,
  parameter,
  requestBody,
  requestQuery,
  userId
} from "../requestSchemas.ts"

const amount = {
  description: "The amount that the rule pays for; required if the rule has a unit, and refused otherwise",
  example: "25"
}

const awardFields = {
  userId,
  ruleName: { description: "The name of a rule, or of a sub-rule of a combined rule", example: "sign-up" },
  amount,
  narration: { description: "A text that awards return as `note`", example: "Welcome" },
  metadata
}

export const AwardBody = requestBody("Award", AwardCommand.omit("partnerId", "idempotencyKey"), awardFields)

export const AwardItem = requestBody("AwardItem", AwardCommand.omit("partnerId"), {
  ...awardFields,
  idempotencyKey: itemKey
})

const awardNotes = {
  ruleId: { description: "The id of the rule or sub-rule that the request named" },
  awarded: { description: "Whether the award paid; false if it only counted, or if a limit suppressed it" },
  note: { description: "The narration of the request" }
}

export const RuleAward = answer(
  "RuleAward",
  Award.pick("id", "ruleId", "ruleName", "userId", "awarded", "note", "partnerId"),
  awardNotes
)

export const AwardsBody = bulkBody("Awards", "awards", AwardItem)

export const AwardOutcomes = outcomesOf("AwardOutcomes", RuleAward)

export const ExplainBody = requestBody("ExplainAward", ExplainAward.omit("partnerId"), {
  userId,
  ruleName: { description: "The name of a rule, or of a sub-rule of a combined rule", example: "sign-up" },
  amount
})

const suppressedBy = {
  description: "The error code of the limit that suppresses the award; null if none does"
}

export const LimitStandingAnswer = answer(undefined, LimitStanding, {
  used: { description: "How much is used in the current window; coins as decimal text" },
  resetsAt: { description: "When the current window ends; null if it never ends" }
})

/** An explanation without `refusal` and `reason`. `AwardExplanation` adds the refusal. */
export const Explained = answer(undefined, Explanation.omit("refusal", "reason"), {
  outcome: { description: "What the award would do" },
  coins: { description: "What the award would pay; 0 if it does not pay" },
  maturesAt: {
    description:
      "When these coins would mature; null if they would not have to wait, or nothing would be paid"
  },
  expiresAt: {
    description: "When these coins would expire; null if they would not, or nothing would be paid"
  },
  suppressedBy,
  progress: {
    description:
      "The current cycle: the number of completions or finished sub-rules, and the number that is needed for a payment"
  },
  alreadyDone: {
    description:
      "True if the award names a sub-rule that the member has already done in this cycle. It would be recorded, and change nothing"
  },
  limits: described(
    Schema.Array(LimitStandingAnswer),
    "First the number of participants, then userLimitAward unless it is -1, then the limits of the rule"
  )
})

export const AwardExplanation = Schema.Struct({
  ...Explained.pick("outcome", "wouldPay", "coins", "maturesAt", "expiresAt").fields,
  refusal: described(
    Schema.NullOr(Schema.Struct({ appErrorCode: Schema.String, error: Schema.String })),
    "The error that the award would get; null if it would not be refused"
  ),
  ...Explained.fields
}).annotations({ identifier: "Explanation" })

const awardId = { description: "The id of the award", example: "01a1dd04-59e9-7000-9022-9805fb1f6534" }

export const ReverseBody = requestBody("ReverseAward", ReverseCommand.omit("partnerId", "idempotencyKey"), {
  awardId,
  coins: { description: "The coins to take back; by default all that were not taken back yet", example: "1" },
  amount: {
    description:
      "How much of the award's amount was returned. The user keeps only the coins that the rest of the amount earns. Cannot be given together with `coins`",
    example: "10"
  },
  narration
})

export const AwardReversal = answer(
  "Reversal",
  Reversal.pick("id", "awardId", "coins", "narration", "partnerId", "createdAt"),
  {
    id: Id,
    coins: {
      description:
        "The coins that the reversal took back; 0 if the award only counted, or if the rest of its amount still earns all its coins"
    }
  }
)

export const ReversalsBody = bulkBody("Reversals", "reversals", ReverseBody)

export const ReversalOutcomes = outcomesOf("ReversalOutcomes", AwardReversal)

export const ConfirmBody = requestBody("ConfirmAward", ConfirmCommand.omit("partnerId", "idempotencyKey"), {
  awardId
})

export const AwardConfirmation = answer(
  "Confirmation",
  Confirmation.pick("id", "awardId", "coins", "partnerId", "expiresAt", "createdAt"),
  {
    id: Id,
    coins: { description: "The coins that moved into the wallet" },
    expiresAt: { description: "When the coins expire; null if they do not" }
  }
)

export const ConfirmationsBody = bulkBody("Confirmations", "confirmations", ConfirmBody)

export const ConfirmationOutcomes = outcomesOf("ConfirmationOutcomes", AwardConfirmation)

export const AwardsQuery = requestQuery(ListAwards.omit("partnerId"), {
  userId: { description: userId.description },
  ruleName: { description: "Only awards that named this rule or sub-rule" },
  state: {
    description:
      "Only awards in this state: paid, paid but waiting to mature (`pending`), only counted, suppressed by a limit, reversed in part, or reversed"
  },
  ...listing,
  limit: pageSize(20)
})

const EventAward = ListedAward.omit("orderedBy")
const awardEntry = [
  ...Struct.keys(RuleAward.fields),
  "coins",
  "amount",
  "state",
  "coinsLeft",
  "amountLeft",
  "suppressedBy",
  "activityId",
  "metadata",
  "createdAt",
  "maturesAt",
  "expiresAt",
  "reversedAt"
] as const
const entryNotes = {
  ...awardNotes,
  amount: { description: "The amount of the request; null if the rule had no unit" },
  coinsLeft: { description: "The coins that were not taken back" },
  amountLeft: {
    description: "The part of the amount that was not returned; null if the award has no amount"
  },
  suppressedBy,
  activityId: { description: "The activity that earned the award; null if a request named the rule" },
  maturesAt: { description: "When the coins mature or matured; null if they did not have to wait" },
  expiresAt: { description: "When the coins expire; null if they do not" },
  reversedAt: { description: "When the whole award was reversed; otherwise null" }
}

/** An award in lists. */
export const AwardEntry = answer("ListedAward", startingWith(ListedAward, ...awardEntry), {
  ...entryNotes,
  orderedBy: orderer("ordered the award")
})

/** An award in events. The event itself says who ordered it. */
export const AwardOfEvent = answer("EventAward", startingWith(EventAward, ...awardEntry), entryNotes)

export const AwardPage = keysetPage("AwardPage", AwardEntry)

const ReversalEntry = answer("AwardReversal", ReversalOfAward, {
  number: { description: "1 for the first reversal of the award" },
  coins: { description: "The coins that this reversal took back" },
  amount: {
    description: "The part of the amount that this reversal returned; null if the award has no amount"
  },
  note: { description: "The narration of the reversal" },
  orderedBy: orderer("ordered the reversal")
})

/** An award by its id. */
export const AwardDetailsAnswer = answer("AwardDetails", startingWith(AwardDetails, ...awardEntry), {
  ...entryNotes,
  orderedBy: orderer("ordered the award"),
  rule: {
    description: "The rule of the award. If the award named a sub-rule, it is the combined rule",
    fields: {
      changedSince: {
        description:
          "Whether the rule was changed after the award. If so, its limits may have been different at the time of the award"
      }
    }
  },
  rate: {
    description: "What the rule paid for an amount at the time of the award; null if the award has no amount"
  },
  reversals: described(
    Schema.Array(ReversalEntry),
    "The reversals of the award, oldest first. If there are more than 100, only the last 100"
  ),
  lot: {
    description:
      "The lot of the award: all coins of the wallet that expire at the same instant as the coins of the award. The lot does not contain the coins of a pending award. null if the coins of the award do not expire",
    fields: {
      coins: { description: "The coins that are left; 0 from `expiresAt` on" },
      expired: { description: "The coins that have expired and were not taken back by a reversal" }
    }
  }
})

export const award = HttpApiEndpoint.post("award", "/laas/rules/award")
  .setPayload(AwardBody)
  .addSuccess(success(RuleAward), created)
  .annotate(OpenApi.Summary, "Record that a user met a rule's condition once")
  .annotate(
    OpenApi.Description,
    "Pays the coins of the rule, or only counts a completion, or is suppressed by a limit. `awarded` is true if it paid. A rule never has more than `maxNumberOfParticipant` users, even if requests are concurrent. A refused award writes nothing. Send an `Idempotency-Key`, so that a retry never pays twice."
  )
  .pipe(forPartner("awards:write"))

export const awardMany = HttpApiEndpoint.post("awardMany", "/laas/rules/awards")
  .setPayload(AwardsBody)
  .addSuccess(success(AwardOutcomes), created)
  .annotateContext(bulkOf("awards"))
  .annotate(OpenApi.Summary, "Up to 1000 awards in one request, each with its own outcome")
  .pipe(forPartner("awards:write"))

export const awards = HttpApiEndpoint.get("awards", "/laas/rules/awards")
  .setUrlParams(AwardsQuery)
  .addSuccess(success(AwardPage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The partner's awards, newest first")
  .annotate(OpenApi.Description, "Can be filtered by user, rule, state, time and metadata.")
  .pipe(forPartner("read"))

const id = HttpApiSchema.param("id", parameter(AwardId, { description: "The award's id" }))

export const getAward = HttpApiEndpoint.get("getAward")`/laas/awards/${id}`
  .addSuccess(success(AwardDetailsAnswer))
  .annotate(OpenApi.Summary, "An award, with its rule, its reversals, and the coins that expire with it")
  .annotate(
    OpenApi.Description,
    "The answer has the fields of the list, and more. An award has no copy of the limits that applied at its time. `rate` shows what the rule paid for an amount at that time, and `rule.changedSince` says whether the rule has changed since then."
  )
  .pipe(forPartner("read"))

export const explain = HttpApiEndpoint.post("explain", "/laas/rules/award/explain")
  .setPayload(Schema.Union(ExplainBody, ExplainActivityBody))
  .addSuccess(success(Schema.Union(AwardExplanation, ActivityExplanation)))
  .annotate(UniqueKeys, true)
  .annotate(OpenApi.Summary, "Explain what an award or an activity would do now, without writing it")
  .annotate(
    OpenApi.Description,
    "With `activity` instead of `ruleName`, the answer has the outcomes that the activity would have. Otherwise it says whether the award would pay, count, be suppressed or be refused, and how much of each limit is used. Awards that are written after the explanation can change the outcome."
  )
  .pipe(forPartner("read"))

export const reverse = HttpApiEndpoint.post("reverse", "/laas/rules/award/reverse")
  .setPayload(ReverseBody)
  .addSuccess(success(AwardReversal), created)
  .annotate(OpenApi.Summary, "Reverse an award and take its coins back")
  .annotate(
    OpenApi.Description,
    "The coins of the award are taken from the wallet, which must still contain them. Coins that are still pending are not in the wallet, and coins that have expired are no longer in it: both are taken back without it. The award no longer counts for the number of participants, the limits and the boards. With `coins` or `amount`, only a part of the coins is taken back: limits and boards subtract these coins, and the award still counts as a payment. This can be repeated until no coins are left. An award that only counted can be reversed until its cycle ends."
  )
  .pipe(forPartner("awards:write"))

export const reverseMany = HttpApiEndpoint.post("reverseMany", "/laas/rules/awards/reverse")
  .setPayload(ReversalsBody)
  .addSuccess(success(ReversalOutcomes), created)
  .annotateContext(bulkOf("reversals"))
  .annotate(OpenApi.Summary, "Up to 1000 reversals in one request, each with its own outcome")
  .pipe(forPartner("awards:write"))

export const confirm = HttpApiEndpoint.post("confirm", "/laas/rules/award/confirm")
  .setPayload(ConfirmBody)
  .addSuccess(success(AwardConfirmation))
  .annotate(OpenApi.Summary, "Confirm a pending award, so that its coins can be spent now")
  .annotate(
    OpenApi.Description,
    "The award of a rule with `pendingDays` matures now instead of at its `maturesAt`. If its coins expire, they expire `coinsExpire` after the confirmation. An award that has matured, that was reversed or that never was pending is refused."
  )
  .pipe(forPartner("awards:write"))

export const confirmMany = HttpApiEndpoint.post("confirmMany", "/laas/rules/awards/confirm")
  .setPayload(ConfirmationsBody)
  .addSuccess(success(ConfirmationOutcomes))
  .annotateContext(bulkOf("confirmations"))
  .annotate(OpenApi.Summary, "Up to 1000 confirmations in one request, each with its own outcome")
  .pipe(forPartner("awards:write"))
