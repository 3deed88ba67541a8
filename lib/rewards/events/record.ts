import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import { RequestId } from "../Actor.ts"
import { now } from "../clock.ts"
import type { PartnerId } from "../Id.ts"
import { type EventLog, type Feeds, noFeeds } from "../ports.ts"
import type { Fact } from "./Fact.ts"

interface PartnerFact {
  readonly partnerId: PartnerId
  readonly fact: Fact
}

/**
 * Records changes of rules and members as facts, in the current transaction. A fact is written only if its partner has a subscriber,
 * or if the transaction is a host's.
 * `CommandWriter` records the facts of commands itself.
 */
export const makeRecord = (database: Context.Tag.Service<Database>, log: Context.Tag.Service<EventLog>) => {
  /** Locks the feeds of the partners that have a subscriber. A host's transaction locks no feed. */
  const open = Effect.fnUntraced(function* (partners: ReadonlyArray<PartnerId>) {
    if (yield* database.inHostTransaction) return log.unlocked(partners)
    const unsubscribed = new Set(yield* database.send(log.holdUnsubscribed(partners, yield* now)))
    const subscribed = partners.filter((partnerId) => !unsubscribed.has(partnerId))
    return subscribed.length === 0 ? noFeeds : yield* log.collect(yield* database.send(log.lock(subscribed)))
  })

  /** Writes the facts of partners whose feeds are open. */
  const write = Effect.fnUntraced(function* (feeds: Feeds, facts: ReadonlyArray<PartnerFact>) {
    const requestId = yield* RequestId
    const occurrences = facts
      .filter(({ partnerId }) => feeds.has(partnerId))
      .map(({ fact, partnerId }) => ({ partnerId, requestId, fact }))
    if (occurrences.length === 0) return
    yield* database.send(yield* log.append(feeds, occurrences, yield* now))
    const partners = new Set(occurrences.map(({ partnerId }) => partnerId))
    yield* database.afterCommit(() => log.notify(partners))
  })

  /** Opens a feed and writes a fact, as the last step of a transaction. */
  const record = (partnerId: PartnerId, fact: Fact) =>
    Effect.flatMap(open([partnerId]), (feeds) => write(feeds, [{ partnerId, fact }]))

  return { open, write, record }
}
