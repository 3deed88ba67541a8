import { Schema } from "effect"
import { Instant, Integer, Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { OutboxMail } from "./Mail.ts"

const Id = Schema.Struct({ id: Uuid })

export const insertMail = statement({
  input: {
    id: "uuid",
    recipient: "text",
    subject: "text",
    body: "text",
    html: "text",
    created_at: "instant",
    expires_at: "instant"
  },
  sql: `INSERT INTO rewards_mail (id, recipient, subject, body, html, created_at, expires_at, due_at)
    SELECT id, recipient, subject, body, html, created_at, expires_at, created_at FROM input`
})

/** Whether a claim is worth a transaction: on SQLite every transaction blocks all other writers. */
export const anyDue = statement({
  input: { at: "instant" },
  output: Id,
  sql: `SELECT m.id FROM input CROSS JOIN rewards_mail m WHERE m.due_at <= input.at LIMIT 1`
})

/** Uses an index on the expiry, because many mails may be due that have not expired. */
export const giveUpExpired = statement({
  input: { at: "instant", error: "text", size: "integer" },
  output: Id,
  sql: ({ lockFree }) => `, expired AS MATERIALIZED (
      SELECT m.id FROM rewards_mail m
      WHERE m.due_at <= (SELECT at FROM input) AND m.expires_at <= (SELECT at FROM input)
      ORDER BY m.expires_at LIMIT (SELECT size FROM input)${lockFree("m")}
    )
    UPDATE rewards_mail SET due_at = NULL, body = '', html = '', error = input.error
    FROM input WHERE rewards_mail.id IN (SELECT id FROM expired) RETURNING id`
})

/**
 * Claims due mails by moving their due time to the end of the lease, when they become due again if the sender dies.
 * MATERIALIZED makes PostgreSQL evaluate the limit and the locks once, whatever its plan.
 */
export const takeDue = statement({
  input: { at: "instant", leased_until: "instant", size: "integer" },
  output: Schema.Struct({
    id: Uuid,
    to: Schema.String,
    subject: Schema.String,
    text: Schema.String,
    html: Schema.String,
    attempts: Integer,
    expiresAt: Schema.NullOr(Instant)
  }),
  sql: ({ lockFree }) => `, due AS MATERIALIZED (
      SELECT m.id FROM input CROSS JOIN rewards_mail m WHERE m.due_at <= input.at
      ORDER BY m.due_at LIMIT (SELECT size FROM input)${lockFree("m")}
    )
    UPDATE rewards_mail SET attempts = attempts + 1, due_at = input.leased_until
    FROM input WHERE rewards_mail.id IN (SELECT id FROM due)
    RETURNING id, recipient AS "to", subject, body AS text, html, attempts, expires_at AS "expiresAt"`
})

/** A sender may record the delivery even if its lease has ended and another sender has claimed the mail. */
export const markSent = statement({
  input: { id: "uuid", at: "instant" },
  sql: `UPDATE rewards_mail SET sent_at = input.at, due_at = NULL, body = '', html = '', error = NULL
    FROM input WHERE rewards_mail.id = input.id AND sent_at IS NULL`
})

/** The number of attempts identifies the lease, so a late failure does not affect the next attempt. */
export const markFailed = statement({
  input: { id: "uuid", attempts: "integer", error: "text", retry_at: "instant?" },
  output: Id,
  sql: `UPDATE rewards_mail SET due_at = input.retry_at, error = input.error,
      body = CASE WHEN input.retry_at IS NULL THEN '' ELSE body END,
      html = CASE WHEN input.retry_at IS NULL THEN '' ELSE html END
    FROM input
    WHERE rewards_mail.id = input.id AND rewards_mail.attempts = input.attempts AND sent_at IS NULL
    RETURNING rewards_mail.id AS id`
})

/** Ids ascend with time, so an id made from an instant selects older mails without an index on their dates. */
export const forgetDone = statement({
  input: { before: "uuid", size: "integer" },
  sql: ({ lockFree }) => `, done AS MATERIALIZED (
      SELECT m.id FROM rewards_mail m
      WHERE m.id < (SELECT before FROM input) AND m.due_at IS NULL
      ORDER BY m.id LIMIT (SELECT size FROM input)${lockFree("m")}
    )
    DELETE FROM rewards_mail WHERE id IN (SELECT id FROM done)`
})

const columns = `m.id, m.recipient AS "to", m.subject, m.body AS text, m.html, m.attempts, m.error,
  m.created_at AS "createdAt", m.expires_at AS "expiresAt", m.due_at AS "dueAt", m.sent_at AS "sentAt",
  CASE WHEN m.sent_at IS NOT NULL THEN 'sent' WHEN m.due_at IS NULL THEN 'given up' ELSE 'waiting' END AS state`

const Row = Schema.Struct({
  ...OutboxMail.fields,
  id: Uuid,
  attempts: Integer,
  createdAt: Instant,
  expiresAt: Schema.NullOr(Instant),
  dueAt: Schema.NullOr(Instant),
  sentAt: Schema.NullOr(Instant)
})

export const page = statement({
  input: { size: "integer", before: "uuid?" },
  output: Row,
  sql: `SELECT ${columns} FROM input CROSS JOIN rewards_mail m
    WHERE input.before IS NULL OR m.id < input.before
    ORDER BY m.id DESC LIMIT (SELECT size FROM input)`
})
