import { uuidv7 } from "../schema/Id.ts"
import { EventId } from "./Event.ts"

/** The largest counter of a UUID of version 7 within one millisecond. */
const lastCounter = 0xfff

/** Random bytes that each id takes. */
export const randomBytesOfId = 8

/** The milliseconds and the counter of an id. */
const placeOf = (id: string): { readonly millis: number; readonly counter: number } => ({
  millis: Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16),
  counter: Number.parseInt(id.slice(15, 18), 16)
})

/**
 * The ids of a feed's next events: UUIDs of version 7 in ascending order, above the feed's newest event. They have the time of
 * the clock, unless the clock is behind the newest event, because it was set back or belongs to another machine: then they
 * count up from that event.
 */
export const nextIds = (
  last: string | null,
  now: number,
  count: number,
  random: Uint8Array
): ReadonlyArray<EventId> => {
  let { millis, counter } = last === null ? { millis: -1, counter: 0 } : placeOf(last)
  return Array.from({ length: count }, (_, index) => {
    if (now > millis) {
      millis = now
      counter = 0
    } else if (++counter > lastCounter) {
      millis += 1
      counter = 0
    }
    return EventId.make(uuidv7(millis, counter, random, index * randomBytesOfId), { disableValidation: true })
  })
}
