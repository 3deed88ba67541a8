import { Either } from "effect"
import * as Coins from "../Coins.ts"
import { BalanceTooLarge, InsufficientCoins } from "../Errors.ts"
import type { AccountId, MemberId, PartnerId } from "../Id.ts"
import {
  type Account,
  type Deposit,
  type Movement,
  movements,
  type PartnerSide,
  stripeId,
  stripes,
  type Transfer,
  walletOf
} from "./Account.ts"

interface TransferDraft extends Pick<Transfer, "partnerId" | "id" | "amount" | "createdAt" | "month"> {
  readonly memberId: MemberId
}

/** The issuance or the treasury side of a partner. `Book.full` lists the sides that had no room. */
export interface FullSide {
  readonly partnerId: PartnerId
  readonly side: PartnerSide
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
  /** Sides that refused a transfer, although stripes that this transaction has not locked may have room for it. */
  readonly full: Array<FullSide> = []

  /** Transfers use the stripe with the index `stripe`: see `stripeId`. If it is full, they use another stripe among the accounts. */
  constructor(accounts: Iterable<Account>, stripe: number) {
    this.#stripe = stripe
    this.#accounts = new Map(Array.from(accounts, (account) => [account.id, account]))
  }

  /** Adds a wallet that this transaction opens. */
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
  transfer(movement: Deposit, draft: TransferDraft): Either.Either<Transfer, BalanceTooLarge>
  transfer(
    movement: Movement,
    draft: TransferDraft
  ): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge>
  transfer(
    movement: Movement,
    { amount, createdAt, id, memberId, month, partnerId }: TransferDraft
  ): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge> {
    const { kind, leaves, side } = movements[movement]
    const wallet = this.account(walletOf(memberId))
    if (leaves && wallet.balance < amount) {
      return Either.left(new InsufficientCoins({ have: wallet.balance, need: amount }))
    }
    const moved = move(wallet, leaves ? -amount : amount)
    if (Either.isLeft(moved)) return Either.left(moved.left)
    const held = this.#moveStripe({ partnerId, side }, leaves ? amount : -amount)
    if (Either.isLeft(held)) return Either.left(held.left)
    const stripe = held.right
    this.#set(wallet, moved.right)
    this.#set(stripe.before, stripe.after)
    const [debit, credit] = leaves ? [moved.right, stripe.after] : [stripe.after, moved.right]
    const transfer: Transfer = {
      partnerId,
      id,
      kind,
      amount,
      createdAt,
      month,
      debitAccount: debit.id,
      debitVersion: debit.version,
      debitBalance: debit.balance,
      creditAccount: credit.id,
      creditVersion: credit.version,
      creditBalance: credit.balance
    }
    this.transfers.push(transfer)
    return Either.right(transfer)
  }

  /** Adds `amount` to the stripe of this process. If this stripe is full, uses another locked stripe. The caller stores the result. */
  #moveStripe(
    side: FullSide,
    amount: number
  ): Either.Either<{ readonly before: Account; readonly after: Account }, BalanceTooLarge> {
    const own = this.account(stripeId(side.partnerId, side.side, this.#stripe))
    const moved = move(own, amount)
    if (Either.isRight(moved)) return Either.right({ before: own, after: moved.right })
    const all = Array.from({ length: stripes }, (_, index) =>
      this.#accounts.get(stripeId(side.partnerId, side.side, index))
    )
    for (const before of all) {
      const after = before === undefined ? moved : move(before, amount)
      if (before !== undefined && Either.isRight(after)) return Either.right({ before, after: after.right })
    }
    if (all.includes(undefined)) this.full.push(side)
    return Either.left(moved.left)
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
