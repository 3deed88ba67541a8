import { Effect, Either, Schema, Stream } from "effect"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { type Event, EventId, EventType, eventTypes } from "../../events/Event.ts"
import { Events } from "../../events/Events.ts"
import { invalid, parser, Unparsed } from "../../schema/Input.ts"
import { type HandledEndpoint, handle, type Incoming, type PartnerRequest, tokenOf } from "../handle.ts"
import { list } from "./api.ts"
import { wireEvent } from "./wireEvent.ts"

const parseLast = parser(Schema.Struct({ "Last-Event-ID": EventId }))

/** Returns whether a request asks for a stream. HEAD gets the headers of a page, because a stream has no end. */
const asksForStream = ({ headers, method }: Request): boolean =>
  method === "GET" && /\btext\/event-stream\b/i.test(headers.get("accept") ?? "")

const typesIn = (text: string | undefined) => {
  if (text === undefined) return Either.right({})
  const types = text.split(",").map((type) => type.trim())
  const unknown = types.find((type) => !isType(type))
  return unknown === undefined
    ? Either.right({ types })
    : Either.left(
        invalid(
          "types",
          `must contain only ${eventTypes.join(", ")}, got ${JSON.stringify(unknown.slice(0, 60))}`
        )
      )
}
const isType = Schema.is(EventType)

/**
 * Reads where a stream starts. A browser that reconnects repeats the query and adds the header with the last event id, so the header wins.
 */
const startIn = Effect.fnUntraced(function* ({ query, request }: Incoming) {
  const given = request.headers.get("last-event-id")
  if (given !== null && given !== "") {
    return { after: (yield* parseLast({ "Last-Event-ID": given }))["Last-Event-ID"] }
  }
  const { after, newest } = query
  return { ...(after !== undefined && { after }), ...(newest !== undefined && { newest }) }
})

const serverSent = (event: Event): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(wireEvent(event))}\n\n`

/**
 * Returns the first lines of a stream. `retry` is how many milliseconds a browser waits before it reconnects. `id` is the event id that the
 * browser then sends if it has received no event yet.
 */
const start = (after: EventId | undefined): string =>
  `retry: 1000\n${after === undefined ? "" : `id: ${after}\n`}\n`

const stream = Effect.fnUntraced(function* ({ request, session, ...rest }: PartnerRequest) {
  const events = yield* Events
  const { partnerId } = session
  const { newest, ...given } = {
    ...(yield* startIn({ request, ...rest })),
    ...(yield* typesIn(rest.query.types)),
    partnerId
  }
  // Reads once before the stream starts, so that bad input and an unavailable database still get an error answer.
  const begin =
    newest === undefined
      ? yield* Effect.as(events.list(new Unparsed({ ...given, limit: 1 })), undefined)
      : yield* events.beforeNewest(new Unparsed({ ...given, newest }))
  const input = new Unparsed(begin === undefined ? given : { ...given, after: begin })
  const token = yield* tokenOf(request)
  const revoked = (yield* Sessions).ended(token)
  const texts = Stream.orDie(Stream.map(events.stream(input), serverSent))
  return { stream: Stream.concat(Stream.succeed(start(begin)), texts), revoked }
})

const page = Effect.fnUntraced(function* ({ query, session }: PartnerRequest) {
  const events = yield* Events
  const { types, ...paging } = query
  const input = new Unparsed({ ...paging, ...(yield* typesIn(types)), partnerId: session.partnerId })
  const { data, hasMore, next } = yield* events.list(input)
  return { message: "Events returned successfully", data: { data: data.map(wireEvent), hasMore, next } }
})

export const events: ReadonlyArray<HandledEndpoint> = [
  handle(list, (request) => (asksForStream(request.request) ? stream(request) : page(request)))
]
