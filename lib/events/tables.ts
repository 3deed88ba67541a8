import { instant, nullable, small, table, text, uuid } from "../sql/Table.ts"

/** The feed of a partner that has or had a subscriber. A transaction locks the row before it gives ids to events. */
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
 * The events of feeds. Only a transaction that has locked the feed writes them, so they have no foreign key, which would run a query
 * for each row.
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

/** In the order in which they can be created and imported. */
export const tables = [feeds, events]
