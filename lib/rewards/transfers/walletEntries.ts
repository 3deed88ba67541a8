import { type Context, Effect, Schema } from "effect"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import type { MemberId, PartnerId, TransferId } from "../Id.ts"
import { type Entry, type WalletEntry, WalletKind, walletOf } from "../ledger/Account.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { readSettled } from "../lots/settledWallets.ts"
import { findVersion } from "./transactions.ts"

/** The number of entries of a wallet, and those of them that are due but not written, newest first. */
export interface WalletState {
  readonly version: number
  readonly due: ReadonlyArray<WalletEntry>
}

const isWalletKind = Schema.is(WalletKind)

const ofWallet = (entry: Entry): WalletEntry => {
  const { kind } = entry
  if (!isWalletKind(kind)) throw new Error(`a wallet has an entry of the kind ${kind}`)
  return { ...entry, kind }
}

/** Reads the entries of wallets. Those that are due are read like those that are written. */
export const makeWalletEntries = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>
) => {
  const state = Effect.fnUntraced(function* (partnerId: PartnerId, memberId: MemberId) {
    const at = yield* now
    const account = yield* ledger.account({ partnerId, id: walletOf(memberId) })
    const nextDue = account?.nextDue ?? null
    const written: WalletState = { version: account?.version ?? 0, due: [] }
    if (nextDue === null || nextDue > at) return written
    const settled = (yield* readSettled(database, [{ partnerId, memberId }], at)).get(memberId)
    return settled === undefined ? written : { ...settled, due: settled.due.toReversed() }
  })

  return {
    state,

    /** At most `size` entries with a version below `before`, newest first. */
    page: (
      partnerId: PartnerId,
      memberId: MemberId,
      { due, version }: WalletState,
      { before, size }: { readonly before: number; readonly size: number }
    ): Effect.Effect<ReadonlyArray<WalletEntry>, DatabaseFailure> => {
      const newest = due.filter((entry) => entry.version < before).slice(0, size)
      if (newest.length === size) return Effect.succeed(newest)
      const rest = { before: Math.min(before, version - due.length + 1), size: size - newest.length }
      return Effect.map(ledger.entries({ partnerId, id: walletOf(memberId) }, rest), (entries) => [
        ...newest,
        ...entries.map(ofWallet)
      ])
    },

    /** The version of the entry with this id. Null if the wallet has no such entry. */
    versionOf: Effect.fnUntraced(function* (
      partnerId: PartnerId,
      memberId: MemberId,
      { due }: WalletState,
      id: TransferId
    ) {
      const entry = due.find(({ transferId }) => transferId === id)
      if (entry !== undefined) return entry.version
      const [written] = yield* database.run(findVersion, [{ partnerId, memberId, id }])
      return written?.version ?? null
    })
  }
}
