import { type ArchiveTable, archiveTable } from "../rewards/archive/ArchiveTable.ts"
import { events, feeds } from "./tables.ts"

/** A partner's feed and its stored events. They keep their ids, so that readers continue after the last event that they read. */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(feeds, { record: "feed" }),
  archiveTable(events, { record: "event" })
]
