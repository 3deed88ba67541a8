import { Either } from "effect"
import * as Coins from "../Coins.ts"
import { BalanceTooLarge, InsufficientCoins } from "../Errors.ts"
import type { AccountId, PartnerId } from "../Id.ts"
import { type Account, leavesWallet, type Transfer, type TransferKind } from "./Account.ts"

export interface TransferDraft extends Pick<Transfer, "partnerId" | "id" | "amount" | "createdAt" | "month"> {
  readonly wallet: AccountId
  /** The partner's account: a stripe of issuance for awards and reversals, of the treasury for transfers and refunds. */
  readonly side: AccountId
}

/** Account balances stay exact as JavaScript numbers. */
const move = (account: Account, amount: number): Either.Either<Account, BalanceTooLarge> => {
  const balance = account.balance + amount
  return Math.abs(balance) > Coins.max
    ? Either.left(new BalanceTooLarge({ accountId: account.id, max: Coins.max }))
    : Either.right({ ...account, balance: Coins.make(balance), version: account.version + 1 })
}

/**
 * The locked accounts of one transaction, and the transfers between them so far. It lives for one transaction and does no I/O;
 * `Ledger.post` writes it.
 */
export class Book {
  readonly #accounts: Map<AccountId, Account>
  readonly #before = new Map<AccountId, Account>()
  readonly transfers: Array<Transfer> = []

  constructor(accounts: Iterable<Account>) {
    this.#accounts = new Map(Array.from(accounts, (account) => [account.id, account]))
  }

  /** Adds a wallet that the same transaction opens. */
  open(partnerId: PartnerId, id: AccountId): void {
    this.#accounts.set(id, { partnerId, id, kind: "wallet", balance: Coins.zero, version: 0 })
  }

  /** Whether the account existed when it was to be locked. */
  has(id: AccountId): boolean {
    return this.#accounts.has(id)
  }

  /** The account after the last transfer in this book. Throws for an account that was not locked. */
  account(id: AccountId): Account {
    const account = this.#accounts.get(id)
    if (account === undefined) throw new Error(`account ${id} was not locked for this transaction`)
    return account
  }

  /** Moves coins between a wallet and the partner. A wallet cannot give more than it has; a partner's stripe can. */
  transfer(
    kind: "award" | "user_partner_refund",
    draft: TransferDraft
  ): Either.Either<Transfer, BalanceTooLarge>
  transfer(
    kind: TransferKind,
    draft: TransferDraft
  ): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge>
  transfer(
    kind: TransferKind,
    { side, wallet, ...draft }: TransferDraft
  ): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge> {
    const { amount } = draft
    const leaves = leavesWallet(kind)
    const from = this.account(leaves ? wallet : side)
    const to = this.account(leaves ? side : wallet)
    if (leaves && from.balance < amount) {
      return Either.left(new InsufficientCoins({ have: from.balance, need: amount }))
    }
    const debit = move(from, -amount)
    if (Either.isLeft(debit)) return Either.left(debit.left)
    const credit = move(to, amount)
    if (Either.isLeft(credit)) return Either.left(credit.left)
    this.#set(from, debit.right)
    this.#set(to, credit.right)
    const transfer: Transfer = {
      ...draft,
      kind,
      debitAccount: from.id,
      debitVersion: debit.right.version,
      debitBalance: debit.right.balance,
      creditAccount: to.id,
      creditVersion: credit.right.version,
      creditBalance: credit.right.balance
    }
    this.transfers.push(transfer)
    return Either.right(transfer)
  }

  /** Every account that moved: the version that it was locked at, and its state now. */
  changes(): ReadonlyArray<Account & { readonly before: number }> {
    return Array.from(this.#before.values(), ({ id, version }) => ({ ...this.account(id), before: version }))
  }

  #set(before: Account, after: Account): void {
    if (!this.#before.has(before.id)) this.#before.set(before.id, before)
    this.#accounts.set(after.id, after)
  }
}
