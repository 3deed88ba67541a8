import { type ArchiveTable, archiveTable } from "../rewards/archive/ArchiveTable.ts"
import { events, feeds } from "./tables.ts"

/**
 * Returns the tables of events that an archive contains. An import keeps the ids of events, so that readers can continue after the last
 * event that they read.
 */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(feeds, { record: "feed" }),
  archiveTable(events, { record: "event" })
]
