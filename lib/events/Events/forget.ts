import { type Context, Effect } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { firstIdOf } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { deleteEvents, listFeeds, step } from "../statements.ts"

const retention = 30 * 24 * 60 * 60 * 1000

/** Feeds that are looked up at a time. */
const feedsAtOnce = 100

const start = "00000000-0000-0000-0000-000000000000"

/**
 * Removes old events by the time in their ids, which is a range of the primary key. Each step is a transaction of its own and
 * bounded, so that neither a writer nor another process waits for long.
 */
export const makeForget = (database: Context.Tag.Service<Database>) => {
  const removeFrom = Effect.fnUntraced(function* (partnerId: PartnerId, before: string) {
    let removed = 0
    for (;;) {
      const rows = yield* database.transaction(
        database.run(deleteEvents, [{ partner_id: partnerId, before }])
      )
      removed += rows.length
      if (rows.length < step) return removed
    }
  })

  return Effect.fnUntraced(function* () {
    const before = firstIdOf(new Date((yield* now).getTime() - retention))
    let after: string | undefined = start
    let removed = 0
    while (after !== undefined) {
      const feeds: ReadonlyArray<{ readonly partnerId: PartnerId }> = yield* database.run(listFeeds, [
        { after, size: feedsAtOnce }
      ])
      for (const { partnerId } of feeds) removed += yield* removeFrom(partnerId, before)
      after = feeds.length < feedsAtOnce ? undefined : feeds.at(-1)?.partnerId
    }
    return removed
  })
}
