import { type Context, Effect } from "effect"
import { engineNow } from "../rewards/clock.ts"
import type { PartnerId } from "../rewards/Id.ts"
import type { Database } from "../sql/Database.ts"
import { isReadOnly } from "../sql/Failure.ts"
import { addSubscription, setReadAt } from "./feeds.ts"
import { openFeed } from "./pendingEvents.ts"

/** A process writes `readAt` of a feed at most once in this many milliseconds. */
const markEvery = 60 * 60 * 1000

/** The largest number of feeds in `markedAt`. */
const maxMarked = 10_000

/** Adds subscribers to feeds. A partner's events are written while its feed has a subscriber. */
export const makeSubscriptions = (database: Context.Tag.Service<Database>) => {
  /** For each feed, the `readAt` that this process last wrote. */
  const markedAt = new Map<PartnerId, number>()

  const remember = (partnerId: PartnerId, at: Date) => () => {
    if (markedAt.size >= maxMarked) markedAt.clear()
    markedAt.set(partnerId, at.getTime())
  }

  const writeReadAt = (partnerId: PartnerId, readAt: Date) =>
    database.transaction(
      Effect.gen(function* () {
        if (!(yield* openFeed(database, partnerId)).isKnown) return
        yield* database.run(setReadAt, [{ partnerId, readAt }])
        yield* database.afterCommit(remember(partnerId, readAt))
      })
    )

  return {
    /**
     * Marks a feed as read, so that its events are written for a day. Does nothing on a read-only database. On PostgreSQL, also
     * does nothing in a host's transaction, because that transaction must not lock the feed.
     */
    markRead: Effect.fnUntraced(function* (partnerId: PartnerId) {
      const at = yield* engineNow
      const since = at.getTime() - (markedAt.get(partnerId) ?? Number.NEGATIVE_INFINITY)
      // `since` is negative if the clock was set back. Then the feed must be marked.
      if (since >= 0 && since < markEvery) return
      if (yield* database.inHostTransaction) return
      yield* Effect.catchIf(writeReadAt(partnerId, at), isReadOnly, () => Effect.void)
    }),

    /** Adds a subscription, and locks the feed until COMMIT. Returns whether the partner exists. */
    subscribe: (partnerId: PartnerId) =>
      database.transaction(
        Effect.gen(function* () {
          const { isKnown } = yield* openFeed(database, partnerId)
          if (isKnown) yield* database.run(addSubscription, [{ partnerId }])
          return isKnown
        })
      )
  }
}
