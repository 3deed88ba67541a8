import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { forPartner } from "../access.ts"
import { AlsoStreams } from "../annotations.ts"
import { success } from "../envelope.ts"
import { EventPage, EventsQuery } from "./wire.ts"

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
