import { Chunk, type Context, type Deferred, Effect, Either, Option, Queue, Stream } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
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
import type { Signals } from "../Signals.ts"

/** How often a stream looks at the table without being told to. */
const poll = "2 seconds"

/** Events that a stream reads at a time, and so the most that wait for a slow reader. */
const size = 100

const parse = parser(StreamEvents, oneStart)

interface Sources {
  readonly beforeNewest: (input: NewestEvents) => Effect.Effect<EventId, DatabaseFailure>
  /** Completes when the engine closes. Streams end then. */
  readonly closed: Deferred.Deferred<void>
  readonly mark: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>
  readonly page: (input: ListEvents) => Effect.Effect<EventPage, DatabaseFailure>
}

/**
 * A partner's events after one, and then each as it happens. The next are read when those before were taken. While the database
 * is away the stream waits, and then goes on where it was.
 */
export const makeStream = (
  signals: Context.Tag.Service<Signals>,
  { beforeNewest, closed, mark, page }: Sources
) => {
  const follow = ({ after, newest, partnerId, types }: StreamEvents) =>
    Effect.gen(function* () {
      const wake = yield* Queue.dropping<void>(1)
      // Before the first look, so that no event falls between the two.
      yield* signals.listen((told) => {
        if (told === partnerId) wake.unsafeOffer(undefined)
      })
      const pause = onRealTime(Effect.timeoutOption(Queue.take(wake), poll))

      /** Reads again while the database is away. */
      const read = <A>(effect: Effect.Effect<A, DatabaseFailure>): Effect.Effect<A> =>
        Effect.catchAll(Effect.zipRight(mark(partnerId), effect), () =>
          Effect.zipRight(Effect.delay(pause, "100 millis"), read(effect))
        )

      const next = (after: EventId | undefined): Effect.Effect<EventPage> =>
        Effect.flatMap(read(page({ partnerId, after, newest: undefined, types, limit: size })), (found) =>
          found.data.length > 0 || found.hasMore ? Effect.succeed(found) : Effect.zipRight(pause, next(after))
        )

      const begin = newest === undefined ? after : yield* read(beforeNewest({ newest, partnerId, types }))
      return Stream.paginateChunkEffect(begin, (from) =>
        Effect.map(
          next(from),
          ({ data, next: to }) => [Chunk.unsafeFromArray(data), Option.some(to ?? from)] as const
        )
      )
    })

  return (input: StreamEventsInput): Stream.Stream<Event, InvalidInput> =>
    Either.match(parse(input), {
      onLeft: (error) => Stream.fail(error),
      onRight: (asked) => Stream.interruptWhenDeferred(Stream.unwrapScoped(follow(asked)), closed)
    })
}
