import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import type { PartnerId } from "../Id.ts"
import { RequestId } from "../RequestId.ts"
import { type EventLog, type Feeds, noFeeds } from "./EventLog.ts"
import type { Fact } from "./Fact.ts"

/** A fact, and whose it is. */
export interface Happened {
  readonly partnerId: PartnerId
  readonly fact: Fact
}

/** Records facts outside of the journal, in the running transaction, for partners that have a subscriber. */
export const makeRecord = (
  database: Context.Tag.Service<Database>,
  log: Context.Tag.Service<EventLog>
): {
  /** Locks the feeds of those partners that have a subscriber. */
  readonly open: (partners: ReadonlyArray<PartnerId>) => Effect.Effect<Feeds, DatabaseFailure>
  /** Writes the facts of partners whose feeds are open. */
  readonly write: (feeds: Feeds, happened: ReadonlyArray<Happened>) => Effect.Effect<void, DatabaseFailure>
  /** Both, for a fact that is known once everything else of its transaction is written. */
  readonly record: (partnerId: PartnerId, fact: Fact) => Effect.Effect<void, DatabaseFailure>
} => {
  const open = Effect.fnUntraced(function* (partners: ReadonlyArray<PartnerId>) {
    const wanted = (yield* database.send(log.wanted(partners)))(yield* now)
    return wanted.length === 0 ? noFeeds : yield* database.send(log.lock(wanted))
  })

  const write = Effect.fnUntraced(function* (feeds: Feeds, happened: ReadonlyArray<Happened>) {
    const requestId = yield* RequestId
    const occurrences = happened
      .filter(({ partnerId }) => feeds.has(partnerId))
      .map(({ fact, partnerId }) => ({ partnerId, requestId, fact }))
    if (occurrences.length === 0) return
    yield* database.send(yield* log.append(feeds, occurrences, yield* now))
    const partners = new Set(occurrences.map(({ partnerId }) => partnerId))
    yield* database.afterCommit(() => log.tell(partners))
  })

  return {
    open,
    write,
    record: (partnerId, fact) =>
      Effect.flatMap(open([partnerId]), (feeds) => write(feeds, [{ partnerId, fact }]))
  }
}
