import { Schema } from "effect"
import { lastEvent } from "../../../events/feeds.ts"
import { partnerName } from "../../../rewards/sql.ts"
import { Bool, Id, Instant, Integer, Uuid } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"

const Claimed = Schema.Struct({
  partnerId: Id("PartnerId"),
  id: Id("WebhookId"),
  url: Schema.String,
  types: Schema.String,
  secret: Schema.String,
  previousSecret: Schema.NullOr(Schema.String),
  previousSecretUntil: Schema.NullOr(Instant),
  isRemoved: Bool,
  lastEvent: Schema.NullOr(Id("EventId")),
  failingSince: Schema.NullOr(Instant)
})
/** A webhook that this process has leased. */
export type Claimed = typeof Claimed.Type

const claimed = `rewards_webhook.partner_id AS "partnerId", rewards_webhook.id AS id, rewards_webhook.url AS url,
  rewards_webhook.types AS types, rewards_webhook.secret AS secret,
  rewards_webhook.previous_secret AS "previousSecret", rewards_webhook.previous_until AS "previousSecretUntil",
  CASE WHEN rewards_webhook.status = 'removed' THEN 1 ELSE 0 END AS "isRemoved",
  rewards_webhook.last_event AS "lastEvent", rewards_webhook.failing_since AS "failingSince"`

const Key = Schema.Struct({ partnerId: Id("PartnerId"), id: Id("WebhookId") })
const key = { partner_id: "uuid", id: "uuid" } as const
const same = "rewards_webhook.partner_id = input.partner_id AND rewards_webhook.id = input.id"

/** Whether a claim is worth a transaction: on SQLite every transaction blocks all other writers. */
export const anyDue = statement({
  input: { at: "instant" },
  output: Key,
  sql: `SELECT w.partner_id AS "partnerId", w.id FROM input CROSS JOIN rewards_webhook w
    WHERE w.due_at <= input.at LIMIT 1`
})

/** Leases the webhooks that have been due for longest, also those whose sender has died. */
export const claimDue = statement({
  input: { at: "instant", process: "uuid", leased_until: "instant", size: "integer" },
  output: Claimed,
  sql: ({ lockFree }) => `, due AS MATERIALIZED (
      SELECT w.partner_id, w.id FROM input CROSS JOIN rewards_webhook w WHERE w.due_at <= input.at
      ORDER BY w.due_at LIMIT (SELECT size FROM input)${lockFree("w")}
    )
    UPDATE rewards_webhook SET leased_by = input.process, due_at = input.leased_until
    FROM input WHERE (rewards_webhook.partner_id, rewards_webhook.id) IN (SELECT partner_id, id FROM due)
    RETURNING ${claimed}`
})

const isFree = `w.partner_id = input.partner_id AND w.status = 'active'
  AND (w.leased_by IS NULL OR w.due_at <= input.at) AND (w.held_until IS NULL OR w.held_until <= input.at)`

/** Whether some of the partners have a webhook that no sender works on. */
export const anyFree = statement({
  input: { partner_id: "uuid", at: "instant" },
  output: Key,
  sql: `SELECT w.partner_id AS "partnerId", w.id FROM input CROSS JOIN rewards_webhook w
    WHERE ${isFree} LIMIT 1`
})

/** Leases the webhooks of partners that have new events. */
export const claimFree = statement({
  input: { partner_id: "uuid", at: "instant", process: "uuid", leased_until: "instant" },
  output: Claimed,
  sql: ({ lockFree }) => `, free AS MATERIALIZED (
      SELECT w.partner_id, w.id, input.process, input.leased_until FROM input CROSS JOIN rewards_webhook w
      WHERE ${isFree}${lockFree("w")}
    )
    UPDATE rewards_webhook SET leased_by = free.process, due_at = free.leased_until
    FROM free WHERE rewards_webhook.partner_id = free.partner_id AND rewards_webhook.id = free.id
    RETURNING ${claimed}`
})

/** Prolongs leases. A webhook that does not come back is no longer this process's. */
export const renew = statement({
  input: { ...key, process: "uuid", leased_until: "instant" },
  output: Schema.Struct({ id: Uuid }),
  sql: `UPDATE rewards_webhook SET due_at = input.leased_until FROM input
    WHERE ${same} AND rewards_webhook.leased_by = input.process RETURNING rewards_webhook.id AS id`
})

/** Keeps a webhook from other changes until commit, if it still is this process's. */
export const lockLeased = statement({
  input: { ...key, process: "uuid" },
  output: Key,
  sql: ({ lock }) => `SELECT w.partner_id AS "partnerId", w.id FROM input CROSS JOIN rewards_webhook w
    WHERE w.partner_id = input.partner_id AND w.id = input.id AND w.leased_by = input.process
    ${lock("w", "w.partner_id, w.id")}`
})

const nextDue = `(SELECT MIN(d.due_at) FROM rewards_delivery d
  WHERE d.partner_id = rewards_webhook.partner_id AND d.webhook_id = rewards_webhook.id AND d.due_at IS NOT NULL)`

/**
 * Ends a lease. The webhook is due again with its next delivery, not before now, so that it goes behind others that wait, and
 * not before the time that its receiver asked to wait. A statement of its own after the lock, so that it sees all deliveries.
 */
export const release = statement({
  input: { ...key, at: "instant" },
  sql: `UPDATE rewards_webhook SET leased_by = NULL,
      due_at = CASE WHEN ${nextDue} IS NULL THEN NULL
        WHEN held_until > input.at AND held_until > ${nextDue} THEN held_until
        WHEN ${nextDue} < input.at THEN input.at ELSE ${nextDue} END
    FROM input WHERE ${same}`
})

/** Moves a webhook past events whose deliveries are written in the same transaction. */
export const moveOn = statement({
  input: { ...key, process: "uuid", last_event: "uuid" },
  output: Key,
  sql: `UPDATE rewards_webhook SET last_event = input.last_event FROM input
    WHERE ${same} AND rewards_webhook.leased_by = input.process AND rewards_webhook.status = 'active'
      AND (rewards_webhook.last_event IS NULL OR rewards_webhook.last_event < input.last_event)
    RETURNING rewards_webhook.partner_id AS "partnerId", rewards_webhook.id AS id`
})

export const insertDeliveries = statement({
  input: { partner_id: "uuid", webhook_id: "uuid", event_id: "uuid", type: "text", at: "instant" },
  sql: `INSERT INTO rewards_delivery (partner_id, webhook_id, event_id, type, created_at, due_at)
    SELECT partner_id, webhook_id, event_id, type, at, at FROM input WHERE true
    ON CONFLICT (partner_id, webhook_id, event_id) DO NOTHING`
})

/** Of a webhook that still is this process's. */
const leasedDelivery = `FROM input CROSS JOIN rewards_webhook w CROSS JOIN rewards_delivery d
  WHERE w.partner_id = input.partner_id AND w.id = input.id AND w.leased_by = input.process AND w.status = 'active'
    AND d.partner_id = input.partner_id AND d.webhook_id = input.id`

export const readDue = statement({
  input: { ...key, process: "uuid", at: "instant", size: "integer" },
  output: Schema.Struct({ eventId: Id("EventId"), attempts: Integer }),
  sql: `SELECT d.event_id AS "eventId", d.attempts ${leasedDelivery} AND d.due_at <= input.at
    ORDER BY d.due_at LIMIT (SELECT size FROM input)`
})

/** Counts no further than the size. */
export const countPending = statement({
  input: { ...key, size: "integer" },
  output: Schema.Struct({ count: Integer }),
  sql: `SELECT COUNT(*) AS count FROM (
      SELECT 1 FROM rewards_delivery d
      WHERE d.partner_id = (SELECT partner_id FROM input) AND d.webhook_id = (SELECT id FROM input)
        AND d.due_at IS NOT NULL
      LIMIT (SELECT size FROM input)
    ) AS waiting`
})

/**
 * Writes what attempts led to. The number of attempts identifies an attempt, so that a late failure does not undo what came after
 * it. A success always counts.
 */
export const writeResults = statement({
  input: {
    partner_id: "uuid",
    webhook_id: "uuid",
    event_id: "uuid",
    attempts: "small",
    state: "text",
    due_at: "instant?",
    attempted_at: "instant",
    delivered_at: "instant?",
    status: "small?",
    duration: "small",
    answer: "text?",
    error: "text?"
  },
  sql: `UPDATE rewards_delivery SET state = input.state, attempts = input.attempts, due_at = input.due_at,
      attempted_at = input.attempted_at, delivered_at = input.delivered_at, status = input.status,
      duration = input.duration, answer = input.answer, error = input.error
    FROM input
    WHERE rewards_delivery.partner_id = input.partner_id AND rewards_delivery.webhook_id = input.webhook_id
      AND rewards_delivery.event_id = input.event_id AND rewards_delivery.due_at IS NOT NULL
      AND (rewards_delivery.attempts = input.attempts - 1 OR input.state = 'delivered')`
})

/** Writes how the receivers of webhooks are. A request to wait is forgotten by the next outcome. */
export const writeHealth = statement({
  input: { ...key, process: "uuid", failing_since: "instant?", held_until: "instant?" },
  sql: `UPDATE rewards_webhook SET failing_since = input.failing_since, held_until = input.held_until FROM input
    WHERE ${same} AND rewards_webhook.leased_by = input.process`
})

export const pause = statement({
  input: { ...key, process: "uuid", reason: "text", at: "instant" },
  output: Key,
  sql: `UPDATE rewards_webhook SET status = 'paused', paused_reason = input.reason, leased_by = NULL, due_at = NULL,
      updated_at = input.at
    FROM input
    WHERE ${same} AND rewards_webhook.leased_by = input.process AND rewards_webhook.status = 'active'
    RETURNING rewards_webhook.partner_id AS "partnerId", rewards_webhook.id AS id`
})

/** Whom to write to about a partner's webhook. */
export const readOwner = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ email: Schema.String, name: Schema.NullOr(Schema.String) }),
  sql: `SELECT l.email, ${partnerName("l.partner_id")} AS name FROM input CROSS JOIN rewards_login l WHERE l.partner_id = input.partner_id`
})

/** The next webhooks of all partners by their keys, and whether there are events that they have not got. */
export const readRound = statement({
  input: { partner_id: "uuid", id: "uuid", size: "integer" },
  output: Schema.Struct({ ...Key.fields, hasNews: Bool }),
  sql: `SELECT w.partner_id AS "partnerId", w.id,
      CASE WHEN w.status = 'active' AND w.leased_by IS NULL
        AND (w.last_event IS NULL OR w.last_event < ${lastEvent("w.partner_id")})
        AND ${lastEvent("w.partner_id")} IS NOT NULL THEN 1 ELSE 0 END AS "hasNews"
    FROM input CROSS JOIN rewards_webhook w
    WHERE (w.partner_id, w.id) > (input.partner_id, input.id)
    ORDER BY w.partner_id, w.id LIMIT (SELECT size FROM input)`
})

/** Deletes deliveries of events before one, in steps: by the key, so that only what is deleted is read. */
export const forgetDeliveries = statement({
  input: { ...key, before: "uuid", size: "integer" },
  output: Schema.Struct({ id: Uuid }),
  sql: ({ lockFree }) => `, old AS MATERIALIZED (
      SELECT d.partner_id, d.webhook_id, d.event_id FROM input CROSS JOIN rewards_delivery d
      WHERE d.partner_id = input.partner_id AND d.webhook_id = input.id AND d.event_id < input.before
      ORDER BY d.event_id LIMIT (SELECT size FROM input)${lockFree("d")}
    )
    DELETE FROM rewards_delivery WHERE (partner_id, webhook_id, event_id) IN (
      SELECT partner_id, webhook_id, event_id FROM old
    ) RETURNING event_id AS id`
})

export const deleteRemoved = statement({
  input: { ...key, process: "uuid" },
  sql: `DELETE FROM rewards_webhook WHERE (partner_id, id) IN (SELECT partner_id, id FROM input)
    AND status = 'removed' AND leased_by = (SELECT process FROM input)`
})
