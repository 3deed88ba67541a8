import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import { RequestId } from "../Actor.ts"
import { engineNow, now } from "../clock.ts"
import type { PartnerId } from "../Id.ts"
import type { OrdererNumber } from "../orderers/Orderer.ts"
import type { EventLog, Feeds } from "../ports.ts"
import type { Fact } from "./Fact.ts"

interface PartnerFact {
  readonly partnerId: PartnerId
  readonly orderedBy: OrdererNumber
  readonly fact: Fact
}

/**
 * Records changes of rules and members as facts, in the current transaction. A fact is written if its partner has a subscriber or, on
 * PostgreSQL, if the transaction is a host's. `CommandWriter` records the facts of commands itself.
 */
export const makeRecord = (database: Context.Tag.Service<Database>, log: Context.Tag.Service<EventLog>) => {
  /** Locks the feeds of partners, and returns the feeds to write to. On PostgreSQL, a host's transaction locks no feed. */
  const open = Effect.fnUntraced(function* (partners: ReadonlyArray<PartnerId>) {
    const at = yield* engineNow
    const locked = (yield* database.inHostTransaction)
      ? log.unlocked(partners)
      : yield* database.send(log.lock(partners, at))
    return yield* log.collect(locked, at)
  })

  /** Writes the facts of partners whose feeds are open. */
  const write = Effect.fnUntraced(function* (feeds: Feeds, facts: ReadonlyArray<PartnerFact>) {
    const requestId = yield* RequestId
    const occurrences = facts
      .filter(({ partnerId }) => feeds.has(partnerId))
      .map((each) => ({ ...each, requestId }))
    if (occurrences.length === 0) return
    yield* database.send(yield* log.append(feeds, occurrences, yield* now))
    const partners = new Set(occurrences.map(({ partnerId }) => partnerId))
    yield* database.afterCommit(() => log.notify(partners))
  })

  /** Opens the feed of a partner, and writes a fact. */
  const record = (each: PartnerFact) =>
    Effect.flatMap(open([each.partnerId]), (feeds) => write(feeds, [each]))

  return { open, write, record }
}
