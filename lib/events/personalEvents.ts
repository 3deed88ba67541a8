import { Array as Arr, Effect, Layer, Schema } from "effect"
import type { PartnerId } from "../rewards/Id.ts"
import { Holders, paged } from "../rewards/personal/Holders.ts"
import { containing, hasId, scrubbed } from "../rewards/personal/scrubbed.ts"
import { encoderOf } from "../schema/Compiled.ts"
import { smallestId } from "../schema/Id.ts"
import { Database } from "../sql/Database.ts"
import { given, type Statement, statement } from "../sql/Statement.ts"
import type { RowOf } from "../sql/Table.ts"
import { events, pendingEvents } from "./tables.ts"

/** The number of events that one statement examines. */
const examined = 500

/** Finds the event at which a page ends. Returns no row if fewer than `examined` events follow `after`. */
const readLastExamined = statement({
  input: { partnerId: "uuid", after: "uuid" },
  output: events.row("id"),
  sql: `SELECT e.id FROM rewards_event e WHERE e.partner_id = ${given("partner_id")} AND e.id > ${given("after")}
    ORDER BY e.id LIMIT 1 OFFSET ${examined - 1}`
})

const readMatching = (table: string) =>
  statement({
    input: { partnerId: "uuid", after: "uuid", own: "text", linked: "text" },
    output: events.row(),
    sql: `SELECT ${events.list("n")} FROM (
        SELECT ${events.list("e")} FROM ${table} e
        WHERE e.partner_id = ${given("partner_id")} AND e.id > ${given("after")} ORDER BY e.id LIMIT ${examined}
      ) AS n
      WHERE n.data LIKE ${given("own")} ESCAPE '\\' OR n.data LIKE ${given("linked")} ESCAPE '\\' ORDER BY n.id`
  })

/** These statements find the events, among the next `examined` events, whose data may contain one of two ids. See `containing`. */
const readEvents = readMatching("rewards_event")
const readPending = readMatching("rewards_pending_event")

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
      partnerId: PartnerId,
      names: ReadonlyArray<string>,
      after: string
    ) {
      const [last] = yield* database.run(readLastExamined, [{ partnerId, after }])
      // A statement looks for two ids. A member can have more, if others were merged into it.
      const input = Arr.chunksOf(names, 2).map(([own, linked = own]) => [
        { partnerId, after, own: containing(own), linked: containing(linked) }
      ])
      const found = yield* readWith(readEvents, input)
      return { data: found.filter(({ data }) => hasId(data, names)), next: last?.id ?? null, input }
    })

    holders.add({
      name: "events",
      sections: {
        events: ({ names, partnerId }) =>
          paged((after: string = smallestId) =>
            Effect.map(page(partnerId, names, after), ({ data, next }) => ({
              data: data.map((event) => ({ ...encode({ ...event, data: JSON.parse(event.data) }) })),
              next
            }))
          )
      },
      scrub: Effect.fnUntraced(function* ({ names, partnerId, userId }, after) {
        const { data, input, next } = yield* page(partnerId, names, after ?? smallestId)
        const pending = after === null ? yield* readWith(readPending, input) : []
        const changed = (rows: ReadonlyArray<RowOf<typeof events>>) =>
          rows.map((event) => ({ ...event, data: scrubbed(event.data, names, userId) }))
        yield* database.run(setEvents, changed(data))
        yield* database.run(setPending, changed(pending))
        return next
      })
    })
  })
)
