import { Context, Effect, Layer, Random } from "effect"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import * as Coins from "../Coins.ts"
import type { AccountId, MemberId, PartnerId } from "../Id.ts"
import {
  type Account,
  type AccountKind,
  type Entry,
  type PartnerSide,
  stripeId,
  stripes,
  walletOf
} from "./Account.ts"
import { Book } from "./Book.ts"
import {
  closeWallets,
  findFreeAccounts,
  insertTransfers,
  lockAccounts,
  openAccounts,
  ping,
  readAccounts,
  readEntries,
  updateAccounts
} from "./statements.ts"

export interface AccountKey {
  readonly partnerId: PartnerId
  readonly id: AccountId
}

/**
 * The double-entry ledger. Nothing else writes accounts and transfers.
 *
 * Locks: `lock` takes the rows of all accounts that a transaction will move, in the order of (partner, account), until that
 * transaction ends. A transaction calls it once, and locks rules or ids of members before it. Each process uses one stripe
 * of a partner's side, picked at random when it starts, so that two processes rarely wait for each other over anything but a
 * rule or a wallet that they share.
 */
export class Ledger extends Context.Tag("rewards/Ledger")<
  Ledger,
  {
    /** Opens all stripes of a new partner. Belongs in the transaction that writes the partner. */
    readonly openPartner: (partnerId: PartnerId, at: Date) => Batch.Batch<void>

    /** Opens the wallets of new members. Belongs in the transaction that writes the members. */
    readonly openWallets: (
      members: ReadonlyArray<{ readonly partnerId: PartnerId; readonly id: MemberId }>,
      at: Date
    ) => Batch.Batch<unknown>

    /**
     * Removes the wallet of a member that the same transaction removes. The caller has locked it. A wallet that has
     * entries is a conflict, because transfers are never removed.
     */
    readonly closeWallet: (member: {
      readonly partnerId: PartnerId
      readonly id: MemberId
    }) => Effect.Effect<void, DatabaseFailure>

    /** The account through which this writer issues coins or takes them back. */
    readonly side: (partnerId: PartnerId, side: PartnerSide) => AccountId

    /** Locks accounts until the running transaction ends; one that is not there is not in the book. */
    readonly lock: (accounts: ReadonlyArray<AccountKey>) => Batch.Batch<Book>

    /** Those of the accounts that another transaction holds now. */
    readonly held: (accounts: ReadonlyArray<AccountKey>) => Batch.Batch<ReadonlySet<AccountId>>

    /** Writes the transfers made in a book, and the balances that they leave. */
    readonly post: (book: Book) => Batch.Batch<void>

    /** An account as of its latest transfer: one row. */
    readonly account: (account: AccountKey) => Effect.Effect<Account | undefined, DatabaseFailure>

    /** A wallet's balance: one row. */
    readonly balance: (account: AccountKey) => Effect.Effect<Coins.Coins, DatabaseFailure>

    /** What a partner has issued (negative) or holds in its treasury, in units: the sum of a fixed number of rows. */
    readonly partnerBalance: (
      partnerId: PartnerId,
      side: PartnerSide
    ) => Effect.Effect<bigint, DatabaseFailure>

    /** An account's entries, newest first, before a version; the last one's version is the key of the next page. */
    readonly entries: (
      account: AccountKey,
      page: { readonly before?: number | undefined; readonly size: number }
    ) => Effect.Effect<ReadonlyArray<Entry>, DatabaseFailure>

    /** Runs a trivial statement, to see whether the database answers. */
    readonly ping: () => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Ledger, never, Database> = Layer.suspend(() => Layer.effect(this, make))
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const stripe = yield* Random.nextIntBetween(0, stripes)

  const open = (kind: AccountKind, accounts: ReadonlyArray<AccountKey>, at: Date) =>
    Batch.of(
      openAccounts,
      accounts.map(({ partnerId, id }) => ({
        partner_id: partnerId,
        id,
        kind,
        created_at: at.toISOString()
      }))
    )

  const allStripes = (partnerId: PartnerId, side: PartnerSide): ReadonlyArray<AccountKey> =>
    Array.from({ length: stripes }, (_, index) => ({ partnerId, id: stripeId(partnerId, side, index) }))

  const keys = (accounts: ReadonlyArray<AccountKey>) =>
    accounts.map(({ partnerId, id }) => ({ partner_id: partnerId, id }))

  const account = Effect.fn("Ledger.account")((key: AccountKey) =>
    Effect.map(database.run(readAccounts, keys([key])), ([found]): Account | undefined => found)
  )

  return Ledger.of({
    openPartner: (partnerId, at) =>
      Batch.inOrder([
        open("issuance", allStripes(partnerId, "issuance"), at),
        open("treasury", allStripes(partnerId, "treasury"), at)
      ]),

    openWallets: (members, at) =>
      open(
        "wallet",
        members.map(({ partnerId, id }) => ({ partnerId, id: walletOf(id) })),
        at
      ),

    closeWallet: Effect.fn("Ledger.closeWallet")(function* ({ partnerId, id }) {
      const closed = yield* database.run(closeWallets, keys([{ partnerId, id: walletOf(id) }]))
      if (closed.length !== 1) {
        return yield* new TransactionConflict({ reason: "a wallet was to go, and has moved" })
      }
    }),

    side: (partnerId, side) => stripeId(partnerId, side, stripe),

    lock: (accounts) => Batch.map(Batch.of(lockAccounts, keys(accounts)), (rows) => new Book(rows)),

    held: (accounts) =>
      Batch.map(
        Batch.zip(Batch.of(readAccounts, keys(accounts)), Batch.of(findFreeAccounts, keys(accounts))),
        ([all, free]) => {
          const held = new Set(all.map(({ id }) => id))
          for (const { id } of free) held.delete(id)
          return held
        }
      ),

    post: (book) => {
      const changes = book.changes()
      const transfers = Batch.of(
        insertTransfers,
        book.transfers.map((transfer) => ({
          partner_id: transfer.partnerId,
          id: transfer.id,
          kind: transfer.kind,
          amount: transfer.amount,
          debit_account: transfer.debit.id,
          debit_version: transfer.debit.version,
          debit_balance: transfer.debit.balance,
          credit_account: transfer.credit.id,
          credit_version: transfer.credit.version,
          credit_balance: transfer.credit.balance,
          created_at: transfer.createdAt.toISOString(),
          month: transfer.month
        }))
      )
      const balances = Batch.of(
        updateAccounts,
        changes.map(({ before, after }) => ({
          partner_id: after.partnerId,
          id: after.id,
          before: before.version,
          balance: after.balance,
          version: after.version
        }))
      )
      return Batch.inOrder([transfers, balances])
    },

    account,

    balance: Effect.fn("Ledger.balance")((key) =>
      Effect.map(account(key), (found) => found?.balance ?? Coins.zero)
    ),

    partnerBalance: Effect.fn("Ledger.partnerBalance")((partnerId, side) =>
      Effect.map(database.run(readAccounts, keys(allStripes(partnerId, side))), (rows) =>
        rows.reduce((sum, row) => sum + BigInt(row.balance), 0n)
      )
    ),

    entries: Effect.fn("Ledger.entries")(({ partnerId, id }, { before = Number.MAX_SAFE_INTEGER, size }) =>
      database.run(readEntries, [{ partner_id: partnerId, account_id: id, before, size }])
    ),

    ping: () => Effect.asVoid(database.run(ping, [{}]))
  })
})
