import { Array as Arr, Context, Effect, Layer, Random, Schema, Struct } from "effect"
import { BoundedMap } from "../../schema/BoundedMap.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { given, statement } from "../../sql/Statement.ts"
import type { AccountId, MemberId, PartnerId } from "../Id.ts"
import { accounts, transfers } from "../tables.ts"
import {
  type Account,
  type AccountKind,
  accountColumns,
  type Entry,
  type PartnerSide,
  pendingOf,
  stripeId,
  stripes,
  walletOf
} from "./Account.ts"
import { Book, type FullSide } from "./Book.ts"

export interface AccountKey {
  readonly partnerId: PartnerId
  readonly id: AccountId
}

/**
 * The double-entry ledger of accounts and transfers.
 *
 * `lock` locks accounts in the order of (partner, account). A group of commands locks its rules, and then calls `lock` once. `Members.join`
 * locks ids of members before it calls `lock`. Each side of a partner (issuance, treasury, expired) has several accounts, the stripes. A
 * process chooses one stripe at random when it starts. So two processes rarely need the same account of a partner. If this stripe cannot
 * hold a transfer, the process uses the other stripes, too.
 */
export class Ledger extends Context.Tag("rewards/Ledger")<
  Ledger,
  {
    /** Opens the accounts of all stripes of a new partner, in the transaction that inserts the partner. */
    readonly openPartner: (partnerId: PartnerId, at: Date) => Batch.Batch<void>

    /** Opens the pending accounts of members that have none yet. */
    readonly openPending: (
      members: ReadonlyArray<{ readonly partnerId: PartnerId; readonly memberId: MemberId }>,
      at: Date
    ) => Batch.Batch<unknown>

    /** Opens the wallets of new members, in the transaction that inserts the members. */
    readonly openWallets: (
      members: ReadonlyArray<{ readonly partnerId: PartnerId; readonly id: MemberId }>,
      at: Date
    ) => Batch.Batch<unknown>

    /** Deletes the wallet of a member. The caller has locked the wallet. Fails with a conflict if the wallet has entries. */
    readonly closeWallet: (member: {
      readonly partnerId: PartnerId
      readonly id: MemberId
    }) => Effect.Effect<void, DatabaseFailure>

    /** Closes the wallets of members that were erased or merged into others. The caller has locked and emptied the wallets. */
    readonly close: (wallets: ReadonlyArray<AccountKey>, at: Date) => Batch.Batch<unknown>

    /** Returns the accounts that this process uses for a partner's side: one stripe, or all stripes after `widen`. */
    readonly side: (partnerId: PartnerId, side: PartnerSide) => ReadonlyArray<AccountId>

    /** From now on, this process uses all stripes of these sides. Called when its own stripe is full. */
    readonly widen: (sides: ReadonlyArray<FullSide>) => void

    /** Locks accounts until COMMIT. Accounts that do not exist are not in the book. */
    readonly lock: (accounts: ReadonlyArray<AccountKey>) => Batch.Batch<Book>

    /**
     * Locks the `expired` sides of partners. It must run after all other accounts were locked. Also reads the pending accounts of members,
     * which the locks of their wallets protect.
     */
    readonly lockMore: (
      partners: ReadonlyArray<PartnerId>,
      members: ReadonlyArray<{ readonly partnerId: PartnerId; readonly memberId: MemberId }>
    ) => Batch.Batch<ReadonlyArray<Account>>

    /** Locks the accounts that no other transaction has locked, and returns their ids. Does not wait for locks. */
    readonly lockFree: (accounts: ReadonlyArray<AccountKey>) => Batch.Batch<ReadonlyArray<AccountId>>

    /** Writes the transfers of a book, the new balances, and when something is due next in wallets. */
    readonly post: (book: Book) => Batch.Batch<void>

    /** Returns an account after its latest transfer. It does not include what is due but not written yet. */
    readonly account: (account: AccountKey) => Effect.Effect<Account | undefined, DatabaseFailure>

    /** Returns the balance of a partner's side, in units of 1/10 000 coin. */
    readonly partnerBalance: (
      partnerId: PartnerId,
      side: PartnerSide
    ) => Effect.Effect<bigint, DatabaseFailure>

    /**
     * Returns an account's entries with a version below `before`, newest first. Without `before`, starts at the newest entry. The entries
     * do not include what is due but not written yet.
     */
    readonly entries: (
      account: AccountKey,
      page: { readonly before?: number | undefined; readonly size: number }
    ) => Effect.Effect<ReadonlyArray<Entry>, DatabaseFailure>

    /** Runs a trivial statement to check that the database answers. */
    readonly ping: () => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Ledger, never, Database> = Layer.suspend(() => Layer.effect(this, make))
}

const lockAccounts = accounts.lock(...accountColumns)
export const findAccounts = accounts.find(...accountColumns)
const lockFreeAccounts = accounts.lockFree()
const insertAccounts = accounts.insert({ columns: ["partnerId", "id", "kind", "owner", "createdAt"] })
const closeAccounts = accounts.update("closedAt")
const insertTransfers = transfers.insert()
const ping = statement({ input: {}, sql: "SELECT 1" })

/** Deletes wallets that have no entries. */
const deleteWallets = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: accounts.row("id"),
  sql: `DELETE FROM rewards_account
     WHERE partner_id IN ${given("partner_id")} AND (partner_id, id) IN (SELECT partner_id, id FROM input)
       AND kind = 'wallet' AND version = 0
     RETURNING id`
})

/**
 * The input of the statements that write the balances of accounts. They set the version to NULL if another transaction changed the account
 * first. The NOT NULL constraint then aborts this transaction.
 */
const changedAccount = {
  partnerId: "uuid",
  id: "uuid",
  before: "integer",
  balance: "integer",
  version: "integer"
} as const
const setBalance = `UPDATE rewards_account SET balance = input.balance,
       version = CASE WHEN rewards_account.version = input.before THEN input.version END`
const ofInput = `FROM input
     WHERE rewards_account.partner_id = input.partner_id AND rewards_account.id = input.id`
export const updateAccounts = statement({ input: changedAccount, sql: `${setBalance} ${ofInput}` })
/** Like `updateAccounts`, but also writes `next_due`. Only some transfers change `next_due`, and it is in an index. */
export const updateDueAccounts = statement({
  input: { ...changedAccount, nextDue: "instant?" },
  sql: `${setBalance}, next_due = input.next_due ${ofInput}`
})

export const entryFields = {
  ...Struct.pick(transfers.fields, "partnerId", "kind", "amount", "createdAt"),
  ...Struct.pick(accounts.fields, "version", "balance"),
  transferId: transfers.fields.id,
  accountId: accounts.fields.id
}

const half = (side: "debit" | "credit"): string =>
  `SELECT * FROM (
     SELECT partner_id, id AS transfer_id, ${side}_account AS account_id, ${side}_version AS version, kind,
       ${side === "debit" ? "-amount" : "amount"} AS amount, ${side}_balance AS balance, created_at
     FROM rewards_transfer
     WHERE ${side}_account = (SELECT account_id FROM input) AND partner_id = (SELECT partner_id FROM input)
       AND ${side}_version < (SELECT before FROM input)
     ORDER BY ${side}_version DESC LIMIT (SELECT size FROM input)
   ) AS ${side}`

/** Like the view `rewards_entry`, but debits and credits each have their own limit. So a page does not read all entries of the account. */
const readEntries = statement({
  input: { partnerId: "uuid", accountId: "uuid", before: "integer", size: "integer" },
  output: Schema.Struct(entryFields),
  sql: `SELECT partner_id, transfer_id, account_id, version, kind, amount, balance, created_at
     FROM (${half("debit")} UNION ALL ${half("credit")}) AS entry
     ORDER BY version DESC LIMIT (SELECT size FROM input)`
})

const sideKey = ({ partnerId, side }: FullSide): string => `${partnerId}${side}`

const make = Effect.gen(function* () {
  const database = yield* Database
  const stripe = yield* Random.nextIntBetween(0, stripes)
  const widened = new BoundedMap<true>(10_000)

  const open = (kind: AccountKind, keys: ReadonlyArray<AccountKey>, createdAt: Date) =>
    Batch.of(
      insertAccounts,
      keys.map(({ partnerId, id }) => ({ partnerId, id, kind, owner: null, createdAt }))
    )

  const allStripes = (partnerId: PartnerId, side: PartnerSide): ReadonlyArray<AccountKey> =>
    Array.from({ length: stripes }, (_, index) => ({ partnerId, id: stripeId(partnerId, side, index) }))

  const side = (partnerId: PartnerId, side: PartnerSide): ReadonlyArray<AccountId> =>
    widened.has(sideKey({ partnerId, side }))
      ? allStripes(partnerId, side).map(({ id }) => id)
      : [stripeId(partnerId, side, stripe)]

  return Ledger.of({
    openPartner: (partnerId, at) =>
      Batch.inOrder([
        open("issuance", allStripes(partnerId, "issuance"), at),
        open("treasury", allStripes(partnerId, "treasury"), at),
        open("expired", allStripes(partnerId, "expired"), at)
      ]),

    openPending: (members, createdAt) =>
      Batch.of(
        insertAccounts,
        members.map(({ memberId, partnerId }) => ({
          partnerId,
          id: pendingOf(memberId),
          kind: "pending",
          owner: memberId,
          createdAt
        }))
      ),

    openWallets: (members, at) =>
      open(
        "wallet",
        members.map(({ partnerId, id }) => ({ partnerId, id: walletOf(id) })),
        at
      ),

    closeWallet: Effect.fn("Ledger.closeWallet")(function* ({ partnerId, id }) {
      const closed = yield* database.run(deleteWallets, [{ partnerId, id }])
      if (closed.length !== 1) return yield* new TransactionConflict({ reason: "the wallet has entries" })
    }),

    close: (wallets, closedAt) =>
      Batch.of(
        closeAccounts,
        wallets.map(({ id, partnerId }) => ({ partnerId, id, closedAt }))
      ),

    side,

    widen: (sides) => {
      for (const each of sides) widened.set(sideKey(each), true)
    },

    lock: (keys) => Batch.map(Batch.of(lockAccounts, keys), (rows) => new Book(rows, stripe)),

    lockMore: (partners, members) =>
      Batch.map(
        Batch.all({
          pending: Batch.of(
            findAccounts,
            members.map(({ memberId, partnerId }) => ({ partnerId, id: pendingOf(memberId) }))
          ),
          expired: Batch.of(
            lockAccounts,
            partners.flatMap((partnerId) => side(partnerId, "expired").map((id) => ({ partnerId, id })))
          )
        }),
        ({ expired, pending }) => [...pending, ...expired]
      ),

    lockFree: (keys) => Batch.map(Batch.of(lockFreeAccounts, keys), (rows) => rows.map(({ id }) => id)),

    post: (book) => {
      const changes = book.changes()
      const [others, due] = Arr.partition(changes, ({ isDueChanged }) => isDueChanged)
      // A second statement would cost more than writing an unchanged `nextDue` for a few accounts.
      const isOne = others.length <= due.length
      return Batch.inOrder([
        Batch.of(insertTransfers, book.transfers),
        Batch.of(updateAccounts, isOne ? [] : others),
        Batch.of(updateDueAccounts, isOne ? changes : due)
      ])
    },

    account: Effect.fn("Ledger.account")((key) =>
      Effect.map(database.run(findAccounts, [key]), ([found]): Account | undefined => found)
    ),

    partnerBalance: Effect.fn("Ledger.partnerBalance")((partnerId, side) =>
      Effect.map(database.run(findAccounts, allStripes(partnerId, side)), (rows) =>
        rows.reduce((sum, row) => sum + BigInt(row.balance), 0n)
      )
    ),

    entries: Effect.fn("Ledger.entries")(({ partnerId, id }, { before = Number.MAX_SAFE_INTEGER, size }) =>
      database.run(readEntries, [{ partnerId, accountId: id, before, size }])
    ),

    ping: () => Effect.asVoid(database.run(ping, [{}]))
  })
})
