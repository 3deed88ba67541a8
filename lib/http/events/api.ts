import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { EventId } from "../../events/Event.ts"
import { Exhaustion, facts } from "../../rewards/events/Fact.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { AlsoStreams } from "../annotations.ts"
import { answer, Id, Instant } from "../answerSchemas.ts"
import { AwardEntry, AwardReversal } from "../awards/api.ts"
import { CoinTransaction, ListedTransaction } from "../coins/api.ts"
import { success } from "../envelope.ts"
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
    after: { description: "The id of the last event that you have seen, even if it is no longer stored" },
    newest: {
      description:
        "Instead of `after`: start with this many of the newest events; with `types`, with those among the last 1,000 events"
    },
    limit: { description: "The most entries of a page; by default as many as `newest`, otherwise 20" },
    types: { description: "Only events of these types, separated by commas" }
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
      description: "The x-request-id of the request that caused it; null if there was none"
    }),
    data
  })

const AwardEvent = event(["award.paid", "award.counted", "award.suppressed"], AwardEntry).annotations({
  identifier: "AwardEvent"
})

const ReversalEvent = event(
  ["award.reversed"],
  Schema.Struct({ ...AwardEntry.fields, reversal: AwardReversal })
).annotations({ identifier: "ReversalEvent" })

const TransferEvent = event(["coins.transferred"], ListedTransaction).annotations({
  identifier: "TransferEvent",
  description: "Events hold no personal data: names and e-mail addresses are empty, tags are null"
})

const RefundEvent = event(
  ["coins.refunded"],
  Schema.Struct({
    ...CoinTransaction.fields,
    transactionId: Id.annotations({ description: "The transfer that was refunded" })
  })
).annotations({ identifier: "RefundEvent" })

export const OnboardedMember = answer(undefined, facts["member.onboarded"])

const MemberEvent = event(["member.onboarded"], OnboardedMember).annotations({ identifier: "MemberEvent" })

/** The interface calls the removed member `removedMemberId`. */
export const LinkedMember = answer(undefined, facts["member.linked"].omit("removedId"), {
  linkedId: { description: "The id that means the same member from now on" }
})

const LinkEvent = event(
  ["member.linked"],
  Schema.Struct({
    ...LinkedMember.fields,
    removedMemberId: Schema.NullOr(Id).annotations({
      description: "The member without any history that had the linked id, if there was one"
    })
  })
).annotations({ identifier: "LinkEvent" })

const RuleEvent = event(["rule.created", "rule.updated"], WholeRule).annotations({ identifier: "RuleEvent" })

export const ExhaustedLimit = answer(undefined, Exhaustion, {
  measure: { description: "What ran out: places, or the payments or coins of a limit per rule, ever" }
})

const ExhaustionEvent = event(["rule.exhausted"], ExhaustedLimit).annotations({
  identifier: "ExhaustionEvent"
})

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
  hasMore: Schema.Boolean.annotations({ description: "Whether there are more events now" }),
  next: Schema.NullOr(Schema.String).annotations({
    description:
      "Pass as `after` for the next page, or later for newer events; null if there was no event yet"
  })
}).annotations({ identifier: "EventPage" })

export const list = HttpApiEndpoint.get("list", "/laas/events")
  .setUrlParams(EventsQuery)
  .addSuccess(success(EventPage))
  .annotate(AlsoStreams, true)
  .annotate(OpenApi.Summary, "The partner's events, oldest first, as pages or as server-sent events")
  .annotate(
    OpenApi.Description,
    "Events are recorded from the first request to this address on, and for a day after each request. They are stored for 30 days. With `Accept: text/event-stream` the answer is a stream that sends each event as it happens: `id`, `event` (the type) and `data` (the event as in a page). A stream ends when its access token does; connect again with `Last-Event-ID`."
  )
  .pipe(forPartner("read"))

export const events = HttpApiGroup.make("events")
  .add(list)
  .annotate(OpenApi.Description, "Events, in the order in which they were committed")
