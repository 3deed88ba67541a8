import { type ArchiveTable, archiveTable } from "../rewards/archive/ArchiveTable.ts"
import { webhooks } from "./tables.ts"

/** Returns the webhooks in an archive. An imported webhook continues after the last event that was read for it. Deliveries are left out. */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(webhooks, {
    record: "webhook",
    omit: ["dueAt", "leasedBy"],
    where: "t.status <> 'removed'"
  })
]
