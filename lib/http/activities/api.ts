import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  ActivityCommand,
  ActivityData,
  ActivityOutcome,
  ActivityReversal,
  ExplainActivity,
  ListActivities,
  ReverseActivityCommand
} from "../../rewards/activities/Activity.ts"
import { forPartner } from "../access.ts"
import { created, ReadsList, UniqueKeys } from "../annotations.ts"
import { answer, described, Id, Instant } from "../answerSchemas.ts"
import { bulkBody, bulkOf, outcomesOf } from "../bulk.ts"
import { success } from "../envelope.ts"
import { orderer } from "../ordererAnswer.ts"
import { keysetPage } from "../paging.ts"
import { listing, narration, pageSize, requestBody, requestQuery, userId } from "../requestSchemas.ts"

const type = {
  description: "What happened. Rules name it in when.activity",
  example: "order.placed"
}

const data = {
  description: "Data about the activity. The conditions of rules read it",
  example: { total: 62.5, items: 3 }
}

export const ActivityBody = requestBody("Activity", ActivityCommand.omit("partnerId", "idempotencyKey"), {
  userId,
  type,
  data,
  occurredAt: {
    description:
      "When it happened, at most 30 days ago; by default now. Conditions on local time use it. Limits, schedules and boards use the time of the request",
    example: "2026-11-17T18:30:00.000Z"
  }
})

export const ActivitiesBody = bulkBody("Activities", "activities", ActivityBody)

export const ExplainActivityBody = requestBody("ExplainActivity", ExplainActivity.omit("partnerId"), {
  userId,
  activity: {
    description: "The activity to explain. It is not recorded",
    fields: { type, data, occurredAt: { description: "When it happened; by default now" } }
  }
})

/** An outcome without `refusal` and the rule's id. `Outcome` adds the refusal in the form of error answers. */
export const PlainOutcome = answer(undefined, ActivityOutcome.omit("refusal", "ruleId"), {
  met: { description: "Whether the activity met the conditions of the rule" },
  awarded: {
    description: "Whether the award paid; false if it only counted, or if it was refused or suppressed"
  },
  coins: { description: "What the award paid" },
  because: {
    description:
      "The conditions that decided the outcome, each with the value that the rule asks for. Values of the activity or the user are never shown",
    fields: { held: { description: "Whether the condition was true" } }
  }
})

export const Outcome = Schema.Struct({
  ...PlainOutcome.pick("ruleName", "met", "awarded", "coins").fields,
  refusal: described(
    Schema.NullOr(Schema.Struct({ appErrorCode: Schema.String, error: Schema.String })),
    "Why the award was refused or suppressed, if the conditions were met; otherwise null"
  ),
  because: PlainOutcome.fields.because
}).annotations({ identifier: "ActivityOutcome" })

const outcomes = described(
  Schema.Array(Outcome),
  "One outcome for each active rule and sub-rule whose `when` names this type of activity, in the order of their names"
)

export const RecordedActivity = Schema.Struct({ id: Id, outcomes }).annotations({
  identifier: "RecordedActivity"
})

export const ActivityExplanation = Schema.Struct({ outcomes }).annotations({
  identifier: "ActivityExplanation"
})

export const RecordedActivities = outcomesOf("ActivityOutcomes", RecordedActivity)

export const ReverseActivityBody = requestBody(
  "ReverseActivity",
  ReverseActivityCommand.omit("partnerId", "idempotencyKey"),
  {
    activityId: { description: "The id of an activity", example: "01a1dd04-59e9-7000-9022-9805fb1f6534" },
    narration
  }
)

export const ReversedActivity = answer(
  "ActivityReversal",
  ActivityReversal.pick("id", "activityId", "coins", "narration", "partnerId", "createdAt"),
  { id: Id, coins: { description: "The coins that were taken back for all awards of the activity" } }
)

export const ActivitiesQuery = requestQuery(ListActivities.omit("partnerId"), {
  userId: { description: userId.description },
  type: { description: "Only activities of this type" },
  from: listing.from,
  to: listing.to,
  after: listing.after,
  limit: pageSize(20)
})

export const ActivityEntry = Schema.Struct({
  id: Id,
  userId: Schema.String,
  type: Schema.String,
  data: described(
    Schema.NullOr(ActivityData),
    "What the request said about the activity; null without the scope members:read"
  ),
  occurredAt: Instant,
  outcomes,
  createdAt: Instant,
  reversedAt: described(Schema.NullOr(Instant), "When the activity was reversed; otherwise null"),
  orderedBy: orderer("recorded the activity")
}).annotations({ identifier: "ListedActivity" })

export const ActivityPage = keysetPage("ActivityPage", ActivityEntry)

export const record = HttpApiEndpoint.post("record", "/laas/activities")
  .setPayload(ActivityBody)
  .addSuccess(success(RecordedActivity), created)
  .annotate(UniqueKeys, true)
  .annotate(OpenApi.Summary, "Record that a user did something, and award the rules whose conditions are met")
  .annotate(
    OpenApi.Description,
    "Checks every active rule and sub-rule whose `when` names this type, and makes an award for each whose conditions are met, in one transaction. A rule that does not pay is an outcome, not an error. Send an `Idempotency-Key`, so that a retry never records the activity twice."
  )
  .pipe(forPartner("awards:write"))

export const recordMany = HttpApiEndpoint.post("recordMany", "/laas/activities/many")
  .setPayload(ActivitiesBody)
  .addSuccess(success(RecordedActivities), created)
  .annotateContext(bulkOf("activities"))
  .annotate(UniqueKeys, true)
  .annotate(OpenApi.Summary, "Up to 1000 activities in one request, each with its own outcome")
  .pipe(forPartner("awards:write"))

export const list = HttpApiEndpoint.get("list", "/laas/activities")
  .setUrlParams(ActivitiesQuery)
  .addSuccess(success(ActivityPage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The recorded activities, newest first")
  .annotate(OpenApi.Description, "Can be filtered by user, type and time. Each has its outcomes.")
  .pipe(forPartner("read"))

export const reverse = HttpApiEndpoint.post("reverse", "/laas/activities/reverse")
  .setPayload(ReverseActivityBody)
  .addSuccess(success(ReversedActivity), created)
  .annotate(OpenApi.Summary, "Reverse all awards of an activity")
  .annotate(
    OpenApi.Description,
    "Reverses every award that the activity earned, or none of them. Awards that were suppressed or are already reversed are skipped. The activity stays in the list and still counts as one of the user's activities."
  )
  .pipe(forPartner("awards:write"))

export const activities = HttpApiGroup.make("activities")
  .add(record)
  .add(recordMany)
  .add(list)
  .add(reverse)
  .annotate(OpenApi.Description, "What users do, and what the rules pay for it")
