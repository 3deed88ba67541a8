import { Schema } from "effect"
import { Id } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

export const insertTexts = statement({
  input: { partner_id: "uuid", record_id: "uuid", name: "text", value: "text" },
  sql: `INSERT INTO rewards_text (partner_id, record_id, name, value)
     SELECT partner_id, record_id, name, value FROM input`
})

export const readTexts = statement({
  input: { partner_id: "uuid", record_id: "uuid" },
  output: Schema.Struct({ recordId: Id("RecordId"), name: Schema.String, value: Schema.String }),
  sql: `SELECT t.record_id AS "recordId", t.name, t.value FROM input CROSS JOIN rewards_text t
     WHERE t.partner_id = input.partner_id AND t.record_id = input.record_id`
})
