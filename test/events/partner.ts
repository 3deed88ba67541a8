// A partner whose events are read, with a clock that tests set.
import { Effect, Layer } from "effect"
import { type Event, Events } from "../../lib/index.ts"
import {
  type Engine,
  freshEngine,
  type MakeClient,
  newPartner,
  newWatch,
  Time,
  timeOf
} from "../support/world.ts"

export type EventsEngine = Engine | Time

const noon = "2026-03-01T12:00:00.000Z"

export const eventsEngine = (makeClient: MakeClient): Layer.Layer<EventsEngine, unknown> =>
  Layer.provideMerge(freshEngine(makeClient), timeOf(newWatch(noon)))

/** All events of a partner, oldest first, by pages. */
export const allEvents = (partnerId: string) =>
  Effect.gen(function* () {
    const events = yield* Events
    const found: Array<Event> = []
    let after: string | undefined
    for (;;) {
      const page = yield* events.list({ partnerId, limit: 100, ...(after === undefined ? {} : { after }) })
      found.push(...page.data)
      if (!page.hasMore || page.next === null) return found
      after = page.next
    }
  })

/** A new partner without a subscriber. */
export const quietPartner = Effect.gen(function* () {
  const watch = yield* Time
  watch.now = Date.parse(noon)
  const partner = yield* newPartner
  return { ...partner, watch, events: yield* Events, feed: allEvents(partner.partnerId) }
})

/** A new partner whose feed was read a moment ago. */
export const watchedPartner = Effect.tap(quietPartner, ({ events, partnerId }) => events.list({ partnerId }))
