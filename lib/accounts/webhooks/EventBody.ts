import { Context } from "effect"
import type { Event } from "../../events/Event.ts"

/**
 * Writes an event as receivers get it. The wire form belongs to the HTTP interface, which provides this; the bytes are made
 * once for each event, and all attempts and webhooks send the same.
 */
export class EventBody extends Context.Tag("rewards/EventBody")<EventBody, (event: Event) => string>() {}
