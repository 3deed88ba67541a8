import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect, Runtime, Stream } from "effect"
import { Event, EventPage, type StreamEventsInput } from "../events/Event.ts"
import { Events } from "../events/Events.ts"
import type { CoreFailure } from "../rewards/CoreFailure.ts"
import { one, promised, type Run } from "./promised.ts"

/** An event as plain JSON. */
export type PlainEvent = typeof Event.Encoded

/** A page of events, oldest first. */
export interface PlainEventPage {
  readonly data: ReadonlyArray<PlainEvent>
  readonly hasMore: boolean
  /** The next page starts after this event. Null only if the page is empty and starts at the beginning of the feed. */
  readonly next: string | null
}

const encode = one<PlainEvent>()(Event)
const lists = promised(Events, { list: one<PlainEventPage>()(EventPage) })

const ended = { done: true, value: undefined } as const

/** Opens a stream of events. Fails if the input is invalid or the database is not available. */
const open = (input: StreamEventsInput) =>
  Effect.gen(function* () {
    const events = yield* Events
    yield* events.list({ ...input, limit: 1 })
    const { context, fiberRefs, runtimeFlags } = yield* Effect.runtime<Events>()
    // The stream must not use a transaction of the host, because the stream lasts longer than the transaction.
    const services = new Map(context.unsafeMap)
    services.delete(SqlClient.TransactionConnection.key)
    const runtime = Runtime.make({ context: Context.unsafeMake<Events>(services), fiberRefs, runtimeFlags })
    const stream = Stream.orDie(Stream.map(events.stream(input), (event): PlainEvent => encode(event)))
    return Stream.toAsyncIterableRuntime(stream, runtime)[Symbol.asyncIterator]()
  })

export const eventsMethods = (run: Run<Events, CoreFailure>) => ({
  ...lists(run),

  /**
   * Returns an iterator for `for await`. It yields a partner's stored events, and then each new event. `after` and `newest` select the
   * first event. The iterator ends with the loop, or when the engine closes.
   */
  subscribe: (input: StreamEventsInput): AsyncIterableIterator<PlainEvent, undefined> => {
    let opening: Promise<AsyncIterator<PlainEvent>> | undefined
    let isOver = false
    let giveUp = () => {}
    const take = async (): Promise<IteratorResult<PlainEvent, undefined>> => {
      opening ??= run(open(input))
      const { done, value } = await (await opening).next()
      return done === true ? ended : { done: false, value }
    }
    return {
      next: () =>
        new Promise((resolve, reject) => {
          if (isOver) return resolve(ended)
          giveUp = () => resolve(ended)
          take().then(resolve, reject)
        }),
      return: async () => {
        isOver = true
        // Ends a `next` that waits for an event.
        giveUp()
        const inner = await opening?.catch(() => undefined)
        await inner?.return?.()
        return ended
      },
      [Symbol.asyncIterator]() {
        return this
      }
    }
  }
})
