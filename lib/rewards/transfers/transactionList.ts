import { type Context, Effect } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { now } from "../clock.ts"
import type { MemberId, PartnerId, TransferId } from "../Id.ts"
import type { WalletEntry } from "../ledger/Account.ts"
import { fittingIds, foundPage, windowSize } from "../listStatements.ts"
import { isTimed, listRow } from "../lists.ts"
import { afterDue } from "../lots/due.ts"
import { readDueEntries, readDuePage } from "../lots/dueEntries.ts"
import { findMember, isMerged } from "../members/memberIds.ts"
import type { Orderers } from "../orderers/Orderers.ts"
import type { ListTransactions, TransactionPage } from "./Transfer.ts"
import { readDescriptions, readTransactions, searchTransactions } from "./transactions.ts"
import type { makeWalletEntries } from "./walletEntries.ts"

type ListedEntry = WalletEntry & { readonly userId: string }

interface FoundRow {
  readonly id: TransferId
  readonly found: boolean
}

/** The start of the list of a wallet: entries that are due but not written yet. */
interface Start {
  /** The smallest version of these entries. The written entries that follow have smaller versions. Null if no entry is due. */
  readonly start: number | null
  readonly due: ReadonlyArray<WalletEntry>
}

const nothingDue: Start = { start: null, due: [] }

/**
 * Makes a function that lists the transactions of one member or of all members, newest first. Maturities and expiries that are due are
 * listed as if they were written.
 */
export const makeList = (
  database: Context.Tag.Service<Database>,
  wallets: ReturnType<typeof makeWalletEntries>,
  orderers: Context.Tag.Service<Orderers>
) => {
  const startOf = Effect.fnUntraced(function* (
    { after, metadataKey, partnerId }: ListTransactions,
    memberId: MemberId,
    size: number
  ) {
    // Maturities and expiries have no metadata.
    if (metadataKey !== undefined) return nothingDue
    const state = yield* wallets.state(partnerId, memberId)
    if (!state.isDue) return nothingDue
    const last = after === undefined ? null : yield* wallets.versionOf(partnerId, memberId, after)
    const page = { before: last ?? state.version + 1, size }
    const due = yield* readDuePage(database, { partnerId, memberId }, page, yield* now)
    return { start: due.at(-1)?.version ?? null, due }
  })

  /** Finds the transactions of a page. In the list of a wallet, the entries that are due but not written yet come first. */
  const search = Effect.fnUntraced(function* (asked: ListTransactions, memberId: MemberId | null) {
    const { partnerId, userId: _, type, ...listing } = asked
    const { after, fromAt, toAt, ...row } = { ...listRow(listing), after: listing.after ?? null }
    const merged = memberId !== null && (yield* isMerged(database, { id: memberId, partnerId }))
    const filter = {
      member: memberId !== null,
      merged,
      metadata: listing.metadataKey !== undefined,
      timed: isTimed(listing),
      kind: type
    }
    const most = filter.timed || type !== undefined ? windowSize : row.size
    const { due, start } = memberId === null || merged ? nothingDue : yield* startOf(asked, memberId, most)
    const first = due
      .filter(({ createdAt, kind }) => (type ?? kind) === kind && createdAt >= fromAt && createdAt < toAt)
      .map(({ transferId }): FoundRow => ({ id: transferId, found: true }))
    const last = due.at(-1)
    // There are enough due entries for the page, or for the window of the search, so no written entries are read.
    if (last !== undefined && due.length === most) {
      return { due, rows: most === row.size ? first : [...first, { id: last.transferId, found: false }] }
    }
    const end = afterDue(yield* now)
    const found = yield* database.run(searchTransactions(filter), [
      {
        ...row,
        partnerId,
        memberId,
        after,
        fromAt,
        toAt,
        start,
        due: due.length,
        dueBefore: row.before < end ? row.before : end
      }
    ])
    return { due, rows: [...first, ...found] }
  })

  /**
   * Reads entries that were due when the page was found. If a command has written some of them since then, reads those like other written
   * entries.
   */
  const readDue = Effect.fnUntraced(function* (partnerId: PartnerId, ids: ReadonlyArray<TransferId>) {
    const due = yield* readDueEntries(database, partnerId, ids, yield* now)
    const isDue = new Set<string>(due.map(({ transferId }) => transferId))
    const written = ids.filter((id) => !isDue.has(id)).map((id) => ({ partnerId, id }))
    return [...due, ...(yield* database.run(readTransactions, written))]
  })

  return Effect.fnUntraced(function* (asked: ListTransactions) {
    const { limit, partnerId, userId } = asked
    const memberId = userId === undefined ? null : (yield* findMember(database, { partnerId, userId })).id
    const { due, rows: found } = yield* search(asked, memberId)
    const page = foundPage(found, limit)
    const { descriptions, rows } = yield* database.send(
      Batch.all({
        rows: Batch.of(
          readTransactions,
          page.ids.map((id) => ({ partnerId, id }))
        ),
        descriptions: readDescriptions(partnerId, page.ids)
      })
    )
    const known = new Map<string, ListedEntry>([
      ...due.map((entry) => [entry.transferId, { ...entry, userId: userId ?? "" }] as const),
      ...rows.map((entry) => [entry.transferId, entry] as const)
    ])
    const missing = page.ids.filter((id) => !known.has(id))
    if (missing.length > 0) {
      for (const entry of yield* readDue(partnerId, missing)) known.set(entry.transferId, entry)
    }
    const { ids, next } = fittingIds(page, descriptions.fits)
    const named = yield* orderers.named(partnerId, descriptions.orderers)
    const data = ids.flatMap((id) => {
      const entry = known.get(id)
      if (entry === undefined) return []
      return [descriptions.describe({ ...entry, userId: userId ?? entry.userId }, named)]
    })
    return { data, hasMore: next !== null, next } satisfies TransactionPage
  })
}
