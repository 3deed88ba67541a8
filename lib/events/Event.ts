import { Schema } from "effect"
import { ListedAward } from "../rewards/awards/Award.ts"
import { type FactType, facts } from "../rewards/events/Fact.ts"
import { PartnerId } from "../rewards/Id.ts"
import { Metadata } from "../rewards/texts/Metadata.ts"
import { id } from "../schema/Id.ts"
import { type CrossCheck, mustBe, required } from "../schema/Input.ts"
import { PageSize } from "../schema/Page.ts"

export const EventId = id("EventId")
export type EventId = typeof EventId.Type

const isType = (name: string): name is FactType => Object.hasOwn(facts, name)
export const eventTypes: ReadonlyArray<FactType> = Object.keys(facts).filter(isType)

export const EventType = Schema.String.pipe(
  Schema.filter(isType, { jsonSchema: { enum: eventTypes } }),
  mustBe(`one of ${eventTypes.join(", ")}`)
)
export type EventType = FactType

const narration = Schema.NullOr(Schema.String)

/** The data of each type of event: what the core states, with the texts that belong to it. */
const data = {
  ...facts,
  "award.paid": ListedAward,
  "award.counted": ListedAward,
  "award.suppressed": ListedAward,
  "award.reversed": Schema.Struct({
    ...ListedAward.fields,
    reversal: Schema.Struct({ ...facts["award.reversed"].fields.reversal.fields, narration })
  }),
  "coins.transferred": Schema.Struct({ ...facts["coins.transferred"].fields, narration, metadata: Metadata }),
  "coins.refunded": Schema.Struct({ ...facts["coins.refunded"].fields, narration })
}

const eventOf = <Type extends EventType>(type: Type) =>
  Schema.Struct({
    /** Above the ids of all events of the partner that were committed before. */
    id: EventId,
    partnerId: PartnerId,
    type: Schema.Literal(type),
    at: Schema.Date,
    /** The request that caused it, where the host knows one. */
    requestId: Schema.NullOr(Schema.String),
    data: data[type]
  })

/** Something that happened to a partner's awards, coins, members or rules. */
export const Event = Schema.Union(
  eventOf("award.paid"),
  eventOf("award.counted"),
  eventOf("award.suppressed"),
  eventOf("award.reversed"),
  eventOf("coins.transferred"),
  eventOf("coins.refunded"),
  eventOf("member.onboarded"),
  eventOf("member.linked"),
  eventOf("rule.created"),
  eventOf("rule.updated"),
  eventOf("rule.exhausted")
)
export type Event = typeof Event.Type
export type EventOf<Type extends EventType> = Extract<Event, { readonly type: Type }>

/** Events of these types alone; all of them unless told. */
const types = Schema.optional(Schema.Array(EventType))

export const ListEvents = Schema.Struct({
  partnerId: required(PartnerId),
  /** Events after this one, which may be gone already. */
  after: Schema.optional(EventId),
  /** In place of `after`: begin with the newest events that there are now, so many of them. */
  newest: Schema.optional(PageSize),
  /** As many as `newest` unless told, otherwise 20. */
  limit: Schema.optional(PageSize),
  types
})
export type ListEvents = typeof ListEvents.Type
export type ListEventsInput = typeof ListEvents.Encoded

export const StreamEvents = ListEvents.pick("partnerId", "after", "newest", "types")
export type StreamEvents = typeof StreamEvents.Type
export type StreamEventsInput = typeof StreamEvents.Encoded

export const NewestEvents = Schema.Struct({
  partnerId: required(PartnerId),
  newest: required(PageSize),
  types
})
export type NewestEvents = typeof NewestEvents.Type
export type NewestEventsInput = typeof NewestEvents.Encoded

/** A list begins at one place. */
export const oneStart: CrossCheck = ({ after, newest }) =>
  after === undefined || newest === undefined
    ? []
    : [{ field: "newest", problem: "cannot be combined with after: both say where to begin" }]

/** A page of events, oldest first. `next` is where the next page starts, also where a filter left nothing of this one. */
export const EventPage = Schema.Struct({
  data: Schema.Array(Event),
  hasMore: Schema.Boolean,
  next: Schema.NullOr(EventId)
})
export type EventPage = typeof EventPage.Type
