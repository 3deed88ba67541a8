import { type Context, Effect } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { type DatabaseFailure, isReadOnly } from "../../sql/Failure.ts"
import { markRead } from "../statements.ts"

/** Milliseconds after which a feed that is read is marked again. */
const markEvery = 60 * 60 * 1000

/** Feeds that are remembered. Forgetting one costs a write more. */
const mostKnown = 10_000

/**
 * Notes that a partner's feed was read, so that its events are written for another day: at most one write an hour for each partner
 * and process. A database that is only for reading notes nothing.
 */
export const makeMark = (database: Context.Tag.Service<Database>) => {
  const marked = new Map<PartnerId, number>()

  return Effect.fnUntraced(function* (partnerId: PartnerId) {
    const at = yield* now
    const since = at.getTime() - (marked.get(partnerId) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back must not leave a feed unmarked.
    if (since >= 0 && since < markEvery) return
    const remember = () => {
      if (marked.size >= mostKnown) marked.clear()
      marked.set(partnerId, at.getTime())
    }
    const write = Effect.flatMap(
      database.run(markRead, [{ partner_id: partnerId, read_at: at.toISOString() }]),
      (found) => (found.length === 0 ? Effect.void : database.afterCommit(remember))
    )
    yield* Effect.catchIf(
      database.transaction(write),
      (error: DatabaseFailure) => isReadOnly(error),
      () => Effect.void
    )
  })
}
