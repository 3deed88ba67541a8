import { Array as Arr, Effect, Layer, Schema } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { type ErasedMember, Holders, paged } from "../rewards/personal/Holders.ts"
import { containing, hasId, scrubbed } from "../rewards/personal/scrubbed.ts"
import { encoderOf } from "../schema/Compiled.ts"
import { largestId, smallestId } from "../schema/Id.ts"
import { Database } from "../sql/Database.ts"
import { given, type Statement, statement } from "../sql/Statement.ts"
import type { RowOf } from "../sql/Table.ts"
import { events, pendingEvents } from "./tables.ts"

/** The number of events that one statement examines. */
const examined = 500

/** Makes the statements that read pages of events. */
const pagesOf = (table: "rewards_event" | "rewards_pending_event") => ({
  /** Finds the event at which a page ends. Returns no row if fewer than `examined` events follow `after`. */
  last: statement({
    input: { partnerId: "uuid", after: "uuid" },
    output: events.row("id"),
    sql: `SELECT e.id FROM ${table} e WHERE e.partner_id = ${given("partner_id")} AND e.id > ${given("after")}
      ORDER BY e.id LIMIT 1 OFFSET ${examined - 1}`
  }),
  /** Finds the events of a page whose data may contain one of two ids. See `containing`. Events can be added to the page meanwhile. */
  matching: statement({
    input: { partnerId: "uuid", after: "uuid", until: "uuid", own: "text", linked: "text" },
    output: events.row(),
    sql: `SELECT ${events.list("e")} FROM ${table} e
      WHERE e.partner_id = ${given("partner_id")} AND e.id > ${given("after")} AND e.id <= ${given("until")}
        AND (e.data LIKE ${given("own")} ESCAPE '\\' OR e.data LIKE ${given("linked")} ESCAPE '\\') ORDER BY e.id`
  })
})
type Pages = ReturnType<typeof pagesOf>

const readEvents = pagesOf("rewards_event")
const readPending = pagesOf("rewards_pending_event")

/** Precedes the place of a scrub that has not examined all pending events. */
const inPending = "pending "

const setEvents = events.update("data")
const setPending = pendingEvents.update("data")

const MemberEvent = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  requestId: Schema.NullOr(Schema.String),
  data: Schema.Unknown,
  createdAt: Schema.Date
})
const encode = encoderOf(MemberEvent)

/** Exports the events of members, and replaces the ids of erased members in them. */
export const layer: Layer.Layer<never, never, Database | Holders> = Layer.effectDiscard(
  Effect.gen(function* () {
    const database = yield* Database
    const holders = yield* Holders

    /** Runs a statement with each input. Returns each event that was found once, even if several inputs found it. */
    const readWith = <Input>(
      statement: Statement<Input, RowOf<typeof events>>,
      inputs: ReadonlyArray<ReadonlyArray<Input>>
    ) =>
      Effect.map(
        Effect.forEach(inputs, (input) => database.run(statement, input)),
        (rows) => Array.from(new Map(rows.flat().map((row) => [row.id, row])).values())
      )

    /** Finds the events of a member among the next `examined` events. The next page starts after the event `next`. */
    const page = Effect.fnUntraced(function* (
      { last, matching }: Pages,
      partnerId: PartnerId,
      names: ReadonlyArray<string>,
      after: string
    ) {
      const [end] = yield* database.run(last, [{ partnerId, after }])
      // A statement looks for two ids. A member can have more, if others were merged into it.
      const input = Arr.chunksOf(names, 2).map(([own, linked = own]) => [
        { partnerId, after, until: end?.id ?? largestId, own: containing(own), linked: containing(linked) }
      ])
      const found = yield* readWith(matching, input)
      return { data: found.filter(({ data }) => hasId(data, names)), next: end?.id ?? null }
    })

    const scrubPage = Effect.fnUntraced(function* (
      pages: Pages,
      set: typeof setEvents | typeof setPending,
      { names, partnerId, userId }: ErasedMember,
      after: string
    ) {
      const { data, next } = yield* page(pages, partnerId, names, after)
      yield* database.run(
        set,
        data.map((event) => ({ ...event, data: scrubbed(event.data, names, userId) }))
      )
      return next
    })

    holders.add({
      name: "events",
      sections: {
        events: ({ names, partnerId }) =>
          paged((after: string = smallestId) =>
            Effect.map(page(readEvents, partnerId, names, after), ({ data, next }) => ({
              data: data.map((event) => ({ ...encode({ ...event, data: JSON.parse(event.data) }) })),
              next
            }))
          )
      },
      // All pending events come first: those that are moved into the feed meanwhile are at its end, where the later slices find them.
      scrub: Effect.fnUntraced(function* (member, after) {
        if (after !== null && !after.startsWith(inPending)) {
          return yield* scrubPage(readEvents, setEvents, member, after)
        }
        const place = after?.slice(inPending.length) ?? smallestId
        const next = yield* scrubPage(readPending, setPending, member, place)
        return next === null ? yield* scrubPage(readEvents, setEvents, member, smallestId) : inPending + next
      })
    })
  })
)
