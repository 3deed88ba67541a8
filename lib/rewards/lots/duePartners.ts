import { type Context, Effect } from "effect"
import { smallestId } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { restSince } from "../../sql/RealTime.ts"
import { given, statement } from "../../sql/Statement.ts"
import { now } from "../clock.ts"
import type { PartnerId } from "../Id.ts"
import { isTestSide } from "../partners/testSide.ts"
import type { EventLog } from "../ports.ts"
import { partners } from "../tables.ts"
import { readNext } from "./freeWallets.ts"

/** A partner for which the sweeper must write something: due coins, or the event `coins.expiring`. */
export interface DuePartner {
  readonly partnerId: PartnerId
  /** Whether something is due in wallets. */
  readonly isDue: boolean
  /** The event `coins.expiring` must be written for lots that end at this instant or before; null if it need not be written. */
  readonly noticeUntil: Date | null
}

/** The result of a search. All times are milliseconds since 1970. */
export interface Search {
  readonly due: ReadonlyArray<DuePartner>
  /** The earliest time at which something is or was due; infinite if nothing waits. */
  readonly next: number
  /** The milliseconds since the oldest due pending award or lot of a live partner became due; 0 if there is none. */
  readonly lag: number
  /** The live partner of this pending award or lot; null if there is none. */
  readonly oldest: PartnerId | null
}

const day = 86_400_000
const never = Number.POSITIVE_INFINITY
const partnersPerPage = 200

const readPartners = statement({
  acrossPartners: "it sweeps all partners",
  input: { after: "uuid" },
  output: partners.row("id", "expiryNotice", "clockOffset"),
  sql: `SELECT ${partners.list("p", "id", "expiryNotice", "clockOffset")} FROM rewards_partner p
    WHERE p.id > ${given("after")} AND p.retired_at IS NULL ORDER BY p.id LIMIT ${partnersPerPage}`
})

interface Page {
  readonly partners: ReadonlyArray<{
    readonly id: PartnerId
    readonly expiryNotice: number | null
    readonly clockOffset: number
  }>
  readonly at: Date
}

/**
 * Makes the search for partners for which the sweeper must write something. The search reads two index entries for each partner, in pages
 * of partners, and rests after each page.
 */
export const makeSearch = (
  database: Context.Tag.Service<Database>,
  log: Context.Tag.Service<EventLog>
): Effect.Effect<Search, DatabaseFailure> => {
  const searchPage = Effect.fnUntraced(function* ({ at, partners }: Page) {
    const notices = new Map(partners.map(({ expiryNotice, id }) => [id, (expiryNotice ?? 0) * day]))
    const offsets = new Map(partners.map(({ clockOffset, id }) => [id, clockOffset]))
    const found = yield* database.run(
      readNext,
      partners.map(({ id: partnerId }) => ({ partnerId }))
    )
    const times = found.map(({ nextDue, partnerId, unnoticed }) => {
      const notice = notices.get(partnerId) ?? 0
      // An instant of the partner's clock, minus `offset`, is the engine's time.
      const offset = offsets.get(partnerId) ?? 0
      const noticeAt = notice === 0 || unnoticed === null ? never : unnoticed.getTime() - notice - offset
      return { partnerId, notice: notice + offset, dueAt: (nextDue?.getTime() ?? never) - offset, noticeAt }
    })
    // The event `coins.expiring` is written only if the partner has a subscriber.
    const noticing = times.flatMap(({ noticeAt, partnerId }) => (noticeAt === never ? [] : [partnerId]))
    const subscribed = noticing.length === 0 ? [] : yield* database.send(log.subscribed(noticing, at))
    const isSubscribed = new Set(subscribed)
    return times.map(({ dueAt, notice, noticeAt: planned, partnerId }) => {
      const noticeAt = isSubscribed.has(partnerId) ? planned : never
      const due: DuePartner = {
        partnerId,
        isDue: dueAt <= at.getTime(),
        noticeUntil: noticeAt <= at.getTime() ? new Date(at.getTime() + notice) : null
      }
      return { due, dueAt, noticeAt }
    })
  })

  return Effect.gen(function* () {
    const at = yield* now
    const found: Array<Effect.Effect.Success<ReturnType<typeof searchPage>>[number]> = []
    let after: string | undefined = smallestId
    while (after !== undefined) {
      const began = performance.now()
      const page: Page["partners"] = yield* database.run(readPartners, [{ after }])
      if (page.length > 0) found.push(...(yield* searchPage({ partners: page, at })))
      after = page.length < partnersPerPage ? undefined : page.at(-1)?.id
      if (after !== undefined) yield* restSince(began)
    }
    let next = never
    let dueSince = at.getTime()
    let oldest: PartnerId | null = null
    for (const { due, dueAt, noticeAt } of found) {
      next = Math.min(next, dueAt, noticeAt)
      // If a clock was moved, the coins that are due now have not waited since their due time.
      if (dueAt >= dueSince || isTestSide(due.partnerId)) continue
      dueSince = dueAt
      oldest = due.partnerId
    }
    return {
      due: found.flatMap(({ due }) => (due.isDue || due.noticeUntil !== null ? [due] : [])),
      next,
      lag: at.getTime() - dueSince,
      oldest
    }
  })
}
