import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { EventId } from "../../events/Event.ts"
import { Exhaustion } from "../../rewards/events/Fact.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { AlsoStreams } from "../annotations.ts"
import { ListedAward, Reversal } from "../awards/api.ts"
import { CoinTransaction, ListedTransaction } from "../coins/api.ts"
import { success } from "../envelope.ts"
import { requestQuery } from "../fields.ts"
import { Rule } from "../rules/api.ts"
import { Id, Instant } from "../wire.ts"

export const EventsQuery = requestQuery(
  Schema.Struct({
    after: Schema.optional(EventId),
    newest: Schema.optional(PageSize),
    limit: Schema.optional(PageSize),
    types: Schema.optional(Schema.String)
  }),
  {
    after: { description: "The id of the last event that you have seen; it need not be kept any more" },
    newest: {
      description:
        "In place of `after`: begins with the newest events, so many of them; of some types, with the newest among the last 1,000 events"
    },
    limit: { description: "Entries at most; as many as `newest` unless told, otherwise 20" },
    types: { description: "Events of these types alone, with commas between them" }
  }
)

const event = <
  const Types extends readonly [string, ...ReadonlyArray<string>],
  Data extends Schema.Schema.Any
>(
  types: Types,
  data: Data
) =>
  Schema.Struct({
    id: Id.annotations({ description: "Ascends in the order in which events were committed" }),
    type: Schema.Literal(...types),
    createdAt: Instant,
    requestId: Schema.NullOr(Schema.String).annotations({
      description: "The x-request-id of the request that caused it; null where there was none"
    }),
    data
  })

const AwardEvent = event(["award.paid", "award.counted", "award.suppressed"], ListedAward).annotations({
  identifier: "AwardEvent"
})

const ReversalEvent = event(
  ["award.reversed"],
  Schema.Struct({ ...ListedAward.fields, reversal: Reversal })
).annotations({ identifier: "ReversalEvent" })

const TransferEvent = event(["coins.transferred"], ListedTransaction).annotations({
  identifier: "TransferEvent",
  description: "Events hold no personal record: names and e-mail addresses are empty, tags are null"
})

const RefundEvent = event(
  ["coins.refunded"],
  Schema.Struct({
    ...CoinTransaction.fields,
    transactionId: Id.annotations({ description: "The transfer that was refunded" })
  })
).annotations({ identifier: "RefundEvent" })

const MemberEvent = event(
  ["member.onboarded"],
  Schema.Struct({ memberId: Id, userId: Schema.String, createdAt: Instant })
).annotations({ identifier: "MemberEvent" })

const LinkEvent = event(
  ["member.linked"],
  Schema.Struct({
    memberId: Id,
    userId: Schema.String,
    linkedId: Schema.String.annotations({ description: "The id that leads to the same member from now on" }),
    removedMemberId: Schema.NullOr(Id).annotations({
      description: "The member without any history that went by the linked id, if there was one"
    })
  })
).annotations({ identifier: "LinkEvent" })

const RuleEvent = event(["rule.created", "rule.updated"], Rule).annotations({ identifier: "RuleEvent" })

const ExhaustionEvent = event(
  ["rule.exhausted"],
  Schema.Struct({
    ruleId: Id,
    ruleName: Schema.String,
    measure: Schema.Literal(...Exhaustion.fields.measure.literals).annotations({
      description: "What ran out: places, or the payments or coins of a limit per rule, ever"
    }),
    used: Schema.String,
    max: Schema.String
  })
).annotations({ identifier: "ExhaustionEvent" })

export const Event = Schema.Union(
  AwardEvent,
  ReversalEvent,
  TransferEvent,
  RefundEvent,
  MemberEvent,
  LinkEvent,
  RuleEvent,
  ExhaustionEvent
).annotations({ identifier: "Event" })

export const EventPage = Schema.Struct({
  data: Schema.Array(Event),
  hasMore: Schema.Boolean.annotations({ description: "Whether there are events after these now" }),
  next: Schema.NullOr(Schema.String).annotations({
    description: "Pass as `after` for the next page, or later for newer events; null while there were none"
  })
}).annotations({ identifier: "EventPage" })

export const list = HttpApiEndpoint.get("list", "/laas/events")
  .setUrlParams(EventsQuery)
  .addSuccess(success(EventPage))
  .annotate(AlsoStreams, true)
  .annotate(OpenApi.Summary, "The partner's events, oldest first, as pages or as server-sent events")
  .annotate(
    OpenApi.Description,
    "Events are written from the first request on, and for a day after each. They are kept for 30 days. With `Accept: text/event-stream` the answer goes on with each event as it happens: `id`, `event` (the type) and `data` (the event as in a page). A stream ends when its access token does; connect again with `Last-Event-ID`."
  )
  .pipe(forPartner("read"))

export const events = HttpApiGroup.make("events")
  .add(list)
  .annotate(OpenApi.Description, "What happened, in the order in which it was committed")
