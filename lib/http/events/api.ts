import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { EventId } from "../../events/Event.ts"
import { Exhaustion, facts } from "../../rewards/events/Fact.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { ReversedActivity } from "../activities/api.ts"
import { AlsoStreams, ReadsList } from "../annotations.ts"
import { answer, described, Id, Instant } from "../answerSchemas.ts"
import { AwardOfEvent, AwardReversal } from "../awards/api.ts"
import { CoinTransaction, TransactionOfEvent } from "../coins/api.ts"
import { success } from "../envelope.ts"
import { orderer } from "../ordererAnswer.ts"
import { requestQuery } from "../requestSchemas.ts"
import { WholeRule } from "../rules/api.ts"

export const EventsQuery = requestQuery(
  Schema.Struct({
    after: Schema.optional(EventId),
    newest: Schema.optional(PageSize),
    limit: Schema.optional(PageSize),
    types: Schema.optional(Schema.String)
  }),
  {
    after: { description: "The id of the last event that you received, even if the event is deleted by now" },
    newest: {
      description:
        "Instead of `after`: start with this many of the newest events. With `types`, only the last 1,000 events are searched"
    },
    limit: {
      description:
        "The maximum number of entries in a page. The default is the value of `newest`, or 20 if `newest` is not given"
    },
    types: { description: "Only events of these types, separated by commas" }
  }
)

const event = <
  const Types extends readonly [string, ...ReadonlyArray<string>],
  Data extends Schema.Schema.Any
>(
  identifier: string,
  types: Types,
  data: Data,
  description?: string
) =>
  Schema.Struct({
    id: described(Id, "Ids ascend in the order in which the events were committed"),
    type: Schema.Literal(...types),
    createdAt: Instant,
    requestId: described(
      Schema.NullOr(Schema.String),
      "The x-request-id of the request that caused the event; null if no request caused it"
    ),
    orderedBy: described(
      orderer("ordered the change"),
      "Who ordered the change; null if the caller is not known, or if it happened at its due time without a request"
    ),
    data
  }).annotations({ identifier, ...(description !== undefined && { description }) })

const AwardEvent = event("AwardEvent", ["award.paid", "award.counted", "award.suppressed"], AwardOfEvent)

const ReversalData = Schema.Struct({ ...AwardOfEvent.fields, reversal: AwardReversal })
const ReversalEvent = event("ReversalEvent", ["award.reversed"], ReversalData)

export const MaturedAward = answer(undefined, facts["award.matured"])
const MaturityEvent = event(
  "MaturityEvent",
  ["award.matured"],
  MaturedAward,
  "The coins of a pending award moved into the wallet. `createdAt` of the data is the time at which the award matured"
)

export const ExpiringCoins = answer(undefined, facts["coins.expiring"])
const ExpiringEvent = event("ExpiringEvent", ["coins.expiring"], ExpiringCoins, "Coins will expire soon")

export const ExpiredCoins = answer(undefined, facts["coins.expired"])
const ExpiryEvent = event(
  "ExpiryEvent",
  ["coins.expired"],
  ExpiredCoins,
  "`createdAt` of the data is the time at which the coins expired"
)

const TransferEvent = event(
  "TransferEvent",
  ["coins.transferred"],
  TransactionOfEvent,
  "The names and e-mail addresses in an event are empty, and the tags are null"
)

const RefundData = Schema.Struct({
  ...CoinTransaction.fields,
  transactionId: described(Id, "The transfer that was refunded")
})
const RefundEvent = event("RefundEvent", ["coins.refunded"], RefundData)

const AdjustmentData = Schema.Struct({
  ...TransactionOfEvent.fields,
  points: described(Schema.Boolean, "Whether the adjustment counts on the boards")
})
const AdjustmentEvent = event("AdjustmentEvent", ["coins.adjusted"], AdjustmentData)

const AdjustmentReversalData = Schema.Struct({
  ...CoinTransaction.fields,
  balance: TransactionOfEvent.fields.balance,
  adjustmentId: described(Id, "The adjustment that was reversed")
})
const AdjustmentReversalEvent = event(
  "AdjustmentReversalEvent",
  ["coins.adjustment_reversed"],
  AdjustmentReversalData
)

export const RequestedApproval = answer(undefined, facts["approval.requested"])
const ApprovalRequestEvent = event(
  "ApprovalRequestEvent",
  ["approval.requested"],
  RequestedApproval,
  "The event does not contain the texts of the adjustment. `GET /laas/coins/adjust/requests` shows them"
)

export const DecidedApproval = answer(undefined, facts["approval.approved"])
const ApprovalEvent = event("ApprovalEvent", ["approval.approved", "approval.declined"], DecidedApproval)

export const ActivityFact = answer(undefined, facts["activity.recorded"])
const ActivityEvent = event(
  "ActivityEvent",
  ["activity.recorded"],
  ActivityFact,
  "The event does not contain the data of the activity. Each award that the activity earns has its own event after this one"
)

const ActivityReversalData = Schema.Struct({
  ...ReversedActivity.fields,
  memberId: Id,
  userId: Schema.String
})
const ActivityReversalEvent = event("ActivityReversalEvent", ["activity.reversed"], ActivityReversalData)

export const OnboardedMember = answer(undefined, facts["member.onboarded"])
const MemberEvent = event("MemberEvent", ["member.onboarded"], OnboardedMember)

/** `LinkData` shows `removedId` as `removedMemberId`. */
export const LinkedMember = answer(undefined, facts["member.linked"].omit("removedId"), {
  linkedId: { description: "The id that from now on also belongs to the member" }
})
const LinkData = Schema.Struct({
  ...LinkedMember.fields,
  removedMemberId: described(
    Schema.NullOr(Id),
    "The member that had the linked id and was removed because it had no history; null if no member was removed"
  )
})
const LinkEvent = event("LinkEvent", ["member.linked"], LinkData)

export const ErasedMember = answer(undefined, facts["member.erased"], {
  userId: { description: "The pseudonym of the member" },
  coins: { description: "The coins of the wallet, which expired with the erasure" },
  pendingCoins: { description: "The pending coins, which expired with the erasure" }
})
const ErasureEvent = event("ErasureEvent", ["member.erased"], ErasedMember)

export const MergedMember = answer(undefined, facts["member.merged"], {
  userId: { description: "The id of the member that remains" },
  mergedUserId: { description: "The id of the merged member. It now leads to the member that remains" },
  coins: { description: "The coins that went to the wallet of the member that remains" },
  pendingCoins: { description: "The pending coins that went to the member that remains" }
})
const MergeEvent = event("MergeEvent", ["member.merged"], MergedMember)

const RuleEvent = event("RuleEvent", ["rule.created", "rule.updated"], WholeRule)

export const ExhaustedLimit = answer(undefined, Exhaustion, {
  measure: {
    description:
      'What is used up: the maximum number of participants, or the `awards` or `coins` of a limit with `per` "rule" and `period` "ever"'
  }
})
const ExhaustionEvent = event("ExhaustionEvent", ["rule.exhausted"], ExhaustedLimit)

export const Event = Schema.Union(
  AwardEvent,
  ReversalEvent,
  MaturityEvent,
  ExpiringEvent,
  ExpiryEvent,
  TransferEvent,
  RefundEvent,
  AdjustmentEvent,
  AdjustmentReversalEvent,
  ApprovalRequestEvent,
  ApprovalEvent,
  ActivityEvent,
  ActivityReversalEvent,
  MemberEvent,
  LinkEvent,
  ErasureEvent,
  MergeEvent,
  RuleEvent,
  ExhaustionEvent
).annotations({ identifier: "Event" })

export const EventPage = Schema.Struct({
  data: Schema.Array(Event),
  hasMore: described(Schema.Boolean, "Whether there are more events now"),
  next: described(
    Schema.NullOr(Schema.String),
    "Pass it as `after` to get the next page. After the last page, pass it later to get newer events. null if there are no events yet"
  )
}).annotations({ identifier: "EventPage" })

export const list = HttpApiEndpoint.get("list", "/laas/events")
  .setUrlParams(EventsQuery)
  .addSuccess(success(EventPage))
  .annotate(AlsoStreams, true)
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The partner's events, oldest first, as pages or as server-sent events")
  .annotate(
    OpenApi.Description,
    "Events are recorded from the first request to this endpoint until a day after the last request, and while the partner has a webhook. They are stored for 30 days. With `Accept: text/event-stream` the answer is a stream that sends each event when it is committed: `id`, `event` (the type) and `data` (the event as in a page). A stream ends when its access token becomes invalid. Then connect again with a new token and `Last-Event-ID`."
  )
  .pipe(forPartner("read"))

export const events = HttpApiGroup.make("events")
  .add(list)
  .annotate(OpenApi.Description, "Events, in the order in which they were committed")
