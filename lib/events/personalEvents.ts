import { Effect, Layer, Schema } from "effect"
import { type Holder, Holders, paged } from "../rewards/personal/Holders.ts"
import { encoderOf } from "../schema/Compiled.ts"
import { smallestId } from "../schema/Id.ts"
import { Database } from "../sql/Database.ts"
import { given, statement } from "../sql/Statement.ts"
import { events } from "./tables.ts"

/** The number of events that one statement examines. */
const examined = 500

/** The event at which a page ends. No row after the last full page. */
const readLastExamined = statement({
  input: { partnerId: "uuid", after: "uuid" },
  output: events.row("id"),
  sql: `SELECT e.id FROM rewards_event e WHERE e.partner_id = ${given("partner_id")} AND e.id > ${given("after")}
    ORDER BY e.id LIMIT 1 OFFSET ${examined - 1}`
})

/** The events of a member among the next `examined` events. The data of an event contains the ids of its members. */
export const readOfMember = statement({
  input: { partnerId: "uuid", after: "uuid", member: "text" },
  output: events.row(),
  sql: `SELECT ${events.list("n")} FROM (
      SELECT ${events.list("e")} FROM rewards_event e
      WHERE e.partner_id = ${given("partner_id")} AND e.id > ${given("after")} ORDER BY e.id LIMIT ${examined}
    ) AS n
    WHERE n.data LIKE '%' || ${given("member")} || '%' ORDER BY n.id`
})

const MemberEvent = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  requestId: Schema.NullOr(Schema.String),
  data: Schema.Unknown,
  createdAt: Schema.Date
})
const encode = encoderOf(MemberEvent)

/** Exports the events of members. */
export const layer: Layer.Layer<never, never, Database | Holders> = Layer.effectDiscard(
  Effect.gen(function* () {
    const database = yield* Database
    const holder: Holder = {
      name: "events",
      sections: {
        events: ({ id, partnerId }) =>
          paged((after: string = smallestId) =>
            Effect.gen(function* () {
              const [last] = yield* database.run(readLastExamined, [{ partnerId, after }])
              const found = yield* database.run(readOfMember, [{ partnerId, after, member: id }])
              const data = found.map((event) => ({ ...encode({ ...event, data: JSON.parse(event.data) }) }))
              return { data, next: last?.id ?? null }
            })
          )
      }
    }
    const holders = yield* Holders
    holders.add(holder)
  })
)
