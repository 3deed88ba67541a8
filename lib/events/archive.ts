import { type ArchiveTable, archiveTable } from "../rewards/archive/ArchiveTable.ts"
import { events, feeds } from "./tables.ts"

/** An import keeps the ids of events, so that readers can continue after the last event that they have read. */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(feeds, { record: "feed" }),
  archiveTable(events, { record: "event" })
]
