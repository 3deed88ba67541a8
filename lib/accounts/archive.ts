import { type ArchiveTable, archiveTable, asked } from "../rewards/archive/ArchiveTable.ts"
import { memberBy } from "../rewards/sql.ts"
import {
  apiKeys,
  applications,
  auditEntries,
  grants,
  logins,
  memberRecords,
  users,
  visibleNames
} from "./tables.ts"

/**
 * The tables of accounts that an archive contains. Each table comes after the tables that it references. Keys and logins come last, so
 * that nobody can log in as a partner before its other rows are imported. Short-lived rows, such as tokens, are left out.
 */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(users, { record: "user" }),
  archiveTable(users, {
    record: "user",
    of: "shared",
    where: ({ idText }) => `EXISTS (SELECT 1 FROM rewards_grant g
        WHERE g.partner_id = ${asked("partner_id")} AND g.user_id = t.id)
      OR ${memberBy(asked("partner_id"), idText("t.id"))} IS NOT NULL`
  }),
  archiveTable(auditEntries, {
    record: "audit",
    of: "service",
    omit: ["partnerId"],
    where: "t.partner_id IS NULL"
  }),
  archiveTable(applications, { record: "application" }),
  archiveTable(grants, { record: "grant" }),
  archiveTable(visibleNames, { record: "visible_name" }),
  archiveTable(memberRecords, { record: "member_data" }),
  archiveTable(auditEntries, { record: "audit" }),
  archiveTable(apiKeys, { record: "api_key" }),
  archiveTable(logins, { record: "login" })
]
