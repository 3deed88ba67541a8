import { type ArchiveTable, archiveTable } from "../rewards/archive/ArchiveTable.ts"
import { events, feeds } from "./tables.ts"

/** A partner's feed and its stored events. An import keeps the ids of events, so readers continue after the last event they read. */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  archiveTable(feeds, { record: "feed" }),
  archiveTable(events, { record: "event" })
]
