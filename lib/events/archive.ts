import { type ArchiveTable, carried } from "../rewards/archive/ArchiveTable.ts"

/** The feed of a partner and its events of the last 30 days, with their ids, so that readers go on after the last they saw. */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  carried({
    name: "feed",
    table: "rewards_feed",
    of: "partner",
    columns: { last_event: "uuid?", read_at: "instant?", subscriptions: "small" },
    key: []
  }),
  carried({
    name: "event",
    table: "rewards_event",
    of: "partner",
    columns: { id: "uuid", type: "text", created_at: "instant", request_id: "text?", data: "text" },
    key: ["id"]
  })
]
