import { Schema } from "effect"
import { partnerName } from "../rewards/sql.ts"
import { Id, Instant, Integer } from "../sql/Row.ts"
import { statement } from "../sql/Statement.ts"

const partner = { partner_id: "uuid" } as const

/** The feeds of those partners that ever had a subscriber. */
export const readFeeds = statement({
  input: partner,
  output: Schema.Struct({
    partnerId: Id("PartnerId"),
    subscriptions: Integer,
    readAt: Schema.NullOr(Instant)
  }),
  sql: `SELECT f.partner_id AS "partnerId", f.subscriptions, f.read_at AS "readAt"
    FROM input CROSS JOIN rewards_feed f WHERE f.partner_id = input.partner_id`
})

/** Locks feeds until commit, in the order of their partners. */
export const lockFeeds = statement({
  input: partner,
  output: Schema.Struct({ partnerId: Id("PartnerId"), lastEvent: Schema.NullOr(Id("EventId")) }),
  sql: ({ lock }) => `SELECT f.partner_id AS "partnerId", f.last_event AS "lastEvent"
    FROM input CROSS JOIN rewards_feed f WHERE f.partner_id = input.partner_id${lock("f", "f.partner_id")}`
})

/** Those feeds that no other transaction holds. */
export const findFreeFeeds = statement({
  input: partner,
  output: Schema.Struct({ partnerId: Id("PartnerId") }),
  sql: ({ lockFree }) => `SELECT f.partner_id AS "partnerId"
    FROM input CROSS JOIN rewards_feed f WHERE f.partner_id = input.partner_id${lockFree("f")}`
})

/** The caller holds the feed, and the id is above the one that is there. */
export const setLastEvent = statement({
  input: { partner_id: "uuid", last_event: "uuid" },
  sql: `UPDATE rewards_feed SET last_event = input.last_event FROM input
    WHERE rewards_feed.partner_id = input.partner_id`
})

export const insertEvents = statement({
  input: {
    partner_id: "uuid",
    id: "uuid",
    type: "text",
    created_at: "instant",
    request_id: "text?",
    data: "text"
  },
  sql: `INSERT INTO rewards_event (partner_id, id, type, created_at, request_id, data)
    SELECT partner_id, id, type, created_at, request_id, data FROM input`
})

const EventRow = Schema.Struct({
  id: Id("EventId"),
  partnerId: Id("PartnerId"),
  type: Schema.String,
  at: Instant,
  requestId: Schema.NullOr(Schema.String),
  data: Schema.String
})
export type EventRow = typeof EventRow.Type

const columns = `id, partner_id AS "partnerId", type, created_at AS at, request_id AS "requestId", data`

const after = { partner_id: "uuid", after: "uuid", size: "integer" } as const

/** A partner's events after one, oldest first. */
export const readEvents = statement({
  input: after,
  output: EventRow,
  sql: `SELECT ${columns} FROM rewards_event
    WHERE partner_id = (SELECT partner_id FROM input) AND id > (SELECT after FROM input)
    ORDER BY id LIMIT (SELECT size FROM input)`
})

/** Those of these events that are kept. */
export const findEvents = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: EventRow,
  sql: `SELECT ${columns} FROM rewards_event
    WHERE (partner_id, id) IN (SELECT input.partner_id, input.id FROM input)`
})

/** How many events one read looks through for some types, so that a rare type does not make it read the whole feed. */
export const window = 1000

/** The same among the next events of a window, of some types: they are a text with a comma before and after each. */
export const readEventsOf = statement({
  input: { ...after, types: "text" },
  output: EventRow,
  sql: `SELECT ${columns} FROM (
      SELECT id, partner_id, type, created_at, request_id, data FROM rewards_event
      WHERE partner_id = (SELECT partner_id FROM input) AND id > (SELECT after FROM input)
      ORDER BY id LIMIT ${window}
    ) AS next
    WHERE (SELECT types FROM input) LIKE '%,' || type || ',%'
    ORDER BY id LIMIT (SELECT size FROM input)`
})

/** The last event of a window, if there are as many. */
export const readWindowEnd = statement({
  input: { partner_id: "uuid", after: "uuid" },
  output: Schema.Struct({ id: Id("EventId") }),
  sql: `SELECT id FROM rewards_event
    WHERE partner_id = (SELECT partner_id FROM input) AND id > (SELECT after FROM input)
    ORDER BY id LIMIT 1 OFFSET ${window - 1}`
})

/** The event before the newest ones; nothing where there are no more. */
export const readBeforeNewest = statement({
  input: { partner_id: "uuid", newest: "integer" },
  output: Schema.Struct({ id: Id("EventId") }),
  sql: `SELECT id FROM rewards_event WHERE partner_id = (SELECT partner_id FROM input)
    ORDER BY id DESC LIMIT 1 OFFSET (SELECT newest FROM input)`
})

/**
 * The same for the newest of some types among the last events of a window: where it has fewer, the event before the window. Where
 * the size of the window stands in the statement, PostgreSQL sorts all events of a partner that has more than others.
 */
export const readBeforeNewestOf = statement({
  input: { partner_id: "uuid", newest: "integer", size: "integer", types: "text" },
  output: Schema.Struct({ id: Schema.NullOr(Id("EventId")) }),
  sql: `SELECT COALESCE(
      (SELECT id FROM (
          SELECT id, type FROM rewards_event WHERE partner_id = (SELECT partner_id FROM input)
          ORDER BY id DESC LIMIT (SELECT size FROM input)
        ) AS last
        WHERE (SELECT types FROM input) LIKE '%,' || type || ',%'
        ORDER BY id DESC LIMIT 1 OFFSET (SELECT newest FROM input)),
      (SELECT id FROM rewards_event WHERE partner_id = (SELECT partner_id FROM input)
        ORDER BY id DESC LIMIT 1 OFFSET (SELECT size FROM input))
    ) AS id`
})

const Found = Schema.Struct({ partnerId: Id("PartnerId") })

const known = `${partnerName("input.partner_id")} IS NOT NULL`

/** Notes that a feed was read, and makes the feed of a partner that had none. Nothing comes back for a partner that does not exist. */
export const markRead = statement({
  input: { partner_id: "uuid", read_at: "instant" },
  output: Found,
  sql: `INSERT INTO rewards_feed (partner_id, read_at, subscriptions)
    SELECT input.partner_id, input.read_at, 0 FROM input WHERE ${known}
    ON CONFLICT (partner_id) DO UPDATE SET read_at = excluded.read_at
    RETURNING partner_id AS "partnerId"`
})

export const addSubscription = statement({
  input: partner,
  output: Found,
  sql: `INSERT INTO rewards_feed (partner_id, subscriptions)
    SELECT input.partner_id, 1 FROM input WHERE ${known}
    ON CONFLICT (partner_id) DO UPDATE SET subscriptions = rewards_feed.subscriptions + 1
    RETURNING partner_id AS "partnerId"`
})

export const removeSubscription = statement({
  input: partner,
  output: Found,
  sql: `UPDATE rewards_feed SET subscriptions = rewards_feed.subscriptions - 1 FROM input
    WHERE rewards_feed.partner_id = input.partner_id RETURNING rewards_feed.partner_id AS "partnerId"`
})

/** Events that one step removes at most. */
export const step = 1000

export const listFeeds = statement({
  input: { after: "uuid", size: "integer" },
  output: Found,
  sql: `SELECT f.partner_id AS "partnerId" FROM rewards_feed f
    WHERE f.partner_id > (SELECT after FROM input) ORDER BY f.partner_id LIMIT (SELECT size FROM input)`
})

export const deleteEvents = statement({
  input: { partner_id: "uuid", before: "uuid" },
  output: Schema.Struct({ id: Id("EventId") }),
  sql: `DELETE FROM rewards_event WHERE partner_id = (SELECT partner_id FROM input) AND id IN (
      SELECT e.id FROM rewards_event e
      WHERE e.partner_id = (SELECT partner_id FROM input) AND e.id < (SELECT before FROM input)
      ORDER BY e.id LIMIT ${step})
    RETURNING id`
})
