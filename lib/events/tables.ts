import { instant, nullable, small, table, text, uuid } from "../sql/Table.ts"

/** The state of a partner's event feed. A transaction locks this row before it gives ids to new events. */
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

const columns = {
  partnerId: uuid("PartnerId"),
  id: uuid("EventId"),
  type: text,
  createdAt: instant,
  requestId: nullable(text),
  data: text
}

/** The events of all feeds. A foreign key to the feed is not needed, because the writer of an event has locked the feed's row. */
export const events = table("rewards_event", { columns, key: ["partnerId", "id"], clustered: true })

/**
 * Events of hosts' transactions, which lock no feed. The ids order the events of one transaction. A transaction that locks the feed
 * moves the rows to `events`, with new ids.
 */
export const pendingEvents = table("rewards_pending_event", {
  columns,
  key: ["partnerId", "id"],
  clustered: true
})

/** The tables, in the order in which migrations create them and imports fill them. */
export const tables = [feeds, events, pendingEvents]
