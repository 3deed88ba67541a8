import { instant, nullable, small, table, text, uuid } from "../sql/Table.ts"

/** The feed of a partner, created by the first read or subscription. A transaction locks this row before it gives ids to events. */
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

/**
 * The events of feeds. A foreign key to the feed would run a query for each row. It is not needed: a transaction locks the row of the
 * feed before it writes events, so the feed exists.
 */
export const events = table("rewards_event", {
  columns: {
    partnerId: uuid("PartnerId"),
    id: uuid("EventId"),
    type: text,
    createdAt: instant,
    requestId: nullable(text),
    data: text
  },
  key: ["partnerId", "id"],
  clustered: true
})

/** The tables, in the order in which migrations create them and imports fill them. */
export const tables = [feeds, events]
