import { type Context, Effect, Schema } from "effect"
import { readReasons } from "../../rewards/adjustments/readReasons.ts"
import type { ListedAward } from "../../rewards/awards/Award.ts"
import { Fact } from "../../rewards/events/Fact.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Orderer } from "../../rewards/orderers/Orderer.ts"
import type { Orderers } from "../../rewards/orderers/Orderers.ts"
import { openErasures } from "../../rewards/personal/openErasures.ts"
import { hasId, scrubbed } from "../../rewards/personal/scrubbed.ts"
import { fittingTexts } from "../../rewards/texts/fittingTexts.ts"
import { noTexts, type Texts } from "../../rewards/texts/Texts.ts"
import { strictDecoderOf } from "../../schema/Compiled.ts"
import { smallestId } from "../../schema/Id.ts"
import { firstOf } from "../../schema/Page.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import type { RowOf } from "../../sql/Table.ts"
import {
  type Event,
  EventId,
  type EventLimits,
  type EventPage,
  type FoundEvents,
  type ListEvents,
  type NewestEvents
} from "../Event.ts"
import { findPending } from "../pendingEvents.ts"
import { events } from "../tables.ts"

/** Smaller than the id of every event. */
const start = EventId.make(smallestId)

const defaultLimit = 20

/** The largest number of events that a read by type examines, so that a search for a rare type does not read the whole feed. */
const examined = 1000

type EventRow = RowOf<typeof events>

const ofPartner = "e.partner_id = (SELECT partner_id FROM input)"
const afterOne = `${ofPartner} AND e.id > (SELECT after FROM input)`

/** Statements get the types as one text: see `typesText`. */
const isOfTypes = (alias: string): string => `(SELECT types FROM input) LIKE '%,' || ${alias}.type || ',%'`
const typesText = (types: ReadonlyArray<string>): string => `,${types.join(",")},`

const findEvents = events.find()

const readEvents = statement({
  input: { partnerId: "uuid", after: "uuid", size: "integer" },
  output: events.row(),
  sql: `SELECT ${events.list("e")} FROM rewards_event e WHERE ${afterOne}
    ORDER BY e.id LIMIT (SELECT size FROM input)`
})

/** Reads the events of the given types among the first `examined` events after `after`. */
const readEventsOfTypes = statement({
  input: { partnerId: "uuid", after: "uuid", size: "integer", types: "text" },
  output: events.row(),
  sql: `SELECT ${events.list("n")} FROM (
      SELECT ${events.list("e")} FROM rewards_event e WHERE ${afterOne} ORDER BY e.id LIMIT ${examined}
    ) AS n
    WHERE ${isOfTypes("n")}
    ORDER BY n.id LIMIT (SELECT size FROM input)`
})

/** Finds the last event that `readEventsOfTypes` examines. Returns no row if fewer than `examined` events follow `after`. */
const readLastExamined = statement({
  input: { partnerId: "uuid", after: "uuid" },
  output: events.row("id"),
  sql: `SELECT e.id FROM rewards_event e WHERE ${afterOne} ORDER BY e.id LIMIT 1 OFFSET ${examined - 1}`
})

/** Finds the event before the last `newest` events of a feed. Returns no row if the feed has no such event. */
export const readBeforeNewest = statement({
  input: { partnerId: "uuid", newest: "integer" },
  output: events.row("id"),
  sql: `SELECT e.id FROM rewards_event e WHERE ${ofPartner}
    ORDER BY e.id DESC LIMIT 1 OFFSET (SELECT newest FROM input)`
})

/**
 * Searches the last `size` events of a feed for events of these types. Skips the last `newest` events that it finds, and returns the one
 * before them. If there is none, returns the event before the last `size` events.
 */
export const readBeforeNewestOfTypes = statement({
  input: { partnerId: "uuid", newest: "integer", size: "integer", types: "text" },
  output: Schema.Struct({ id: Schema.NullOr(events.fields.id) }),
  sql: `SELECT COALESCE(
      (SELECT l.id FROM (
          SELECT e.id, e.type FROM rewards_event e WHERE ${ofPartner}
          ORDER BY e.id DESC LIMIT (SELECT size FROM input)
        ) AS l
        WHERE ${isOfTypes("l")}
        ORDER BY l.id DESC LIMIT 1 OFFSET (SELECT newest FROM input)),
      (SELECT e.id FROM rewards_event e WHERE ${ofPartner}
        ORDER BY e.id DESC LIMIT 1 OFFSET (SELECT size FROM input))
    ) AS id`
})

const decodeFact = strictDecoderOf(Fact)

/** Returns the ids of the records of a fact that can have texts (a note or metadata). */
const recordsIn = (fact: Fact): ReadonlyArray<string> => {
  switch (fact.type) {
    case "award.paid":
    case "award.counted":
    case "award.suppressed":
    case "coins.transferred":
    case "coins.refunded":
    case "coins.adjusted":
    case "coins.adjustment_reversed":
    case "activity.reversed":
      return [fact.data.id]
    case "award.reversed":
      return [fact.data.award.id, fact.data.reversal.id]
    default:
      return []
  }
}

const stateOf = {
  "award.paid": "paid",
  "award.counted": "counted",
  "award.suppressed": "suppressed"
} as const

/** Returns the state of an award after a part of it was reversed. */
const stateAfterPart = (maturesAt: Date | null, at: Date) =>
  maturesAt !== null && maturesAt > at ? "pending" : "partly_reversed"

const eventOf = (
  { createdAt: at, id, partnerId, requestId }: EventRow,
  orderedBy: Orderer | null,
  fact: Fact,
  textsOf: (record: string) => Texts,
  reasons: ReadonlyMap<string, string>
): Event => {
  const event = { id, partnerId, at, requestId, orderedBy }
  const listed = <
    A extends Pick<ListedAward, "id" | "coins" | "amount"> & {
      maturesAt?: Date | undefined
      expiresAt?: Date | undefined
    }
  >(
    award: A
  ) => {
    const { metadata, narration: note } = textsOf(award.id)
    const left = { coinsLeft: award.coins, amountLeft: award.amount }
    const { expiresAt = null, maturesAt = null } = award
    return { ...award, ...left, maturesAt, expiresAt, partnerId, note, metadata, reversedAt: null }
  }
  switch (fact.type) {
    case "award.paid":
    case "award.counted":
    case "award.suppressed": {
      const award = listed(fact.data)
      const state = award.maturesAt === null ? stateOf[fact.type] : "pending"
      return { ...event, type: fact.type, data: { ...award, state } }
    }
    case "award.reversed": {
      const { amountLeft, award, coinsLeft, reversal } = fact.data
      const { narration } = textsOf(reversal.id)
      const { createdAt } = reversal
      const before = listed(award)
      const after =
        coinsLeft === 0
          ? ({ state: "reversed", reversedAt: createdAt } as const)
          : ({ state: stateAfterPart(before.maturesAt, createdAt) } as const)
      const data = {
        ...before,
        coinsLeft,
        amountLeft,
        ...after,
        reversal: { ...reversal, narration }
      }
      return { ...event, type: fact.type, data }
    }
    case "coins.transferred":
      return { ...event, type: fact.type, data: { ...fact.data, ...textsOf(fact.data.id) } }
    case "coins.refunded": {
      const { narration } = textsOf(fact.data.id)
      return { ...event, type: fact.type, data: { ...fact.data, narration } }
    }
    case "coins.adjusted": {
      const reason = reasons.get(fact.data.id) ?? ""
      return { ...event, type: fact.type, data: { ...fact.data, reason, ...textsOf(fact.data.id) } }
    }
    case "activity.reversed": {
      const { narration } = textsOf(fact.data.id)
      return { ...event, type: fact.type, data: { ...fact.data, narration } }
    }
    case "coins.adjustment_reversed": {
      const { narration } = textsOf(fact.data.id)
      return { ...event, type: fact.type, data: { ...fact.data, narration } }
    }
    default:
      return { ...event, ...fact }
  }
}

const noReasons: ReadonlyMap<string, string> = new Map()

const factIn = (row: EventRow) => ({
  row,
  fact: decodeFact({ type: row.type, data: JSON.parse(row.data) })
})

/** A page of rows of a feed. The next page starts after the event `next`. */
interface FeedRows {
  readonly rows: ReadonlyArray<EventRow>
  readonly hasMore: boolean
  readonly next: EventId
}

const pageOf = (found: ReadonlyArray<EventRow>, limit: number, after: EventId): FeedRows => {
  const { data: rows, hasMore } = firstOf(found, limit, ({ id }) => id)
  return { rows, hasMore, next: rows.at(-1)?.id ?? after }
}

/** Reads stored events, and the texts of their records. `collect` moves the pending events of a partner into its feed. */
export const makeStoredEvents = (
  database: Context.Tag.Service<Database>,
  orderers: Context.Tag.Service<Orderers>,
  collect: (partnerId: PartnerId) => Effect.Effect<void, DatabaseFailure>
) => {
  /** On SQLite, hosts' transactions write their events into the feed, so nothing is pending. */
  const mayBePending = database.dialect.name !== "sqlite"

  /** Reads a feed. If the partner has pending events, collects them and reads again. */
  const readFeed = <A>(partnerId: PartnerId, batch: Batch.Batch<A>): Effect.Effect<A, DatabaseFailure> => {
    if (!mayBePending) return database.send(batch)
    return Effect.flatMap(
      database.send(Batch.all({ value: batch, pending: Batch.of(findPending, [{ partnerId }]) })),
      ({ pending, value }) =>
        pending.length === 0
          ? Effect.succeed(value)
          : Effect.zipRight(collect(partnerId), database.send(batch))
    )
  }

  /**
   * Adds the texts to events. Returns the first events whose data and texts have at most `bytes` bytes together, but at least one event.
   * The events of a member that is being erased get no texts, and show the pseudonym.
   */
  const withTexts = Effect.fnUntraced(function* (
    partnerId: PartnerId,
    rows: ReadonlyArray<EventRow>,
    bytes: number
  ) {
    const facts = rows.map(factIn)
    const entries = facts.map(({ fact, row }) => ({
      size: Buffer.byteLength(row.data),
      records: recordsIn(fact)
    }))
    const adjusted = facts.flatMap(({ fact }) => (fact.type === "coins.adjusted" ? [fact.data.id] : []))
    const { erasures, reasons, texts } = yield* database.send(
      Batch.all({
        erasures: openErasures(partnerId),
        texts: fittingTexts(partnerId, entries, bytes),
        reasons: readReasons(partnerId, adjusted)
      })
    )
    const named = yield* orderers.named(
      partnerId,
      rows.map(({ orderedBy }) => orderedBy)
    )
    return facts.slice(0, texts.count).map(({ fact, row }) => {
      const orderer = named(row.orderedBy)
      const erased = erasures.find(({ names }) => hasId(row.data, names))
      if (erased === undefined) return eventOf(row, orderer, fact, texts.of, reasons)
      const { names, userId } = erased
      const shown = factIn({ ...row, data: scrubbed(row.data, names, userId) })
      return eventOf(row, orderer, shown.fact, () => noTexts, noReasons)
    })
  })

  /** Makes a page of the rows of a feed. Ends the page before the first event that no longer fits into `bytes`. */
  const fittingPage = Effect.fnUntraced(function* (partnerId: PartnerId, page: FeedRows, bytes: number) {
    const data = yield* withTexts(partnerId, page.rows, bytes)
    const last = data.length < page.rows.length ? data.at(-1) : undefined
    const { hasMore, next } = last === undefined ? page : { hasMore: true, next: last.id }
    const events: EventPage = { data, hasMore, next: next === start ? null : next }
    return events
  })

  const allTypes = (partnerId: PartnerId, after: EventId, limit: number) =>
    Effect.map(readFeed(partnerId, Batch.of(readEvents, [{ partnerId, after, size: limit + 1 }])), (found) =>
      pageOf(found, limit, after)
    )

  /** Examines at most `examined` events. The next page can start after an examined event that is not on this page. */
  const someTypes = (partnerId: PartnerId, after: EventId, limit: number, types: ReadonlyArray<string>) => {
    const from = { partnerId, after }
    const wanted = { ...from, size: limit + 1, types: typesText(types) }
    return Effect.map(
      // Reads the last examined event first. Otherwise an event that is committed between the statements could be skipped.
      readFeed(
        partnerId,
        Batch.all({
          examined: Batch.of(readLastExamined, [from]),
          found: Batch.of(readEventsOfTypes, [wanted])
        })
      ),
      ({ examined: [last], found }): FeedRows => {
        const page = pageOf(found, limit, after)
        if (page.hasMore || last === undefined) return page
        // If old events are removed between the statements, `found` can have an event after `last`.
        return { ...page, hasMore: true, next: page.next > last.id ? page.next : last.id }
      }
    )
  }

  const beforeNewest = ({ newest, partnerId, types }: NewestEvents) => {
    const found: Batch.Batch<ReadonlyArray<{ readonly id: EventId | null }>> =
      types === undefined
        ? Batch.of(readBeforeNewest, [{ partnerId, newest }])
        : Batch.of(readBeforeNewestOfTypes, [{ partnerId, newest, size: examined, types: typesText(types) }])
    return Effect.map(readFeed(partnerId, found), ([before]) => before?.id ?? start)
  }

  return {
    beforeNewest,

    page: Effect.fnUntraced(function* ({ newest, partnerId, types, ...asked }: ListEvents, bytes: number) {
      const limit = asked.limit ?? newest ?? defaultLimit
      const begin = newest === undefined ? asked.after : yield* beforeNewest({ newest, partnerId, types })
      const after = begin ?? start
      const found = yield* types === undefined
        ? allTypes(partnerId, after, limit)
        : someTypes(partnerId, after, limit, types)
      return yield* fittingPage(partnerId, found, bytes)
    }),

    read: Effect.fnUntraced(function* (partnerId: PartnerId, after: EventId | null, most: EventLimits) {
      return yield* fittingPage(partnerId, yield* allTypes(partnerId, after ?? start, most.count), most.bytes)
    }),

    find: Effect.fnUntraced(function* (partnerId: PartnerId, ids: ReadonlyArray<EventId>, bytes: number) {
      const wanted = Array.from(new Set(ids))
      const rows = yield* database.run(
        findEvents,
        wanted.map((id) => ({ partnerId, id }))
      )
      const rowOf = new Map(rows.map((row) => [row.id, row]))
      const stored = wanted.flatMap((id) => rowOf.get(id) ?? [])
      const data = yield* withTexts(partnerId, stored, bytes)
      const found: FoundEvents = { data, removed: wanted.filter((id) => !rowOf.has(id)) }
      return found
    })
  }
}
