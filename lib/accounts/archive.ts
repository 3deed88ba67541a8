import { type ArchiveTable, archiveTable } from "../rewards/archive/ArchiveTable.ts"
import { memberIds } from "../rewards/tables.ts"
import {
  apiKeys,
  applications,
  auditEntries,
  grants,
  memberNames,
  memberRecords,
  people,
  recoveryCodes,
  secondFactors,
  testSides,
  users,
  visibleNames
} from "./tables.ts"

/**
 * Returns the account tables that an archive contains. Each table comes after the tables that it references. API keys and people come
 * last, so that nobody can log in as a partner before its other rows are imported. Short-lived rows, such as tokens, are left out.
 */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  // All users. They are in the section `service`, which only an archive of all partners has.
  archiveTable(users, { record: "user" }),
  // The users to whom a partner's grants and members refer. They are in the partner's section. They are left out if the section `service`
  // has the same snapshot, because that section then has all users.
  archiveTable(users, {
    record: "user",
    referrers: [
      { table: grants.name, id: ({ idText }) => idText("r.user_id") },
      { table: memberIds.name, id: "r.user_id" }
    ]
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
  archiveTable(memberNames, { record: "member_name" }),
  archiveTable(auditEntries, { record: "audit" }),
  archiveTable(testSides, { record: "test_side" }),
  archiveTable(apiKeys, { record: "api_key" }),
  // A second factor comes before its person, so that nobody can log in without it. Its secret stays encrypted.
  archiveTable(secondFactors, { record: "second_factor" }),
  archiveTable(recoveryCodes, { record: "recovery_code" }),
  archiveTable(people, { record: "person" })
]
