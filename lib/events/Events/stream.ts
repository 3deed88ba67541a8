import { Chunk, type Context, type Deferred, Effect, Either, Option, Queue, Stream } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { onRealTime } from "../../sql/RealTime.ts"
import {
  type Event,
  type EventId,
  type EventPage,
  type ListEvents,
  type NewestEvents,
  oneStart,
  StreamEvents,
  type StreamEventsInput
} from "../Event.ts"
import type { EventSignals } from "../EventSignals.ts"

/** How often a stream reads the table without a signal. */
const pollEvery = "2 seconds"

/** The most events that a stream reads at a time, and that wait for a slow reader. */
const pageSize = 100

const parse = parser(StreamEvents, oneStart)

interface StreamSources {
  readonly beforeNewest: (input: NewestEvents) => Effect.Effect<EventId, DatabaseFailure>
  /** Completes when the engine closes. Streams end then. */
  readonly closed: Deferred.Deferred<void>
  readonly markRead: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>
  readonly page: (input: ListEvents) => Effect.Effect<EventPage, DatabaseFailure>
}

/**
 * Makes streams of a partner's events. The next events are read when the reader has taken those before. While the database is
 * unavailable the stream waits, and then continues where it was.
 */
export const makeStream = (
  signals: Context.Tag.Service<EventSignals>,
  { beforeNewest, closed, markRead, page }: StreamSources
) => {
  const follow = ({ after, newest, partnerId, types }: StreamEvents) =>
    Effect.gen(function* () {
      const wake = yield* Queue.dropping<void>(1)
      // Before the first read, so that no event is missed between the two.
      yield* signals.listen((notified) => {
        if (notified === partnerId) wake.unsafeOffer(undefined)
      })
      const pause = onRealTime(Effect.timeoutOption(Queue.take(wake), pollEvery))

      /** Retries while the database is unavailable. */
      const read = <A>(effect: Effect.Effect<A, DatabaseFailure>): Effect.Effect<A> =>
        Effect.catchAll(Effect.zipRight(markRead(partnerId), effect), () =>
          Effect.zipRight(Effect.delay(pause, "100 millis"), read(effect))
        )

      const next = (after: EventId | undefined): Effect.Effect<EventPage> =>
        Effect.flatMap(
          read(page({ partnerId, after, newest: undefined, types, limit: pageSize })),
          (found) =>
            found.data.length > 0 || found.hasMore
              ? Effect.succeed(found)
              : Effect.zipRight(pause, next(after))
        )

      const begin = newest === undefined ? after : yield* read(beforeNewest({ newest, partnerId, types }))
      return Stream.paginateChunkEffect(begin, (from) =>
        Effect.map(
          next(from),
          ({ data, next: to }) => [Chunk.unsafeFromArray(data), Option.some(to ?? from)] as const
        )
      )
    })

  return (input: StreamEventsInput | Unparsed): Stream.Stream<Event, InvalidInput> =>
    Either.match(parse(input), {
      onLeft: (error) => Stream.fail(error),
      onRight: (asked) => Stream.interruptWhenDeferred(Stream.unwrapScoped(follow(asked)), closed)
    })
}
