import { type Carried, carried } from "./Carried.ts"

const of = "partner"
const id = { id: "uuid" } as const
const created = { created_at: "instant" } as const

/**
 * The tables of the core, each after those that it refers to. Balances, tallies and counters are carried as they are: they follow
 * from the records, which `verify` compares.
 */
export const tables = (): ReadonlyArray<Carried> => [
  carried({
    name: "account",
    table: "rewards_account",
    of,
    columns: { ...id, kind: "text", balance: "integer", version: "integer", ...created },
    key: ["id"]
  }),

  // A member and its ids refer to each other, so they are one record, and written in one transaction.
  carried({
    name: "member",
    table: "rewards_member",
    of,
    columns: { ...id, user_id: "text", linked_id: "text?", ...created },
    key: ["id"],
    instead: {
      linked_id: ({ holds }) => `(SELECT i.user_id FROM rewards_member_id i
        WHERE i.partner_id = t.partner_id AND i.member_id = t.id AND ${holds("i.linked", true)})`
    },
    writes: [
      `INSERT INTO rewards_member_id (partner_id, member_id, user_id, linked)
        SELECT partner_id, id, user_id, false FROM input WHERE true ON CONFLICT (partner_id, user_id) DO NOTHING`,
      `INSERT INTO rewards_member_id (partner_id, member_id, user_id, linked)
        SELECT partner_id, id, linked_id, true FROM input WHERE linked_id IS NOT NULL
        ON CONFLICT (partner_id, user_id) DO NOTHING`,
      `INSERT INTO rewards_member (partner_id, id, user_id, created_at)
        SELECT partner_id, id, user_id, created_at FROM input WHERE true ON CONFLICT (partner_id, id) DO NOTHING`
    ]
  }),

  carried({
    name: "rule",
    table: "rewards_rule",
    of,
    columns: {
      ...id,
      type: "text",
      coin_value: "integer",
      max_participants: "integer",
      participants: "integer",
      user_limit: "integer?",
      completion_number: "integer?",
      limits: "text?",
      time_zone: "text",
      at_limit: "text",
      starts_at: "instant?",
      ends_at: "instant?",
      counted_until: "instant?",
      generation: "small",
      ...created,
      updated_at: "instant"
    },
    key: ["id"]
  }),
  carried({
    name: "condition",
    table: "rewards_condition",
    of,
    columns: { rule_id: "uuid", ordinal: "small", ...id, name: "text", condition: "text", status: "text" },
    key: ["rule_id", "ordinal"]
  }),
  carried({
    name: "tally",
    table: "rewards_tally",
    of,
    columns: {
      rule_id: "uuid",
      member_id: "uuid",
      paid: "integer",
      cycle: "integer",
      progress: "integer",
      user_limit: "integer?"
    },
    key: ["rule_id", "member_id"]
  }),
  carried({
    name: "counter",
    table: "rewards_window",
    of,
    columns: {
      rule_id: "uuid",
      subject_id: "uuid",
      generation: "small",
      period: "text",
      starts_at: "instant",
      ends_at: "instant?",
      awards: "integer",
      coins: "integer",
      max_awards: "integer?",
      max_coins: "integer?"
    },
    key: ["rule_id", "subject_id", "generation", "period", "starts_at"]
  }),
  carried({
    name: "award",
    table: "rewards_award",
    of,
    columns: {
      ...id,
      rule_id: "uuid",
      ordinal: "small",
      member_id: "uuid",
      cycle: "small",
      awarded: "boolean",
      suppressed_by: "text?",
      ...created
    },
    key: ["id"]
  }),
  carried({
    name: "transfer",
    table: "rewards_transfer",
    of,
    columns: {
      ...id,
      kind: "text",
      amount: "integer",
      debit_account: "uuid",
      debit_version: "integer",
      debit_balance: "integer",
      credit_account: "uuid",
      credit_version: "integer",
      credit_balance: "integer",
      month: "small",
      ...created
    },
    key: ["id"]
  }),
  carried({
    name: "reversal",
    table: "rewards_reversal",
    of,
    columns: { ...id, award_id: "uuid?", transfer_id: "uuid?", ...created },
    key: ["id"]
  }),
  carried({
    name: "text",
    table: "rewards_text",
    of,
    columns: { record_id: "uuid", name: "text", value: "text" },
    key: ["record_id", "name"]
  }),
  carried({
    name: "idempotency",
    table: "rewards_idempotency",
    of,
    columns: { key: "text", fingerprint: "bytes", record_id: "uuid?", award_ids: "bytes?", answer: "text?" },
    key: ["key"]
  })
]
