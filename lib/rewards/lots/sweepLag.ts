import { Effect } from "effect"
import { Database } from "../../sql/Database.ts"
import { now } from "../clock.ts"
import { EventLog } from "../ports.ts"
import { makeSearch } from "./duePartners.ts"
import { findDue } from "./freeWallets.ts"

/** How late the sweeper is. */
export interface SweepLag {
  /** For how many milliseconds the oldest pending award or lot that is due has waited to be written; 0 if nothing waits. */
  readonly milliseconds: number
  /** The wallet in which it waits; null if nothing waits, or if it was written in the meantime. */
  readonly wallet: { readonly partnerId: string; readonly memberId: string } | null
}

export const readSweepLag = Effect.gen(function* () {
  const database = yield* Database
  const { lag: milliseconds, oldest: partnerId } = yield* makeSearch(database, yield* EventLog)
  if (partnerId === null) return { milliseconds, wallet: null }
  const [found] = yield* database.run(findDue, [{ partnerId, at: yield* now, passed: 0 }])
  const wallet = found === undefined ? null : { partnerId, memberId: found.memberId }
  return { milliseconds, wallet } satisfies SweepLag
})
