import { Cause, Deferred, Effect, Either, Exit, type Fiber, FiberId, Runtime, Schedule, Stream } from "effect"
import { ReadTurn } from "../events/ReadTurn.ts"
import { PartnerClocks } from "../rewards/partners/PartnerClocks.ts"
import type { HttpFailure, StreamKind } from "./failure.ts"
import type { Services, StreamAnswer } from "./handle.ts"
import type { ListTurns } from "./listTurns.ts"
import { makeCounts, makeDeadlines, type Requester } from "./run.ts"

export interface StreamOptions {
  /** The maximum number of open streams; 1000 by default. Further streams are refused with 503. */
  readonly max?: number | undefined
  /** The maximum number of open streams of one partner; 16 by default. Further streams are refused with 429. */
  readonly maxPerPartner?: number | undefined
  /**
   * The maximum number of open streams from one address; a quarter of `max` by default. Further streams are refused with 429. Needs the
   * handler's option `address`.
   */
  readonly maxPerAddress?: number | undefined
  /** Milliseconds between two comments that keep a connection open; 15 000 by default. */
  readonly heartbeat?: number | undefined
}

/** Limits of exports: lists as CSV, and the data of a member. An export is sent while it is read from the database. */
export interface ExportOptions {
  /** The maximum number of open exports; 64 by default. Further exports are refused with 503. */
  readonly max?: number | undefined
  /** The maximum number of open exports of one partner; 4 by default. Further exports are refused with 429. */
  readonly maxPerPartner?: number | undefined
  /**
   * The maximum number of open exports from one address; a quarter of `max` by default. Further exports are refused with 429. Needs the
   * handler's option `address`.
   */
  readonly maxPerAddress?: number | undefined
}

/** A stream pauses while this many bytes wait for a slow reader. */
const highWaterMark = 16_384

const comment = ":\n\n"

/** Ends a document that its caller does not read. Nothing is logged, because callers could fill the log in this way. */
const notRead: Effect.Effect<never> = Effect.interrupt

interface Documents {
  readonly kind?: StreamKind
  /** A document is cut if its caller reads nothing for this many milliseconds; 30,000 by default. */
  readonly timeout?: number
}

/**
 * Sends streams of server-sent events, and answers that are too large to be held in memory. They do not have the time-out of requests, and
 * do not count as running requests, so they have their own limits. Their reads and the reads of lists take turns (`ListTurns`).
 */
export const makeEventStreams = (
  runtime: Runtime.Runtime<Services>,
  listTurns: ListTurns,
  {
    heartbeat = 15_000,
    max = 1000,
    maxPerPartner = 16,
    maxPerAddress = Math.ceil(max / 4),
    kind = "event streams",
    timeout = 30_000
  }: StreamOptions & Documents = {}
) => {
  const deadlines = makeDeadlines(timeout)
  const runFork = Runtime.runFork(runtime)
  const encoder = new TextEncoder()
  const partners = makeCounts()
  const addresses = makeCounts()
  const ending = Deferred.unsafeMake<void>(FiberId.none)
  const ended = Promise.withResolvers<void>()
  let open = 0
  let running = 0
  let stopping = false

  /** Counts an open stream. Returns a function that removes the stream from the count; only its first call has an effect. */
  const take = ({ address, partnerId }: Requester): (() => void) => {
    open += 1
    partners.add(partnerId)
    addresses.add(address)
    let held = true
    return () => {
      if (!held) return
      held = false
      open -= 1
      partners.remove(partnerId)
      addresses.remove(address)
    }
  }

  const refusal = ({ address, partnerId }: Requester): HttpFailure | undefined => {
    if (stopping) return { _tag: "Overloaded", reason: "the service is stopping: try another instance" }
    if (open >= max) return { _tag: "Overloaded", reason: `too many ${kind} are open: try again later` }
    if (partners.of(partnerId) >= maxPerPartner) {
      return { _tag: "TooManyStreams", kind, policy: "partner", limit: maxPerPartner }
    }
    return addresses.of(address) >= maxPerAddress
      ? { _tag: "TooManyStreams", kind, policy: "address", limit: maxPerAddress }
      : undefined
  }

  const heartbeats = Stream.map(Stream.fromSchedule(Schedule.spaced(heartbeat)), () => comment)

  /** Sends a stream until it ends, the service stops, or the token becomes invalid. In the last two cases, dies if it sends a document. */
  const whole = (
    { document, revoked, stream }: StreamAnswer,
    write: (text: string) => Effect.Effect<void>
  ) => {
    const stopped = Effect.raceFirst(Deferred.await(ending), revoked)
    if (document !== undefined) {
      return Effect.raceFirst(
        Effect.tapErrorCause(Stream.runForEach(stream, write), (cause) =>
          Cause.isInterruptedOnly(cause) ? Effect.void : Effect.logError("An answer was cut", cause)
        ),
        Effect.zipRight(stopped, Effect.dieMessage("the answer was cut"))
      )
    }
    const texts = Stream.merge(stream, heartbeats, { haltStrategy: "left" })
    return Effect.raceFirst(Stream.runForEach(texts, write), stopped)
  }

  /** Runs a stream with the clock of its partner, as this clock was set when the stream started. */
  const timed = <A, E>({ partnerId }: StreamAnswer, work: Effect.Effect<A, E, Services>) =>
    partnerId === undefined
      ? work
      : Effect.orDie(Effect.flatMap(PartnerClocks, ({ within }) => within(partnerId, work)))

  const bodyOf = (answer: StreamAnswer, who: Requester): ReadableStream<Uint8Array> => {
    const release = take(who)
    running += 1
    let fiber: Fiber.RuntimeFiber<unknown> | undefined
    let resumeWriting = () => {}
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const write = (text: string) =>
            Effect.async<void>((resume) => {
              controller.enqueue(encoder.encode(text))
              if ((controller.desiredSize ?? 0) > 0) return resume(Effect.void)
              // A reader of events may wait for as long as it likes, because the next event is not read meanwhile.
              const stopTimer =
                answer.document === undefined ? () => {} : deadlines.add(() => resume(notRead))
              resumeWriting = () => {
                stopTimer()
                resume(Effect.void)
              }
              return Effect.sync(stopTimer)
            })
          const inTurn: typeof ReadTurn.Service = (read) => listTurns(who, read)
          fiber = runFork(Effect.provideService(timed(answer, whole(answer, write)), ReadTurn, inTurn))
          fiber.addObserver((exit) => {
            release()
            running -= 1
            if (stopping && running === 0) ended.resolve()
            try {
              if (answer.document !== undefined && Exit.isFailure(exit))
                controller.error(new Error("the answer was cut"))
              else controller.close()
            } catch {
              // The caller has already closed the connection.
            }
          })
        },
        pull: () => resumeWriting(),
        cancel: () => {
          release()
          if (fiber !== undefined) fiber.unsafeInterruptAsFork(fiber.id())
        }
      },
      { highWaterMark, size: (chunk) => chunk?.byteLength ?? 0 }
    )
  }

  return {
    open: (
      answer: StreamAnswer,
      who: Requester,
      headers: Readonly<Record<string, string>>
    ): Either.Either<Response, HttpFailure> => {
      const refused = refusal(who)
      if (refused !== undefined) return Either.left(refused)
      return Either.right(
        new Response(bodyOf(answer, who), {
          status: 200,
          headers: {
            ...headers,
            // Tells proxies not to buffer the answer, because buffering would delay events.
            ...(answer.document ?? { "content-type": "text/event-stream", "x-accel-buffering": "no" })
          }
        })
      )
    },
    end: (): void => {
      stopping = true
      Deferred.unsafeDone(ending, Effect.void)
      if (running === 0) ended.resolve()
    },
    /** Resolves when `end` was called and the last stream has ended. */
    ended: ended.promise
  }
}
