import { Schema } from "effect"
import { Id, Instant, Integer, Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { Delivery, Webhook } from "./Webhook.ts"

/** Types as a row stores them: words separated by spaces, none for all types. */
const Types = Schema.transform(Schema.String, Schema.Array(Schema.String), {
  strict: true,
  decode: (words) => (words === "" ? [] : words.split(" ")),
  encode: (words) => words.join(" ")
})

const instants = {
  failingSince: Schema.NullOr(Instant),
  previousSecretUntil: Schema.NullOr(Instant),
  createdAt: Instant,
  updatedAt: Instant
}

const Row = Schema.Struct({ ...Webhook.fields, id: Id("WebhookId"), types: Types, ...instants })

/** With the secrets, for signing. */
const SigningRow = Schema.Struct({
  ...Row.fields,
  secret: Schema.String,
  previousSecret: Schema.NullOr(Schema.String)
})
export type SigningWebhook = typeof SigningRow.Type

const columns = `w.id, w.url, w.types, w.description, w.status, w.paused_reason AS "pausedReason",
  w.failing_since AS "failingSince", w.previous_until AS "previousSecretUntil", w.created_at AS "createdAt",
  w.updated_at AS "updatedAt"`

const key = { partner_id: "uuid", id: "uuid" } as const

const found = `FROM input CROSS JOIN rewards_webhook w
  WHERE w.partner_id = input.partner_id AND w.id = input.id AND w.status <> 'removed'`

/** The caller has locked the partner, so that no other webhook is counted at the same time. */
export const insertWebhook = statement({
  input: {
    ...key,
    url: "text",
    types: "text",
    description: "text?",
    secret: "text",
    last_event: "uuid?",
    at: "instant",
    max: "small"
  },
  output: Schema.Struct({ id: Uuid }),
  sql: `INSERT INTO rewards_webhook
      (partner_id, id, url, types, description, secret, last_event, status, created_at, updated_at)
    SELECT partner_id, id, url, types, description, secret, last_event, 'active', at, at FROM input
    WHERE (SELECT COUNT(*) FROM rewards_webhook w
      WHERE w.partner_id = input.partner_id AND w.status <> 'removed') < input.max
    RETURNING id`
})

export const listWebhooks = statement({
  input: { partner_id: "uuid" },
  output: Row,
  sql: `SELECT ${columns} FROM input CROSS JOIN rewards_webhook w
    WHERE w.partner_id = input.partner_id AND w.status <> 'removed' ORDER BY w.id`
})

export const readWebhook = statement({
  input: key,
  output: SigningRow,
  sql: `SELECT ${columns}, w.secret, w.previous_secret AS "previousSecret" ${found}`
})

/** The same, locked until commit. */
export const lockWebhook = statement({
  input: key,
  output: SigningRow,
  sql: ({ lock }) =>
    `SELECT ${columns}, w.secret, w.previous_secret AS "previousSecret" ${found}${lock("w", "w.partner_id, w.id")}`
})

/**
 * Writes what a partner decides on. It also ends a sender's lease, so that the next sender works with the new values, and makes
 * an active webhook due.
 */
export const updateWebhook = statement({
  input: {
    ...key,
    url: "text",
    types: "text",
    description: "text?",
    status: "text",
    paused_reason: "text?",
    failing_since: "instant?",
    secret: "text",
    previous_secret: "text?",
    previous_until: "instant?",
    at: "instant"
  },
  sql: `UPDATE rewards_webhook SET url = input.url, types = input.types, description = input.description,
      status = input.status, paused_reason = input.paused_reason, failing_since = input.failing_since,
      secret = input.secret, previous_secret = input.previous_secret, previous_until = input.previous_until,
      updated_at = input.at, leased_by = NULL, held_until = NULL,
      due_at = CASE WHEN input.status = 'active' THEN input.at END
    FROM input WHERE rewards_webhook.partner_id = input.partner_id AND rewards_webhook.id = input.id`
})

/** A sender deletes the deliveries in the background, and then the row. */
export const removeWebhook = statement({
  input: { ...key, at: "instant" },
  output: Schema.Struct({ id: Uuid }),
  sql: `UPDATE rewards_webhook SET status = 'removed', paused_reason = NULL, secret = '', previous_secret = NULL,
      previous_until = NULL, leased_by = NULL, due_at = input.at, updated_at = input.at
    FROM input
    WHERE rewards_webhook.partner_id = input.partner_id AND rewards_webhook.id = input.id
      AND rewards_webhook.status <> 'removed'
    RETURNING rewards_webhook.id AS id`
})

const DeliveryRow = Schema.Struct({
  ...Delivery.fields,
  id: Id("EventId"),
  attempts: Integer,
  status: Schema.NullOr(Integer),
  duration: Schema.NullOr(Integer),
  dueAt: Schema.NullOr(Instant),
  attemptedAt: Schema.NullOr(Instant),
  deliveredAt: Schema.NullOr(Instant),
  createdAt: Instant
})

const deliveryColumns = (
  table: string
) => `${table}.event_id AS id, ${table}.type, ${table}.state, ${table}.attempts,
  ${table}.due_at AS "dueAt", ${table}.status, ${table}.answer, ${table}.error, ${table}.duration,
  ${table}.attempted_at AS "attemptedAt", ${table}.delivered_at AS "deliveredAt", ${table}.created_at AS "createdAt"`

/** Each state is a text of its own, so that those with an index of their own are found by it. */
const deliveries = (condition: string) =>
  statement({
    input: { partner_id: "uuid", webhook_id: "uuid", before: "uuid", size: "integer" },
    output: DeliveryRow,
    sql: `SELECT ${deliveryColumns("d")} FROM input CROSS JOIN rewards_delivery d
      WHERE d.partner_id = input.partner_id AND d.webhook_id = input.webhook_id AND d.event_id < input.before
        ${condition}
      ORDER BY d.event_id DESC LIMIT (SELECT size FROM input)`
  })

export const listDeliveries = {
  all: deliveries(""),
  pending: deliveries("AND d.due_at IS NOT NULL"),
  delivered: deliveries("AND d.state = 'delivered'"),
  failed: deliveries("AND d.state = 'failed'")
}

const deliveryKey = { partner_id: "uuid", webhook_id: "uuid", event_id: "uuid" } as const

/** Makes a delivery due, with all attempts before it. What its last attempt led to stays until the next one. */
export const redeliver = statement({
  input: { ...deliveryKey, at: "instant" },
  output: DeliveryRow,
  sql: `UPDATE rewards_delivery SET state = 'pending', attempts = 0, due_at = input.at, delivered_at = NULL
    FROM input
    WHERE rewards_delivery.partner_id = input.partner_id AND rewards_delivery.webhook_id = input.webhook_id
      AND rewards_delivery.event_id = input.event_id
    RETURNING ${deliveryColumns("rewards_delivery")}`
})

/** Has a sender look at the webhook. One that has leased it looks by itself. */
export const makeDue = statement({
  input: { ...key, at: "instant" },
  sql: `UPDATE rewards_webhook SET due_at = input.at FROM input
    WHERE rewards_webhook.partner_id = input.partner_id AND rewards_webhook.id = input.id
      AND rewards_webhook.status = 'active' AND rewards_webhook.leased_by IS NULL`
})
