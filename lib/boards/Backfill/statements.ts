import { Schema } from "effect"
import { AccountKind } from "../../rewards/ledger/Account.ts"
import { Id, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"

export const readComplete = statement({
  input: {},
  output: Schema.Struct({ name: Schema.String }),
  sql: "SELECT name FROM rewards_backfill WHERE name = 'boards'"
})

export const markComplete = statement({
  input: { name: "text", completed_at: "instant" },
  sql: "INSERT INTO rewards_backfill (name, completed_at) SELECT name, completed_at FROM input"
})

export const countBehind = statement({
  input: {},
  output: Schema.Struct({ total: Integer }),
  sql: "SELECT COUNT(*) AS total FROM rewards_account WHERE kept <> version"
})

/** The next accounts after a key, in its order: whoever resumes from the first key passes over those that are done. */
export const findBehind = statement({
  input: { partner_id: "uuid", id: "uuid", size: "integer" },
  output: Schema.Struct({ partner_id: Id("PartnerId"), id: Id("AccountId") }),
  sql: `SELECT a.partner_id, a.id FROM rewards_account a
     WHERE (a.partner_id, a.id) > ((SELECT partner_id FROM input), (SELECT id FROM input)) AND a.kept <> a.version
     ORDER BY a.partner_id, a.id LIMIT (SELECT size FROM input)`
})

export const lockBehind = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Schema.Struct({
    partner_id: Id("PartnerId"),
    id: Id("AccountId"),
    kind: AccountKind,
    kept: Integer,
    version: Integer
  }),
  sql: ({ lock }) =>
    `SELECT a.partner_id, a.id, a.kind, a.kept, a.version FROM input CROSS JOIN rewards_account a
     WHERE a.partner_id = input.partner_id AND a.id = input.id${lock("a", "a.partner_id, a.id")}`
})

export const markKept = statement({
  input: { partner_id: "uuid", id: "uuid", version: "integer" },
  sql: `UPDATE rewards_account SET kept = input.version FROM input
     WHERE rewards_account.partner_id = input.partner_id AND rewards_account.id = input.id`
})

/**
 * What keeps older writers out while the last accounts are caught up with, and for good afterwards. PostgreSQL looks at
 * every account before it accepts the constraint, so it is also the proof that none is behind.
 */
export const fence = {
  sqlite: {
    before: [],
    after: [
      `CREATE TRIGGER rewards_account_kept BEFORE UPDATE ON rewards_account WHEN NEW.kept <> NEW.version
        BEGIN SELECT RAISE(ABORT, 'rewards_account moves with the boards: use the newer version'); END`
    ]
  },
  postgres: {
    before: ["LOCK TABLE rewards_account IN ACCESS EXCLUSIVE MODE"],
    after: ["ALTER TABLE rewards_account ADD CONSTRAINT rewards_account_kept CHECK (kept = version)"]
  }
} as const
