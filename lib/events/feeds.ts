import { type Context, Effect } from "effect"
import { now } from "../rewards/clock.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { partnerName } from "../rewards/sql.ts"
import type { Database } from "../sql/Database.ts"
import { isReadOnly } from "../sql/Failure.ts"
import { statement } from "../sql/Statement.ts"
import { feeds } from "./tables.ts"

/**
 * A feed stores the id of a partner's newest event, the number of subscriptions, and the time of the last read. A feed has a
 * subscriber while it has subscriptions, and for a day after the last read.
 */

const day = 24 * 60 * 60 * 1000

/** Milliseconds before a process writes `readAt` of the same feed again. */
const markEvery = 60 * 60 * 1000

/** The largest number of feeds whose last write is remembered. */
const maxMarked = 10_000

export const readSubscriptions = feeds.find("partnerId", "subscriptions", "readAt")

export const hasSubscriber = (
  { readAt, subscriptions }: { readonly readAt: Date | null; readonly subscriptions: number },
  at: Date
): boolean => subscriptions > 0 || (readAt !== null && readAt.getTime() > at.getTime() - day)

/** Locks feeds until COMMIT, in the order of their partners. */
export const lockFeeds = feeds.lock("partnerId", "lastEvent")

/** SQL for the id of a partner's newest event, or NULL. */
export const lastEvent = (partner: string): string =>
  `(SELECT f.last_event FROM rewards_feed f WHERE f.partner_id = ${partner})`

const partnerExists = `${partnerName("input.partner_id")} IS NOT NULL`

/** Sets `readAt` of a feed, and inserts a missing feed. Returns no row for an unknown partner. */
const markRead = statement({
  input: { partnerId: "uuid", readAt: "instant" },
  output: feeds.row("partnerId"),
  sql: ({ owner, source }) => `INSERT INTO rewards_feed (partner_id, read_at, subscriptions)
    SELECT ${owner()}, input.read_at, 0 FROM ${source()} WHERE ${partnerExists}
    ON CONFLICT (partner_id) DO UPDATE SET read_at = excluded.read_at
    RETURNING partner_id`
})

/** Makes the function that marks a feed as read, so that its events are written for a day. On a read-only database it does nothing. */
export const makeMarkRead = (database: Context.Tag.Service<Database>) => {
  const markedAt = new Map<PartnerId, number>()

  return Effect.fnUntraced(function* (partnerId: PartnerId) {
    const readAt = yield* now
    const since = readAt.getTime() - (markedAt.get(partnerId) ?? Number.NEGATIVE_INFINITY)
    // `since` is negative if the clock was set back. Then the feed must be marked.
    if (since >= 0 && since < markEvery) return
    const remember = () => {
      if (markedAt.size >= maxMarked) markedAt.clear()
      markedAt.set(partnerId, readAt.getTime())
    }
    const write = Effect.flatMap(database.run(markRead, [{ partnerId, readAt }]), (found) =>
      found.length === 0 ? Effect.void : database.afterCommit(remember)
    )
    yield* Effect.catchIf(database.transaction(write), isReadOnly, () => Effect.void)
  })
}

/** Returns no row for an unknown partner. */
export const addSubscription = statement({
  input: { partnerId: "uuid" },
  output: feeds.row("partnerId"),
  sql: ({ owner, source }) => `INSERT INTO rewards_feed (partner_id, subscriptions)
    SELECT ${owner()}, 1 FROM ${source()} WHERE ${partnerExists}
    ON CONFLICT (partner_id) DO UPDATE SET subscriptions = rewards_feed.subscriptions + 1
    RETURNING partner_id`
})

export const removeSubscription = statement({
  input: { partnerId: "uuid" },
  sql: `UPDATE rewards_feed SET subscriptions = rewards_feed.subscriptions - 1 FROM input
    WHERE rewards_feed.partner_id = input.partner_id`
})

export const feedsPerPage = 100

/** The next partners after `after` that have a feed. */
export const listFeeds = statement({
  acrossPartners: "old events of all partners are removed",
  input: { after: "uuid" },
  output: feeds.row("partnerId"),
  sql: `SELECT f.partner_id FROM rewards_feed f
    WHERE f.partner_id > (SELECT after FROM input) ORDER BY f.partner_id LIMIT ${feedsPerPage}`
})
