import { type Context, Effect } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import { makeReadTexts } from "../../rewards/texts/Texts.ts"
import { firstOf } from "../../schema/Page.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { EventId, type EventPage, type ListEvents, type NewestEvents } from "../Event.ts"
import {
  type EventRow,
  findEvents,
  readBeforeNewest,
  readBeforeNewestOf,
  readEvents,
  readEventsOf,
  readWindowEnd,
  window
} from "../statements.ts"
import { assemble, factIn, recordsIn } from "./assemble.ts"

/** Below every id that can be made. */
const start = EventId.make("00000000-0000-0000-0000-000000000000")

/** A page's events unless told. */
const usual = 20

/** Types as the statements take them. */
const listed = (types: ReadonlyArray<string>): string => `,${types.join(",")},`

/** Some rows of a feed, and where to go on after them. */
interface Rows {
  readonly rows: ReadonlyArray<EventRow>
  readonly hasMore: boolean
  readonly next: EventId | null
}

/** Reads events with the texts that belong to them. */
export const makeRead = (database: Context.Tag.Service<Database>) => {
  const readTexts = makeReadTexts(database)

  const assembled = Effect.fnUntraced(function* (partnerId: PartnerId, rows: ReadonlyArray<EventRow>) {
    const facts = rows.map((row) => ({ row, fact: factIn(row) }))
    const records = new Set(facts.flatMap(({ fact }) => recordsIn(fact)))
    const texts = yield* readTexts(partnerId, Array.from(records))
    return facts.map(({ fact, row }) => assemble(row, fact, texts))
  })

  const rowsOf = (found: ReadonlyArray<EventRow>, limit: number, after: EventId | null): Rows => {
    const { data: rows, hasMore } = firstOf(found, limit)
    return { rows, hasMore, next: rows.at(-1)?.id ?? after }
  }

  const all = (partnerId: PartnerId, after: EventId | null, limit: number) =>
    Effect.map(
      database.run(readEvents, [{ partner_id: partnerId, after: after ?? start, size: limit + 1 }]),
      (found) => rowsOf(found, limit, after)
    )

  /** Looks through the next window alone. Where that has no more of these types, the next page starts after it. */
  const some = (partnerId: PartnerId, after: EventId | null, limit: number, types: ReadonlyArray<string>) => {
    const from = { partner_id: partnerId, after: after ?? start }
    const wanted = { ...from, size: limit + 1, types: listed(types) }
    return Effect.map(
      // The end comes first: events that are committed between the two are then after the window, or in a page that has an end.
      database.send(Batch.zip(Batch.of(readWindowEnd, [from]), Batch.of(readEventsOf, [wanted]))),
      ([[end], found]): Rows => {
        const page = rowsOf(found, limit, after)
        if (page.hasMore || end === undefined) return page
        // Events that are cleaned up meanwhile can move the window forward.
        return { ...page, hasMore: true, next: page.next !== null && page.next > end.id ? page.next : end.id }
      }
    )
  }

  /** Events are only added at the end, so all that come later are after this one too. */
  const beforeNewest = ({ newest, partnerId, types }: NewestEvents) => {
    const asked = { partner_id: partnerId, newest }
    const found =
      types === undefined
        ? database.run(readBeforeNewest, [asked])
        : database.run(readBeforeNewestOf, [{ ...asked, size: window, types: listed(types) }])
    return Effect.map(found, ([before]) => before?.id ?? start)
  }

  return {
    beforeNewest,

    page: Effect.fnUntraced(function* ({ newest, partnerId, types, ...asked }: ListEvents) {
      const limit = asked.limit ?? newest ?? usual
      const begin = newest === undefined ? asked.after : yield* beforeNewest({ newest, partnerId, types })
      const after = begin === undefined || begin === start ? null : begin
      const { hasMore, next, rows } = yield* types === undefined
        ? all(partnerId, after, limit)
        : some(partnerId, after, limit, types)
      const page: EventPage = { data: yield* assembled(partnerId, rows), hasMore, next }
      return page
    }),

    read: Effect.fnUntraced(function* (partnerId: PartnerId, after: EventId | null, limit: number) {
      const { rows } = yield* all(partnerId, after, limit)
      return yield* assembled(partnerId, rows)
    }),

    find: Effect.fnUntraced(function* (partnerId: PartnerId, ids: ReadonlyArray<EventId>) {
      const rows = yield* database.run(
        findEvents,
        ids.map((id) => ({ partner_id: partnerId, id }))
      )
      return yield* assembled(partnerId, rows)
    })
  }
}
