import { Schema } from "effect"
import { isRetired, partnerName } from "../rewards/sql.ts"
import { Bool } from "../sql/Row.ts"
import { statement } from "../sql/Statement.ts"
import { feeds } from "./tables.ts"

/**
 * A feed stores the id of a partner's newest event, the number of subscriptions, and the time of the last read. The stored time can be up
 * to an hour too old. A feed has a subscriber while it has subscriptions, and for a day after the stored time.
 */

const day = 24 * 60 * 60 * 1000

/** Returns the time one day before `at`. A feed without subscriptions that was last read then or earlier has no subscriber at `at`. */
export const lapsedAt = (at: Date): Date => new Date(at.getTime() - day)

export const hasSubscriber = (
  { readAt, subscriptions }: { readonly readAt: Date | null; readonly subscriptions: number },
  at: Date
): boolean => subscriptions > 0 || (readAt !== null && readAt > lapsedAt(at))

/**
 * Finds the feeds without a subscriber, and locks them in share mode until COMMIT. PostgreSQL waits for a transaction that adds a
 * subscriber, and then checks the condition again.
 */
export const holdUnsubscribed = statement({
  input: { partnerId: "uuid", lapsedAt: "instant" },
  output: feeds.row("partnerId"),
  sql: ({ lock }) => `SELECT f.partner_id FROM input CROSS JOIN rewards_feed f
    WHERE f.partner_id = input.partner_id AND f.subscriptions = 0
      AND (f.read_at IS NULL OR f.read_at <= input.lapsed_at)${lock("f", "f.partner_id", "share")}`
})

/** Locks feeds until COMMIT, in the order of partner ids. */
export const lockFeeds = statement({
  input: { partnerId: "uuid" },
  output: Schema.extend(
    feeds.row("partnerId", "lastEvent", "subscriptions", "readAt"),
    Schema.Struct({ hasPending: Bool })
  ),
  sql: ({
    lock
  }) => `SELECT ${feeds.list("f", "partnerId", "lastEvent", "subscriptions", "readAt")}, CASE WHEN EXISTS (
      SELECT 1 FROM rewards_pending_event p WHERE p.partner_id = f.partner_id) THEN 1 ELSE 0 END AS has_pending
    FROM input CROSS JOIN rewards_feed f
    WHERE f.partner_id = input.partner_id${lock("f", "f.partner_id")}`
})

/** Locks a feed until COMMIT. */
export const lockFeed = feeds.lock()

export const insertFeed = feeds.insert()

/** Inserts a feed unless it exists. Returns no row if the feed exists, or if there is no such partner. */
export const insertMissingFeed = statement({
  input: { partnerId: "uuid" },
  output: feeds.row("partnerId"),
  sql: ({ owner, source }) => `INSERT INTO rewards_feed (partner_id, subscriptions)
    SELECT ${owner()}, 0 FROM ${source()} WHERE ${partnerName("input.partner_id")} IS NOT NULL
    ON CONFLICT (partner_id) DO NOTHING RETURNING partner_id`
})

export const setReadAt = feeds.update("readAt")

const addToSubscriptions = (sum: string) =>
  statement({
    input: { partnerId: "uuid" },
    sql: `UPDATE rewards_feed SET subscriptions = rewards_feed.subscriptions ${sum} FROM input
    WHERE rewards_feed.partner_id = input.partner_id`
  })
export const addSubscription = addToSubscriptions("+ 1")
export const removeSubscription = addToSubscriptions("- 1")

/** Returns SQL for the id of a partner's newest event, or NULL. */
export const lastEvent = (partner: string): string =>
  `(SELECT f.last_event FROM rewards_feed f WHERE f.partner_id = ${partner})`

export const feedsPerPage = 100

const ListedFeed = Schema.extend(feeds.row("partnerId"), Schema.Struct({ isRetired: Bool }))
export type ListedFeed = typeof ListedFeed.Type

/**
 * Reads a page of partners whose feeds have had events, in the order of their ids. The page starts after the id `after`. `isRetired` is true
 * for a test side that was emptied.
 */
export const listFeeds = statement({
  acrossPartners: "old events of all partners are removed",
  input: { after: "uuid" },
  output: ListedFeed,
  sql: `SELECT f.partner_id, CASE WHEN ${isRetired("f.partner_id")} THEN 1 ELSE 0 END AS is_retired FROM rewards_feed f
    WHERE f.partner_id > (SELECT after FROM input) AND f.last_event IS NOT NULL
    ORDER BY f.partner_id LIMIT ${feedsPerPage}`
})
