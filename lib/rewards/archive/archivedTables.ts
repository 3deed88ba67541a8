import type { Fragments } from "../../sql/Statement.ts"
import * as core from "../tables.ts"
import { type ArchiveTable, archiveTable } from "./ArchiveTable.ts"

const insertIds =
  (column: "user_id" | "linked_id", linked: boolean, member: "id" | "current_id" = "id") =>
  ({ owner, source }: Fragments): string =>
    `INSERT INTO rewards_member_id (partner_id, member_id, user_id, linked)
     SELECT ${owner()}, input.${member}, input.${column}, ${linked} FROM ${source()} WHERE input.${column} IS NOT NULL
     ON CONFLICT (partner_id, user_id) DO NOTHING`

/**
 * Returns the tables of the core, each after the tables that it refers to. An archive also contains balances, tallies and counters, so that
 * `verify` can compare them with the values that it computes.
 */
export const archivedTables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(core.orderers, { record: "orderer" }),
  archiveTable(core.accounts, { record: "account" }),
  // A member and its ids refer to each other, so they are written in one transaction, as one record.
  archiveTable(core.members, {
    record: "member",
    where: "t.current_id = t.id",
    omit: ["currentId"],
    extra: {
      linked_id: {
        type: "text?",
        sql: ({ holds }) => `(SELECT i.user_id FROM rewards_member_id i
          WHERE i.partner_id = t.partner_id AND i.member_id = t.id AND ${holds("i.linked", true)})`
      }
    },
    writes: [
      insertIds("user_id", false),
      insertIds("linked_id", true),
      ({
        owner,
        source
      }) => `INSERT INTO rewards_member (partner_id, id, current_id, user_id, created_at, ordered_by)
        SELECT ${owner()}, input.id, input.id, input.user_id, input.created_at, input.ordered_by FROM ${source()} WHERE true ON CONFLICT (partner_id, id) DO NOTHING`
    ]
  }),
  // Merged members. They refer to the members that they were merged into, which are written first.
  archiveTable(core.members, {
    record: "merged_member",
    where: "t.current_id <> t.id",
    writes: [
      insertIds("user_id", false, "current_id"),
      ({
        owner,
        source
      }) => `INSERT INTO rewards_member (partner_id, id, current_id, user_id, created_at, ordered_by)
        SELECT ${owner()}, input.id, input.current_id, input.user_id, input.created_at, input.ordered_by FROM ${source()} WHERE true ON CONFLICT (partner_id, id) DO NOTHING`
    ]
  }),
  // The ids that no row of `rewards_member` contains. A person who came back under several ids of an erased member has such ids: see
  // `returning.ts`.
  archiveTable(core.memberIds, {
    record: "member_id",
    where: ({ holds }) => `${holds("t.linked", false)} AND NOT EXISTS (SELECT 1 FROM rewards_member m
      WHERE m.partner_id = t.partner_id AND m.user_id = t.user_id AND m.current_id = t.member_id)`
  }),
  archiveTable(core.attributes, { record: "attribute" }),
  archiveTable(core.rules, { record: "rule" }),
  archiveTable(core.conditions, { record: "condition" }),
  archiveTable(core.rates, { record: "rule_rate" }),
  archiveTable(core.tallies, { record: "tally" }),
  archiveTable(core.windows, { record: "counter" }),
  archiveTable(core.activityCounts, { record: "activity_count" }),
  archiveTable(core.activities, { record: "activity" }),
  archiveTable(core.awards, { record: "award" }),
  archiveTable(core.lots, { record: "lot" }),
  archiveTable(core.transfers, { record: "transfer" }),
  archiveTable(core.pendingAwards, { record: "pending" }),
  archiveTable(core.lotEntries, { record: "lot_entry" }),
  archiveTable(core.adjustments, { record: "adjustment" }),
  archiveTable(core.approvalRequests, { record: "approval_request" }),
  archiveTable(core.approvalDecisions, { record: "approval_decision" }),
  archiveTable(core.reversals, { record: "reversal" }),
  archiveTable(core.texts, { record: "text" }),
  archiveTable(core.erasures, { record: "erasure" }),
  archiveTable(core.erasedIds, { record: "erased_id" }),
  archiveTable(core.idempotencyKeys, { record: "idempotency" })
]

/** The first record of a partner's section. */
export const archivedPartners = archiveTable(core.partners, { record: "partner" })
