import { Effect, Layer } from "effect"
import { Holders } from "../rewards/personal/Holders.ts"
import { smallestId } from "../schema/Id.ts"
import { Database } from "../sql/Database.ts"
import { given, statement } from "../sql/Statement.ts"
import { deliveries } from "./tables.ts"

/** How many deliveries one call of `scrub` reads. */
const size = 500

const readDeliveries = statement({
  input: { partnerId: "uuid", webhook: "uuid", event: "uuid" },
  output: deliveries.row("webhookId", "eventId", "answer", "error"),
  sql: `SELECT ${deliveries.list("d", "webhookId", "eventId", "answer", "error")} FROM rewards_delivery d
    WHERE d.partner_id = ${given("partner_id")} AND (d.webhook_id, d.event_id) > (${given("webhook")}, ${given("event")})
    ORDER BY d.webhook_id, d.event_id LIMIT ${size}`
})
const setTexts = deliveries.update("answer", "error")

/**
 * Deletes the answers and errors of deliveries that contain an id of an erased member. The body of a delivery is not stored, because it is
 * made from the event when the delivery is sent.
 */
export const layer: Layer.Layer<never, never, Database | Holders> = Layer.effectDiscard(
  Effect.gen(function* () {
    const database = yield* Database
    const holders = yield* Holders
    holders.add({
      name: "webhooks",
      sections: {},
      scrub: Effect.fnUntraced(function* ({ names, partnerId }, after) {
        const [webhook = smallestId, event = smallestId] = after?.split(" ") ?? []
        const rows = yield* database.run(readDeliveries, [{ partnerId, webhook, event }])
        const holds = (text: string | null) => text !== null && names.some((name) => text.includes(name))
        const found = rows.filter(({ answer, error }) => holds(answer) || holds(error))
        yield* database.run(
          setTexts,
          found.map(({ eventId, webhookId }) => ({
            partnerId,
            webhookId,
            eventId,
            answer: null,
            error: null
          }))
        )
        const last = rows.length < size ? undefined : rows.at(-1)
        return last === undefined ? null : `${last.webhookId} ${last.eventId}`
      })
    })
  })
)
