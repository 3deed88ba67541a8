import { Struct } from "effect"
import {
  foundRow,
  isBefore,
  lastOfWindow,
  ownColumn,
  type Scan,
  searchScans
} from "../rewards/listStatements.ts"
import { given, statement } from "../sql/Statement.ts"
import { deliveries, webhooks } from "./tables.ts"
import { Delivery, Webhook } from "./Webhook.ts"

const publicColumns = Struct.keys(Webhook.fields)
const WebhookRow = webhooks.row(...publicColumns)
/** A webhook without its secrets. `orderedBy` and `changedBy` are numbers: see `Orderers`. */
export type WebhookRow = typeof WebhookRow.Type

const signingColumns = [...publicColumns, "secret", "previousSecret", "heldUntil"] as const
const SigningWebhook = webhooks.row(...signingColumns)
/** A webhook with its secrets, and the time until which its receiver wants no requests. */
export type SigningWebhook = typeof SigningWebhook.Type

const key = { partnerId: "uuid", id: "uuid" } as const

export const insertWebhook = webhooks.insert({
  columns: ["partnerId", "secret", "lastEvent", ...publicColumns]
})

export const listWebhooks = statement({
  input: { partnerId: "uuid" },
  output: WebhookRow,
  sql: `SELECT ${webhooks.list("w", ...publicColumns)} FROM input CROSS JOIN rewards_webhook w
    WHERE w.partner_id = input.partner_id AND w.status <> 'removed' ORDER BY w.id`
})

const signing = `SELECT ${webhooks.list("w", ...signingColumns)} FROM input CROSS JOIN rewards_webhook w
  WHERE w.partner_id = input.partner_id AND w.id = input.id AND w.status <> 'removed'`

export const readWebhook = statement({ input: key, output: SigningWebhook, sql: signing })

export const lockWebhook = statement({
  input: key,
  output: SigningWebhook,
  sql: ({ lock }) => signing + lock("w", "w.partner_id, w.id")
})

/** Updates all columns except the key, `createdAt`, `orderedBy` and `lastEvent`. */
export const updateWebhook = webhooks.update(
  ...Struct.keys(Struct.omit(Webhook.fields, "id", "createdAt", "orderedBy")),
  ...(["secret", "previousSecret", "leasedBy", "heldUntil", "dueAt"] as const)
)

/** Marks a webhook as removed. A sender then deletes its deliveries and its row in the background. */
export const removeWebhook = statement({
  input: { ...key, at: "instant" },
  output: webhooks.row("id"),
  sql: `UPDATE rewards_webhook SET status = 'removed', paused_reason = NULL, secret = '', previous_secret = NULL,
      previous_secret_until = NULL, leased_by = NULL, due_at = input.at, updated_at = input.at
    FROM input
    WHERE rewards_webhook.partner_id = input.partner_id AND rewards_webhook.id = input.id
      AND rewards_webhook.status <> 'removed'
    RETURNING rewards_webhook.id`
})

/** Makes an active webhook due, so that a sender leases it. Does not change a webhook that is already leased. */
export const makeDue = webhooks.change({
  set: ["dueAt"],
  where: "rewards_webhook.status = 'active' AND rewards_webhook.leased_by IS NULL"
})

/** The id of a delivery is the id of its event. */
const deliveryColumns = ["eventId", ...Struct.keys(Struct.omit(Delivery.fields, "id"))] as const
const DeliveryRow = deliveries.row(...deliveryColumns)
export type DeliveryRow = typeof DeliveryRow.Type

/** A list of all deliveries of a webhook, in the order of event ids. */
const deliveriesScan: Scan = {
  from: "rewards_delivery x",
  where: [`x.webhook_id = ${given("webhook_id")}`, isBefore("x.event_id")],
  id: "x.event_id",
  column: ownColumn
}

/** Like `deliveriesScan`, but over the partial index of failed deliveries. */
const failedScan: Scan = { ...deliveriesScan, where: [...deliveriesScan.where, "x.state = 'failed'"] }

/** The oldest event id of the search. */
const end = given("since")

const searchOf = (scan: Scan, filters: ReadonlyArray<string>) =>
  statement({
    input: { partnerId: "uuid", webhookId: "uuid", before: "uuid", since: "uuid", size: "integer" },
    output: foundRow("EventId"),
    sql: searchScans({
      scans: [scan],
      filters: () => filters,
      last: lastOfWindow([scan], { end }),
      end
    })
  })

/** Finds the ids of a page of deliveries, newest first. */
export const searchDeliveries = {
  all: searchOf(deliveriesScan, []),
  pending: searchOf(deliveriesScan, ["x.state = 'pending'"]),
  delivered: searchOf(deliveriesScan, ["x.state = 'delivered'"]),
  failed: searchOf(failedScan, [])
}

export const findDeliveries = deliveries.find(...deliveryColumns)

export const redeliver = deliveries.change({
  set: ["state", "attempts", "dueAt", "deliveredAt"],
  returning: deliveryColumns
})
