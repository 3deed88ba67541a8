import { Schema } from "effect"
import { ListedAward } from "../rewards/awards/Award.ts"
import { type FactType, facts } from "../rewards/events/Fact.ts"
import { PartnerId } from "../rewards/Id.ts"
import { Orderer } from "../rewards/orderers/Orderer.ts"
import { Metadata } from "../rewards/texts/Metadata.ts"
import type * as Documented from "../schema/Documented.ts"
import { id, uuidv7 } from "../schema/Id.ts"
import { type CrossCheck, mustBe, required } from "../schema/Input.ts"
import { PageSize } from "../schema/Page.ts"

export const EventId = id("EventId")
export type EventId = typeof EventId.Type

/** The largest counter of a UUID of version 7. The counter has 12 bits and orders the ids of one millisecond. */
const maxCounter = 0xfff

export const randomBytesPerId = 8

const timeAndCounterOf = (id: string): { readonly millis: number; readonly counter: number } => ({
  millis: Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16),
  counter: Number.parseInt(id.slice(15, 18), 16)
})

/**
 * Returns the ids of a feed's next events: UUIDs of version 7 in ascending order, all larger than `last`, the id of the newest event. The
 * first id has the time `now`. If the time of `last` is not before `now`, the first id counts up from `last` instead. Each other id counts
 * up from the id before it.
 */
export const nextEventIds = (
  last: string | null,
  now: number,
  count: number,
  random: Uint8Array
): ReadonlyArray<EventId> => {
  let { millis, counter } = last === null ? { millis: -1, counter: 0 } : timeAndCounterOf(last)
  return Array.from({ length: count }, (_, index) => {
    if (now > millis) {
      millis = now
      counter = 0
    } else if (++counter > maxCounter) {
      millis += 1
      counter = 0
    }
    return EventId.make(uuidv7(millis, counter, random, index * randomBytesPerId), {
      disableValidation: true
    })
  })
}

const isType = (name: string): name is FactType => Object.hasOwn(facts, name)
export const eventTypes: ReadonlyArray<FactType> = Object.keys(facts).filter(isType)

export const EventType = Schema.String.pipe(
  Schema.filter(isType, { jsonSchema: { enum: eventTypes } }),
  mustBe(`one of ${eventTypes.join(", ")}`)
)
export type EventType = FactType

const narration = Schema.NullOr(Schema.String)

/** An award without `orderedBy`, which the event itself has. */
const award = ListedAward.omit("orderedBy")

/** The data of each type of event: the stored fields (`facts`), and texts, which are stored separately. */
const data = {
  ...facts,
  "award.paid": award,
  "award.counted": award,
  "award.suppressed": award,
  "award.reversed": Schema.Struct({
    ...award.fields,
    reversal: Schema.Struct({ ...facts["award.reversed"].fields.reversal.fields, narration })
  }),
  "coins.transferred": Schema.Struct({ ...facts["coins.transferred"].fields, narration, metadata: Metadata }),
  "coins.refunded": Schema.Struct({ ...facts["coins.refunded"].fields, narration }),
  "coins.adjusted": Schema.Struct({
    ...facts["coins.adjusted"].fields,
    reason: Schema.String,
    narration,
    metadata: Metadata
  }),
  "activity.reversed": Schema.Struct({ ...facts["activity.reversed"].fields, narration }),
  "coins.adjustment_reversed": Schema.Struct({ ...facts["coins.adjustment_reversed"].fields, narration })
}

const eventOf = <Type extends EventType>(type: Type) =>
  Schema.Struct({
    /** Larger than the ids of all earlier events of the partner. */
    id: EventId,
    partnerId: PartnerId,
    type: Schema.Literal(type),
    at: Schema.Date,
    /** The id of the request that caused the event, if the host provides one. */
    requestId: Schema.NullOr(Schema.String),
    /** Who ordered the change; null if the caller is not known, or if the change happened at its due time without a request. */
    orderedBy: Schema.NullOr(Orderer),
    data: data[type]
  })

/** A committed change of a partner's awards, coins, approvals, activities, members or rules, or a notice that coins expire soon. */
export const Event = Schema.Union(
  eventOf("award.paid"),
  eventOf("award.counted"),
  eventOf("award.suppressed"),
  eventOf("award.reversed"),
  eventOf("award.matured"),
  eventOf("coins.expiring"),
  eventOf("coins.expired"),
  eventOf("coins.transferred"),
  eventOf("coins.refunded"),
  eventOf("coins.adjusted"),
  eventOf("coins.adjustment_reversed"),
  eventOf("approval.requested"),
  eventOf("approval.approved"),
  eventOf("approval.declined"),
  eventOf("activity.recorded"),
  eventOf("activity.reversed"),
  eventOf("member.onboarded"),
  eventOf("member.linked"),
  eventOf("member.erased"),
  eventOf("member.merged"),
  eventOf("rule.created"),
  eventOf("rule.updated"),
  eventOf("rule.exhausted")
)
export type Event = typeof Event.Type
export type EventOf<Type extends EventType> = Extract<Event, { readonly type: Type }>

const types = Schema.optional(Schema.Array(EventType))

export const ListEvents = Schema.Struct({
  partnerId: required(PartnerId),
  /** Returns events after this one. The event itself may have been removed. */
  after: Schema.optional(EventId),
  /** Starts the list `newest` events before the end of the feed. It cannot be combined with `after`. */
  newest: Schema.optional(PageSize),
  /** The page size. The default is `newest`, or 20 if `newest` is not given. */
  limit: Schema.optional(PageSize),
  /** Returns only events of these types; by default all events. */
  types
})
export type ListEvents = typeof ListEvents.Type
export type ListEventsInput = Documented.Of<typeof ListEvents, Documented.ListEventsInput>

export const StreamEvents = ListEvents.pick("partnerId", "after", "newest", "types")
export type StreamEvents = typeof StreamEvents.Type
export type StreamEventsInput = Documented.Of<typeof StreamEvents, Documented.StreamEventsInput>

export const NewestEvents = Schema.Struct({
  partnerId: required(PartnerId),
  newest: required(PageSize),
  types
})
export type NewestEvents = typeof NewestEvents.Type
export type NewestEventsInput = Documented.Of<typeof NewestEvents, Documented.NewestEventsInput>

/** Refuses input that says twice where the events begin. */
export const oneStart: CrossCheck = ({ after, newest }) =>
  after === undefined || newest === undefined
    ? []
    : [{ field: "newest", problem: "cannot be combined with after: both say where to begin" }]

/**
 * A page of events, oldest first. The next page starts after the event `next`, even if this page is empty. `next` is null only if the page
 * is empty and starts at the beginning of the feed.
 */
export const EventPage = Schema.Struct({
  data: Schema.Array(Event),
  hasMore: Schema.Boolean,
  next: Schema.NullOr(EventId)
})
export type EventPage = typeof EventPage.Type

/** The largest page of events. Its first event is included even if it alone has more bytes. */
export interface EventLimits {
  readonly count: number
  readonly bytes: number
}

export interface FoundEvents {
  /** The events that are still stored, in the order of the given ids. The list ends where it would exceed the size limit. */
  readonly data: ReadonlyArray<Event>
  /** The ids of events that are no longer stored. */
  readonly removed: ReadonlyArray<EventId>
}
