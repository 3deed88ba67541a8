import { Schema } from "effect"
import { instant, nullable, small, table, text, textOf, uuid, withDefault } from "../sql/Table.ts"
import { deliveryStates, statuses } from "./Webhook.ts"

/** The stored form of event types: words separated by spaces; empty for all types. */
const Types = Schema.transform(Schema.String, Schema.Array(Schema.String), {
  strict: true,
  decode: (words) => (words === "" ? [] : words.split(" ")),
  encode: (words) => words.join(" ")
})

/** A partner's webhooks. The secrets are not stored as hashes, because requests are signed with them. */
export const webhooks = table("rewards_webhook", {
  columns: {
    createdAt: instant,
    updatedAt: instant,
    previousSecretUntil: nullable(instant),
    failingSince: nullable(instant),
    /** The receiver has asked not to get requests before this time. */
    heldUntil: nullable(instant),
    /** The time at which a sender has to work on the webhook. While a sender has leased the webhook, this is the end of the lease. */
    dueAt: nullable(instant),
    /** The number of the orderer who created the webhook: see `Orderers`. `changedBy` is the number of the orderer who changed it last. */
    orderedBy: nullable(small),
    changedBy: nullable(small),
    partnerId: uuid("PartnerId"),
    id: uuid("WebhookId"),
    /** The last event that was read for the webhook. Later events have no deliveries yet. */
    lastEvent: nullable(uuid("EventId")),
    /** The process that has leased the webhook. */
    leasedBy: nullable(uuid("SenderId")),
    url: text,
    types: { type: "text", schema: Types },
    description: nullable(text),
    secret: text,
    previousSecret: nullable(text),
    /** The status `removed` is not in the schema, because no statement returns it. */
    status: textOf(Schema.Literal(...statuses)),
    pausedReason: nullable(text)
  },
  key: ["partnerId", "id"],
  references: [
    { columns: ["partnerId"], table: "rewards_partner", to: ["id"] },
    { columns: ["partnerId", "orderedBy"], table: "rewards_orderer", to: ["partner_id", "number"] },
    { columns: ["partnerId", "changedBy"], table: "rewards_orderer", to: ["partner_id", "number"] }
  ],
  checks: {
    status: "status IN ('active', 'paused', 'removed')",
    reason: "(status = 'paused') = (paused_reason IS NOT NULL)",
    rotation: "(previous_secret IS NULL) = (previous_secret_until IS NULL)"
  },
  indexes: { due: { on: "due_at", where: "due_at IS NOT NULL" } },
  updatedOften: true
})

/** The columns that a signed request needs. */
export const receiverColumns = ["id", "url", "secret", "previousSecret", "previousSecretUntil"] as const

/**
 * The deliveries of events to webhooks. A foreign key to the webhook is not needed. Only the sender that has leased a webhook inserts
 * its deliveries, and a removed webhook is deleted after its deliveries.
 */
export const deliveries = table("rewards_delivery", {
  columns: {
    createdAt: instant,
    dueAt: nullable(instant),
    attemptedAt: nullable(instant),
    deliveredAt: nullable(instant),
    attempts: withDefault(small, "0"),
    status: nullable(small),
    duration: nullable(small),
    partnerId: uuid("PartnerId"),
    webhookId: uuid("WebhookId"),
    eventId: uuid("EventId"),
    type: text,
    state: withDefault(textOf(Schema.Literal(...deliveryStates)), "'pending'"),
    answer: nullable(text),
    error: nullable(text)
  },
  key: ["partnerId", "webhookId", "eventId"],
  checks: {
    state: "state IN ('pending', 'delivered', 'failed')",
    due: "(state = 'pending') = (due_at IS NOT NULL)",
    done: "state <> 'delivered' OR delivered_at IS NOT NULL"
  },
  indexes: {
    next: { on: "partner_id, webhook_id, due_at", where: "due_at IS NOT NULL" },
    failed: { on: "partner_id, webhook_id, event_id", where: "state = 'failed'" }
  },
  updatedOften: true
})
