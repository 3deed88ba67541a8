import { Either } from "effect"
import * as Coins from "../Coins.ts"
import { BalanceTooLarge, InsufficientCoins } from "../Errors.ts"
import type { AccountId, MemberId, PartnerId } from "../Id.ts"
import {
  type Account,
  leavesWallet,
  stripeId,
  type Transfer,
  type TransferKind,
  walletOf
} from "./Account.ts"

interface TransferDraft extends Pick<Transfer, "partnerId" | "id" | "amount" | "createdAt" | "month"> {
  readonly memberId: MemberId
}

/** The account after a movement. Refuses a balance whose absolute value is above `Coins.max`. */
const move = (account: Account, amount: number): Either.Either<Account, BalanceTooLarge> => {
  const balance = account.balance + amount
  return Math.abs(balance) > Coins.max
    ? Either.left(new BalanceTooLarge({ accountId: account.id, max: Coins.max }))
    : Either.right({ ...account, balance: Coins.make(balance), version: account.version + 1 })
}

/** The locked accounts of one transaction, and its transfers so far. It does no I/O; `Ledger.post` writes the transfers. */
export class Book {
  readonly #accounts: Map<AccountId, Account>
  readonly #before = new Map<AccountId, Account>()
  readonly #stripe: number
  readonly transfers: Array<Transfer> = []

  /** A partner has several issuance and several treasury accounts. Transfers use those with the index `stripe`: see `stripeId`. */
  constructor(accounts: Iterable<Account>, stripe: number) {
    this.#stripe = stripe
    this.#accounts = new Map(Array.from(accounts, (account) => [account.id, account]))
  }

  /** Adds a wallet that the same transaction opens. */
  open(partnerId: PartnerId, id: AccountId): void {
    this.#accounts.set(id, { partnerId, id, kind: "wallet", balance: Coins.zero, version: 0 })
  }

  /** Whether the transaction has locked the account or opened it. */
  has(id: AccountId): boolean {
    return this.#accounts.has(id)
  }

  /** The account after the transfers so far. Throws for an account that was neither locked nor opened. */
  account(id: AccountId): Account {
    const account = this.#accounts.get(id)
    if (account === undefined) throw new Error(`account ${id} was not locked for this transaction`)
    return account
  }

  /** Moves coins between a wallet and the partner. A wallet never falls below zero; an account of the partner can. */
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
    { amount, createdAt, id, memberId, month, partnerId }: TransferDraft
  ): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge> {
    const leaves = leavesWallet(kind)
    const side = kind === "award" || kind === "award_reversal" ? "issuance" : "treasury"
    const partner = this.account(stripeId(partnerId, side, this.#stripe))
    const wallet = this.account(walletOf(memberId))
    const [from, to] = leaves ? [wallet, partner] : [partner, wallet]
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
      partnerId,
      id,
      kind,
      amount,
      createdAt,
      month,
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

  /** The accounts that have new transfers. `before` is the version before these transfers. */
  changes(): ReadonlyArray<Account & { readonly before: number }> {
    return Array.from(this.#before.values(), ({ id, version }) => ({ ...this.account(id), before: version }))
  }

  #set(before: Account, after: Account): void {
    if (!this.#before.has(before.id)) this.#before.set(before.id, before)
    this.#accounts.set(after.id, after)
  }
}
