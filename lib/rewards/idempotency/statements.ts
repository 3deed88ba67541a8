import { Schema } from "effect"
import { Id } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

export const readAnswers = statement({
  input: { partner_id: "uuid", key: "text" },
  output: Schema.Struct({
    partnerId: Id("PartnerId"),
    key: Schema.String,
    fingerprint: Schema.String,
    answer: Schema.String
  }),
  sql: `SELECT i.partner_id AS "partnerId", i.key, i.fingerprint, i.answer
     FROM input CROSS JOIN rewards_idempotency i
     WHERE i.partner_id = input.partner_id AND i.key = input.key`
})

/** A key that another process has just used violates the primary key: a conflict, and the next try finds its answer. */
export const insertAnswers = statement({
  input: { partner_id: "uuid", key: "text", fingerprint: "text", answer: "text", created_at: "instant" },
  sql: `INSERT INTO rewards_idempotency (partner_id, key, fingerprint, answer, created_at)
     SELECT partner_id, key, fingerprint, answer, created_at FROM input`
})
