import { instant, nullable, small, table, text, uuid } from "../sql/Table.ts"

/** The state of a partner's event feed. A transaction locks this row before it adds new events to the feed. */
export const feeds = table("rewards_feed", {
  columns: {
    partnerId: uuid("PartnerId"),
    lastEvent: nullable(uuid("EventId")),
    readAt: nullable(instant),
    subscriptions: small
  },
  key: ["partnerId"],
  references: [{ columns: ["partnerId"], table: "rewards_partner", to: ["id"] }],
  checks: { subscriptions: "subscriptions >= 0" },
  updatedOften: true,
  clustered: true
})

/** `orderedBy` is the number of the orderer of the change: see `Orderers`. */
const columns = {
  orderedBy: nullable(small),
  partnerId: uuid("PartnerId"),
  id: uuid("EventId"),
  type: text,
  createdAt: instant,
  requestId: nullable(text),
  data: text
}

/** The events of all feeds. A foreign key to the feed is not needed, because each writer has locked or imported the feed first. */
export const events = table("rewards_event", { columns, key: ["partnerId", "id"], clustered: true })

/**
 * On PostgreSQL, a host's transaction writes its events here, without a lock of the feed. The ids order the events of one transaction. A
 * later transaction locks the feed, and moves the rows to `events` with new ids, or deletes them if the feed has no subscriber.
 */
export const pendingEvents = table("rewards_pending_event", {
  columns,
  key: ["partnerId", "id"],
  clustered: true
})

/** The tables, in the order in which migrations create them. */
export const tables = [feeds, events, pendingEvents]
