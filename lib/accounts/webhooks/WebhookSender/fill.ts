import { type Context, Effect } from "effect"
import type { Event } from "../../../events/Event.ts"
import type { Events } from "../../../events/Events.ts"
import { now } from "../../../rewards/clock.ts"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { EventBody } from "../EventBody.ts"
import type { Item, Run } from "./Run.ts"
import { countPending, insertDeliveries, moveOn, readDue } from "./statements.ts"

export interface FillOptions {
  readonly database: Context.Tag.Service<Database>
  readonly events: Context.Tag.Service<Events>
  readonly bodyOf: Context.Tag.Service<EventBody>
  readonly process: string
  /** The most deliveries of one webhook that wait. Further events stay in the feed. */
  readonly maxPending: number
}

/** Deliveries that are read, and events that are fanned out, in one step. */
const size = 128
/** How often a busy run looks for retries that have become due, and for what other processes have made due, in milliseconds. */
const lookEvery = 1000

/** Fills the queue of a run: with deliveries that are due, and with new events. */
export const makeFill = ({ bodyOf, database, events, maxPending, process }: FillOptions) => {
  const itemOf = (event: Event, attempts: number): Item => ({
    eventId: event.id,
    attempts,
    body: Buffer.from(bodyOf(event))
  })

  const add = (run: Run, items: ReadonlyArray<Item>) => {
    for (const item of items) {
      run.known.add(item.eventId)
      run.queue.push(item)
    }
  }

  /** Deliveries whose events are gone come back, so that they can be given up. */
  const lookForDue = Effect.fnUntraced(function* (run: Run) {
    const { id, partnerId } = run.webhook
    run.looksAt = performance.now() + lookEvery
    const at = (yield* now).toISOString()
    const row = { partner_id: partnerId, id, process, at, size: size + run.known.size }
    const found = yield* database.run(readDue, [row])
    // There may be more.
    if (found.length === row.size) run.looksAt = 0
    const due = found.filter(({ eventId }) => !run.known.has(eventId))
    if (due.length === 0) return []
    const attempts = new Map(due.map((each) => [each.eventId, each.attempts]))
    const known = yield* events.find(partnerId, Array.from(attempts.keys()))
    add(
      run,
      known.map((event) => itemOf(event, attempts.get(event.id) ?? 0))
    )
    for (const event of known) attempts.delete(event.id)
    return Array.from(attempts, ([eventId, before]) => ({ eventId, attempts: before + 1 }))
  })

  const isFull = Effect.fnUntraced(function* (run: Run) {
    const { id, partnerId } = run.webhook
    if (run.pending === undefined || run.pending >= maxPending) {
      const [counted] = yield* database.run(countPending, [{ partner_id: partnerId, id, size: maxPending }])
      run.pending = counted?.count ?? 0
    }
    return run.pending >= maxPending
  })

  const write = (run: Run, wanted: ReadonlyArray<Event>, last: Event, at: string) => {
    const { id, partnerId } = run.webhook
    const key = { partner_id: partnerId, id }
    return database.relaxedTransactionOn(
      Batch.of(moveOn, [{ ...key, process, last_event: last.id }]),
      (moved) =>
        Effect.succeed(
          moved.length === 0
            ? Batch.succeed(false)
            : Batch.map(
                Batch.of(
                  insertDeliveries,
                  wanted.map((event) => ({
                    partner_id: partnerId,
                    webhook_id: id,
                    event_id: event.id,
                    type: event.type,
                    at
                  }))
                ),
                () => true
              )
        )
    )
  }

  /** Writes the deliveries of the next events and moves the webhook past them, in one transaction. */
  const fanOut = Effect.fnUntraced(function* (run: Run) {
    run.isFull = yield* isFull(run)
    // Before the events are read: one that is committed meanwhile makes it true again.
    run.hasNews = false
    if (run.isFull) return
    const { lastEvent, partnerId, types } = run.webhook
    const found = yield* events.read(partnerId, lastEvent, size)
    const last = found.at(-1)
    if (last === undefined) return
    if (found.length === size) run.hasNews = true
    const chosen = types === "" ? undefined : new Set(types.split(" "))
    const wanted = found.filter(({ type }) => chosen === undefined || chosen.has(type))
    if (!(yield* write(run, wanted, last, (yield* now).toISOString()))) {
      run.isLost = true
      return
    }
    run.webhook = { ...run.webhook, lastEvent: last.id }
    run.pending = (run.pending ?? 0) + wanted.length
    add(
      run,
      wanted.map((event) => itemOf(event, 0))
    )
  })

  /** Returns deliveries that can never be sent. */
  return Effect.fnUntraced(function* (run: Run) {
    const gone = performance.now() >= run.looksAt ? yield* lookForDue(run) : []
    while (run.queue.length === 0 && run.hasNews && !run.isLost) yield* fanOut(run)
    return gone
  })
}
