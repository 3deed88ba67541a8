import { Effect, Layer } from "effect"
import type { AccountId, PartnerId } from "../rewards/Id.ts"
import { Database } from "../sql/Database.ts"
import { bar } from "./Backfill/bar.ts"
import {
  countBehind,
  fence,
  findBehind,
  lockBehind,
  markComplete,
  markKept,
  readComplete
} from "./Backfill/statements.ts"
import { Scores } from "./Scores.ts"

/** One transaction catches up with this many accounts. */
const chunk = 500

interface Cursor {
  readonly partnerId: PartnerId | string
  readonly id: AccountId | string
}

const beginning: Cursor = {
  partnerId: "00000000-0000-0000-0000-000000000000",
  id: "00000000-0000-0000-0000-000000000000"
}

/**
 * Fills the boards in for a database that is older than they are, before anything else starts.
 *
 * An account says how many of its entries the boards hold. It is behind until they hold all, so whoever goes on after an
 * interruption knows where, and several processes may do it at once. Processes of an older version keep writing meanwhile
 * and leave accounts behind; the last step keeps them out for a moment, catches up, and sets the constraint that from then
 * on refuses a writer that does not keep the boards.
 */
export const complete = Effect.fn("Backfill.complete")(function* () {
  const database = yield* Database
  const scores = yield* Scores

  const isComplete = Effect.map(database.run(readComplete, [{}]), (rows) => rows.length > 0)

  /** Catches up with some accounts after the cursor, and gives the last of them; none when there are no more. */
  const step = (after: Cursor) =>
    database.transaction(
      Effect.gen(function* () {
        const found = yield* database.run(findBehind, [
          { partner_id: after.partnerId, id: after.id, size: chunk }
        ])
        const locked = yield* database.run(lockBehind, found)
        const wallets = locked.filter(({ kind, kept, version }) => kind === "wallet" && kept < version)
        yield* scores.catchUp(wallets)
        yield* database.run(markKept, locked)
        const last = found.at(-1)
        return last && { cursor: { partnerId: last.partner_id, id: last.id }, done: found.length }
      })
    )

  const pass = Effect.fnUntraced(function* (total: number) {
    let [cursor, done, shown] = [beginning, 0, 0]
    for (;;) {
      const reached = yield* step(cursor)
      if (reached === undefined) return
      cursor = reached.cursor
      done += reached.done
      const percent = Math.min(100, Math.floor((100 * done) / total))
      if (total > chunk && percent >= shown) {
        yield* Effect.logInfo(`Filling the boards in: ${bar(done, total)}`)
        shown = percent + 5
      }
    }
  })

  const finish = database.transaction(
    Effect.gen(function* () {
      yield* Effect.forEach(fence[database.dialect.name].before, database.define, { discard: true })
      if (yield* isComplete) return
      yield* pass(0)
      yield* Effect.forEach(fence[database.dialect.name].after, database.define, { discard: true })
      const at = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
      yield* database.run(markComplete, [{ name: "boards", completed_at: at.toISOString() }])
    })
  )

  if (yield* isComplete) return
  const [{ total } = { total: 0 }] = yield* database.run(countBehind, [{}])
  if (total > 0) yield* pass(total)
  yield* finish
})

export const layer = Layer.effectDiscard(complete())
