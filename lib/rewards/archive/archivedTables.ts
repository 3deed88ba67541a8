import * as core from "../tables.ts"
import { type ArchiveTable, archiveTable } from "./ArchiveTable.ts"

/**
 * The tables of the core, each after the tables that it refers to. Balances, tallies and counters can be computed from other records,
 * but are part of an archive, so that `verify` can compare them.
 */
export const archivedTables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(core.accounts, { record: "account" }),
  // A member and its ids refer to each other, so they are one record, and are written in one transaction.
  archiveTable(core.members, {
    record: "member",
    extra: {
      linked_id: {
        type: "text?",
        sql: ({ holds }) => `(SELECT i.user_id FROM rewards_member_id i
          WHERE i.partner_id = t.partner_id AND i.member_id = t.id AND ${holds("i.linked", true)})`
      }
    },
    writes: [
      ({ owner, source }) => `INSERT INTO rewards_member_id (partner_id, member_id, user_id, linked)
        SELECT ${owner()}, input.id, input.user_id, false FROM ${source()} WHERE true ON CONFLICT (partner_id, user_id) DO NOTHING`,
      ({ owner, source }) => `INSERT INTO rewards_member_id (partner_id, member_id, user_id, linked)
        SELECT ${owner()}, input.id, input.linked_id, true FROM ${source()} WHERE input.linked_id IS NOT NULL
        ON CONFLICT (partner_id, user_id) DO NOTHING`,
      ({ owner, source }) => `INSERT INTO rewards_member (partner_id, id, user_id, created_at)
        SELECT ${owner()}, input.id, input.user_id, input.created_at FROM ${source()} WHERE true ON CONFLICT (partner_id, id) DO NOTHING`
    ]
  }),
  archiveTable(core.rules, { record: "rule" }),
  archiveTable(core.conditions, { record: "condition" }),
  archiveTable(core.tallies, { record: "tally" }),
  archiveTable(core.windows, { record: "counter" }),
  archiveTable(core.awards, { record: "award" }),
  archiveTable(core.transfers, { record: "transfer" }),
  archiveTable(core.reversals, { record: "reversal" }),
  archiveTable(core.texts, { record: "text" }),
  archiveTable(core.idempotencyKeys, { record: "idempotency" })
]

/** The first record of a partner's section. */
export const archivedPartners = archiveTable(core.partners, { record: "partner" })
