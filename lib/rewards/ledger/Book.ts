import { Either } from "effect"
import { type Coins, zero } from "../Coins.ts"
import type { BalanceTooLarge, InsufficientCoins } from "../Errors.ts"
import type { AccountId, PartnerId } from "../Id.ts"
import { type Account, giveBack, issue, redeem, type Transfer, takeBack } from "./Account.ts"

export type TransferDraft = Omit<Transfer, "kind" | "debit" | "credit"> & {
  readonly debit: AccountId
  readonly credit: AccountId
}

/**
 * The accounts of one transaction, locked, and the transfers made on them so far. It lives for one transaction only and
 * touches nothing outside; `Ledger.post` writes what it holds.
 */
export class Book {
  readonly #accounts: Map<AccountId, Account>
  readonly #before = new Map<AccountId, Account>()
  readonly transfers: Array<Transfer> = []

  constructor(accounts: Iterable<Account>) {
    this.#accounts = new Map(Array.from(accounts, (account) => [account.id, account]))
  }

  /** Adds a wallet that is opened in the same transaction. */
  open(partnerId: PartnerId, id: AccountId): void {
    this.#accounts.set(id, { partnerId, id, kind: "wallet", balance: zero, version: 0 })
  }

  /** Whether the account was there to be locked. */
  has(id: AccountId): boolean {
    return this.#accounts.has(id)
  }

  /** The account as of the last transfer in this book. Asking for one that was not locked is a defect. */
  account(id: AccountId): Account {
    const account = this.#accounts.get(id)
    if (account === undefined) throw new Error(`account ${id} was not locked for this transaction`)
    return account
  }

  /** Pays new coins into a wallet. */
  issue(draft: TransferDraft): Either.Either<Transfer, BalanceTooLarge> {
    return this.#make("award", draft, issue)
  }

  /** Moves coins from a wallet to the partner. */
  redeem(draft: TransferDraft): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge> {
    return this.#make("user_partner_transfer", draft, redeem)
  }

  /** Takes the coins of an award back out of a wallet. The draft has the month of the award. */
  takeBack(draft: TransferDraft): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge> {
    return this.#make("award_reversal", draft, takeBack)
  }

  /** Gives the coins of a transfer back to a wallet. The draft has the month of that transfer. */
  giveBack(draft: TransferDraft): Either.Either<Transfer, BalanceTooLarge> {
    return this.#make("user_partner_refund", draft, giveBack)
  }

  /** Every account that moved, as it was locked and as it is now. */
  changes(): ReadonlyArray<{ readonly before: Account; readonly after: Account }> {
    return Array.from(this.#before.values(), (before) => ({ before, after: this.account(before.id) }))
  }

  #make<E>(
    kind: Transfer["kind"],
    draft: TransferDraft,
    move: (
      debit: Account,
      credit: Account,
      amount: Coins
    ) => Either.Either<Pick<Transfer, "debit" | "credit">, E>
  ): Either.Either<Transfer, E> {
    const before = { debit: this.account(draft.debit), credit: this.account(draft.credit) }
    return Either.map(move(before.debit, before.credit, draft.amount), (after) => {
      this.#set(before.debit, after.debit)
      this.#set(before.credit, after.credit)
      const transfer = { ...draft, ...after, kind }
      this.transfers.push(transfer)
      return transfer
    })
  }

  #set(before: Account, after: Account): void {
    if (!this.#before.has(before.id)) this.#before.set(before.id, before)
    this.#accounts.set(after.id, after)
  }
}
