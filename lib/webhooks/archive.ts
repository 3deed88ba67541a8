import { type ArchiveTable, archiveTable } from "../rewards/archive/ArchiveTable.ts"
import { webhooks } from "./tables.ts"

/**
 * The archive contains webhooks without their deliveries, and no removed webhooks. An imported webhook continues after the last event that
 * was read for it.
 */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(webhooks, {
    record: "webhook",
    omit: ["dueAt", "leasedBy"],
    where: "t.status <> 'removed'"
  })
]
