import { Layer } from "effect"
import { EventBody } from "../../webhooks/ports.ts"
import { wireEvent } from "../events/event.ts"

/** Events as webhooks send them: as the feed has them, with the time under the name that Standard Webhooks gives it. */
export const layer: Layer.Layer<EventBody> = Layer.succeed(EventBody, (event) => {
  const { createdAt, data, id, requestId, type } = wireEvent(event)
  return JSON.stringify({ id, type, timestamp: createdAt, requestId, data })
})
