import { type Context, Effect, Schema } from "effect"
import type { Database } from "../../sql/Database.ts"
import { now } from "../clock.ts"
import type { MemberId, PartnerId, TransferId } from "../Id.ts"
import { type Entry, type WalletEntry, WalletKind, walletOf } from "../ledger/Account.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { readDueEntries, readDuePage, readSettled } from "../lots/dueEntries.ts"
import { findVersion } from "./transactions.ts"

/** The state that a wallet has when everything that is due is written. */
export interface WalletState {
  /** The number of entries of the wallet, including those that are due but not written yet. */
  readonly version: number
  /** Whether something is due but not written yet. */
  readonly isDue: boolean
}

const isWalletKind = Schema.is(WalletKind)

const ofWallet = (entry: Entry): WalletEntry => {
  const { kind } = entry
  if (!isWalletKind(kind)) throw new Error(`a wallet has an entry of the kind ${kind}`)
  return { ...entry, kind }
}

/** Reads the entries of wallets. Due entries are returned like written ones. */
export const makeWalletEntries = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>
) => {
  const state = Effect.fnUntraced(function* (partnerId: PartnerId, memberId: MemberId) {
    const at = yield* now
    const account = yield* ledger.account({ partnerId, id: walletOf(memberId) })
    const nextDue = account?.nextDue ?? null
    if (nextDue === null || nextDue > at) return { version: account?.version ?? 0, isDue: false }
    const settled = (yield* readSettled(database, [{ partnerId, memberId }], at)).get(memberId)
    return { version: settled?.version ?? 0, isDue: true }
  })

  return {
    state,

    /** Reads at most `size` entries with a version below `before`, newest first. */
    page: Effect.fnUntraced(function* (
      partnerId: PartnerId,
      memberId: MemberId,
      { isDue }: WalletState,
      page: { readonly before: number; readonly size: number }
    ) {
      const newest = isDue ? yield* readDuePage(database, { partnerId, memberId }, page, yield* now) : []
      if (newest.length === page.size) return newest
      // The versions of a wallet have no gaps, so the written entries follow, even if a command has written others since then.
      const rest = { before: newest.at(-1)?.version ?? page.before, size: page.size - newest.length }
      const entries = yield* ledger.entries({ partnerId, id: walletOf(memberId) }, rest)
      return [...newest, ...entries.map(ofWallet)]
    }),

    /** Returns the version of the entry with this id; null if the wallet has no such entry. */
    versionOf: Effect.fnUntraced(function* (partnerId: PartnerId, memberId: MemberId, id: TransferId) {
      const [entry] = yield* readDueEntries(database, partnerId, [id], yield* now)
      if (entry?.accountId === walletOf(memberId)) return entry.version
      const [written] = yield* database.run(findVersion, [{ partnerId, memberId, id }])
      return written?.version ?? null
    })
  }
}
