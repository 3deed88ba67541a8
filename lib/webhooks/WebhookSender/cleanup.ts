import { type Context, Duration, Effect } from "effect"
import { now } from "../../rewards/clock.ts"
import { firstIdOf, largestId } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { deliveries } from "../tables.ts"
import type { makeLeases, WebhookKey } from "./leases.ts"

const storedFor = Duration.toMillis("30 days")
const pageSize = 1000

/** Deletes a page of the deliveries of events before one. It searches by the primary key, so it reads only what it deletes. */
const deletePage = statement({
  input: { partnerId: "uuid", id: "uuid", before: "uuid", size: "integer" },
  output: deliveries.row("eventId"),
  sql: ({ lockFree }) => `, old AS MATERIALIZED (
      SELECT d.partner_id, d.webhook_id, d.event_id FROM input CROSS JOIN rewards_delivery d
      WHERE d.partner_id = input.partner_id AND d.webhook_id = input.id AND d.event_id < input.before
      ORDER BY d.event_id LIMIT (SELECT size FROM input)${lockFree("d")}
    )
    DELETE FROM rewards_delivery WHERE (partner_id, webhook_id, event_id) IN (
      SELECT partner_id, webhook_id, event_id FROM old
    ) RETURNING event_id`
})

const deleteWebhook = statement({
  input: { partnerId: "uuid", id: "uuid", process: "uuid" },
  sql: `DELETE FROM rewards_webhook WHERE (partner_id, id) IN (SELECT partner_id, id FROM input)
    AND status = 'removed' AND leased_by = (SELECT process FROM input)`
})

export const makeCleanup = (
  database: Context.Tag.Service<Database>,
  process: string,
  leases: ReturnType<typeof makeLeases>
) => {
  const deleteDeliveries = Effect.fnUntraced(function* ({ id, partnerId }: WebhookKey, before: string) {
    const row = { partnerId, id, before, size: pageSize }
    for (let count = pageSize; count === pageSize; ) count = (yield* database.run(deletePage, [row])).length
  })

  return {
    /** Deletes deliveries of events that are older than 30 days. */
    deleteOld: Effect.fnUntraced(function* () {
      const before = firstIdOf(new Date((yield* now).getTime() - storedFor))
      let last: WebhookKey | undefined
      do {
        const page: ReadonlyArray<WebhookKey> = yield* leases.page(last)
        yield* Effect.forEach(page, (webhook) => deleteDeliveries(webhook, before), { discard: true })
        last = page.at(-1)
      } while (last !== undefined)
    }),

    /** Deletes a removed webhook that this process has leased, after its deliveries. */
    deleteRemoved: Effect.fnUntraced(function* ({ id, partnerId }: WebhookKey) {
      yield* deleteDeliveries({ id, partnerId }, largestId)
      yield* database.run(deleteWebhook, [{ partnerId, id, process }])
    })
  }
}
