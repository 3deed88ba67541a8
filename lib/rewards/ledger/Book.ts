import { Either, Option } from "effect"
import * as Coins from "../Coins.ts"
import { BalanceTooLarge, InsufficientCoins } from "../Errors.ts"
import type { AccountId, MemberId, PartnerId } from "../Id.ts"
import type { LotChange, MemberLotChange } from "../lots/Holdings.ts"
import {
  type Account,
  type AccountKind,
  type Deposit,
  type Movement,
  movements,
  type PartnerSide,
  pendingOf,
  stripeId,
  stripes,
  type Transfer,
  type TransferKind,
  walletOf
} from "./Account.ts"

interface MovedCoins extends Pick<Transfer, "partnerId" | "amount"> {
  readonly memberId: MemberId
}

interface TransferDraft extends MovedCoins, Pick<Transfer, "id" | "createdAt" | "month" | "orderedBy"> {
  /** How the transfer changes lots of the member's wallet. */
  readonly lots?: ReadonlyArray<LotChange> | undefined
}

/** The coins of a member that go to the member `intoId`. */
interface MergeDraft extends Omit<TransferDraft, "lots"> {
  readonly intoId: MemberId
  readonly lots?: ReadonlyArray<MemberLotChange> | undefined
}

/** A side of a partner: issuance, treasury or expired. `Book.full` lists the sides that had no room. */
export interface FullSide {
  readonly partnerId: PartnerId
  readonly side: PartnerSide
}

/**
 * How a transfer changed a lot. If all coins of a transfer go into one lot, there is no entry, because `expiresAt` of the transfer names
 * the lot.
 */
export interface LotEntry extends LotChange, Pick<TransferDraft, "partnerId" | "memberId"> {
  readonly transferId: Transfer["id"]
}

interface Move {
  readonly before: Account
  readonly after: Account
}

/** A changed account. */
interface ChangedAccount extends Account {
  /** The version before the transfers of this transaction. */
  readonly before: number
  /** Whether `nextDue` changed. */
  readonly isDueChanged: boolean
}

/** Returns the end of the lot into which all coins of a transfer go; null if there is no such lot. */
const lotOf = ([change, ...others]: ReadonlyArray<LotChange>, amount: Coins.Coins): Date | null =>
  change !== undefined && others.length === 0 && change.coins === amount ? change.expiresAt : null

const isSameInstant = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

const unused = { balance: Coins.zero, version: 0, nextDue: null, closedAt: null }

/** Returns the account after a movement. Refuses a balance whose absolute value is above `Coins.max`. */
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
  readonly lotEntries: Array<LotEntry> = []
  readonly #newPending: Array<Pick<TransferDraft, "partnerId" | "memberId">> = []
  /** Sides that refused a transfer, although stripes that this transaction has not locked may have room for it. */
  readonly full: Array<FullSide> = []

  /** Transfers use the stripe with the index `stripe`: see `stripeId`. If it is full, they use another stripe among the accounts. */
  constructor(accounts: Iterable<Account>, stripe: number) {
    this.#stripe = stripe
    this.#accounts = new Map(Array.from(accounts, (account) => [account.id, account]))
  }

  /** Adds accounts that this transaction has locked after the others, and pending accounts, which the lock of the wallet protects. */
  add(accounts: Iterable<Account>): void {
    for (const account of accounts) this.#accounts.set(account.id, account)
  }

  /** Adds a wallet that this transaction opens. */
  open(partnerId: PartnerId, id: AccountId): void {
    this.#accounts.set(id, { ...unused, partnerId, id, kind: "wallet" })
  }

  /**
   * Adds an empty pending account of a member, if the member has none yet. It is written only if a transfer of this transaction uses it.
   */
  ensurePending(partnerId: PartnerId, memberId: MemberId): void {
    const id = pendingOf(memberId)
    if (this.has(id)) return
    this.#accounts.set(id, { ...unused, partnerId, id, kind: "pending" })
    this.#newPending.push({ partnerId, memberId })
  }

  /** Returns the members whose pending accounts this transaction must insert, because a transfer uses them. */
  openedPending(): ReadonlyArray<Pick<TransferDraft, "partnerId" | "memberId">> {
    return this.#newPending.filter(({ memberId }) => this.account(pendingOf(memberId)).version > 0)
  }

  /** Whether the transaction has locked the account or opened it. */
  has(id: AccountId): boolean {
    return this.#accounts.has(id)
  }

  /** Returns the account after the transfers so far. Throws for an account that was neither locked nor opened. */
  account(id: AccountId): Account {
    const account = this.#accounts.get(id)
    if (account === undefined) throw new Error(`account ${id} was not locked for this transaction`)
    return account
  }

  /**
   * Moves coins between an account of a member and one of the partner, or, for a `maturity`, between two accounts of a member. A member's
   * account never falls below zero; one of the partner can.
   */
  transfer(movement: Deposit, draft: TransferDraft): Either.Either<Transfer, BalanceTooLarge>
  transfer(
    movement: Movement,
    draft: TransferDraft
  ): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge>
  transfer(
    movement: Movement,
    draft: TransferDraft
  ): Either.Either<Transfer, InsufficientCoins | BalanceTooLarge> {
    const { amount, createdAt, id, lots = [], memberId, month, orderedBy, partnerId } = draft
    const moves = this.#moves(movement, draft)
    if (Either.isLeft(moves)) return Either.left(moves.left)
    const expiresAt = lotOf(lots, amount)
    const transfer = this.#record(
      movements[movement].kind,
      { id, partnerId, amount, createdAt, expiresAt, month, orderedBy },
      moves.right
    )
    if (expiresAt === null) {
      for (const each of lots) this.lotEntries.push({ ...each, partnerId, transferId: id, memberId })
    }
    return Either.right(transfer)
  }

  /** Moves coins from one member to another. The caller has checked that the other member can hold them. */
  merge(kind: "merge" | "pending_merge", { intoId, lots = [], memberId, ...draft }: MergeDraft): void {
    const accountOf = kind === "merge" ? walletOf : pendingOf
    const [debit, credit] = [this.account(accountOf(memberId)), this.account(accountOf(intoId))]
    const taken = { before: debit, after: Either.getOrThrow(move(debit, -draft.amount)) }
    const given = { before: credit, after: Either.getOrThrow(move(credit, draft.amount)) }
    this.#record(kind, { ...draft, expiresAt: null }, { taken, given })
    const { id: transferId, partnerId } = draft
    for (const { isFrom, ...change } of lots) {
      this.lotEntries.push({ ...change, partnerId, transferId, memberId: isFrom ? memberId : intoId })
    }
  }

  #record(
    kind: TransferKind,
    draft: Pick<Transfer, "partnerId" | "id" | "amount" | "createdAt" | "expiresAt" | "month" | "orderedBy">,
    { given, taken }: { readonly taken: Move; readonly given: Move }
  ): Transfer {
    this.#set(taken)
    this.#set(given)
    const [debit, credit] = [taken.after, given.after]
    const transfer: Transfer = {
      ...draft,
      kind,
      debitAccount: debit.id,
      debitVersion: debit.version,
      debitBalance: debit.balance,
      creditAccount: credit.id,
      creditVersion: credit.version,
      creditBalance: credit.balance
    }
    this.transfers.push(transfer)
    return transfer
  }

  /** Returns the error with which `transfer` would refuse a transfer; undefined if `transfer` would accept it. Changes nothing. */
  refusal(movement: Movement, draft: MovedCoins): InsufficientCoins | BalanceTooLarge | undefined {
    return Option.getOrUndefined(Either.getLeft(this.#moves(movement, draft)))
  }

  #moves(
    movement: Movement,
    { amount, memberId, partnerId }: MovedCoins
  ): Either.Either<{ readonly taken: Move; readonly given: Move }, InsufficientCoins | BalanceTooLarge> {
    const { from, to } = movements[movement]
    const taken = this.#move(from, partnerId, memberId, -amount)
    if (Either.isLeft(taken)) return Either.left(taken.left)
    const given = this.#move(to, partnerId, memberId, amount)
    if (Either.isLeft(given)) return Either.left(given.left)
    // A `maturity` only moves coins between two accounts of the member, so the member does not get more coins.
    const excess = from === "pending" ? undefined : this.#tooMuch(given.right.after, memberId)
    return excess === undefined
      ? Either.right({ taken: taken.right, given: given.right })
      : Either.left(excess)
  }

  #move(
    kind: AccountKind,
    partnerId: PartnerId,
    memberId: MemberId,
    amount: number
  ): Either.Either<Move, InsufficientCoins | BalanceTooLarge> {
    if (kind !== "wallet" && kind !== "pending") return this.#moveStripe({ partnerId, side: kind }, amount)
    const before = this.account(kind === "wallet" ? walletOf(memberId) : pendingOf(memberId))
    if (before.balance + amount < 0) {
      return Either.left(new InsufficientCoins({ have: before.balance, need: Coins.make(-amount) }))
    }
    return Either.map(move(before, amount), (after) => ({ before, after }))
  }

  /** Returns the error if a member's wallet and pending account together would have more than `Coins.max`. */
  #tooMuch({ balance, id, kind }: Account, memberId: MemberId): BalanceTooLarge | undefined {
    if (kind !== "wallet" && kind !== "pending") return undefined
    const other = this.#accounts.get(kind === "wallet" ? pendingOf(memberId) : walletOf(memberId))
    return balance + (other?.balance ?? 0) > Coins.max
      ? new BalanceTooLarge({ accountId: id, max: Coins.max })
      : undefined
  }

  /** Adds `amount` to the stripe of this process. If this stripe is full, uses another locked stripe. The caller stores the result. */
  #moveStripe(side: FullSide, amount: number): Either.Either<Move, BalanceTooLarge> {
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

  /** Sets when something is due next in a wallet. */
  setNextDue(id: AccountId, nextDue: Date | null): void {
    const before = this.account(id)
    if (!isSameInstant(before.nextDue, nextDue)) this.#set({ before, after: { ...before, nextDue } })
  }

  changes(): ReadonlyArray<ChangedAccount> {
    return Array.from(this.#before.values(), ({ id, nextDue, version }) => {
      const after = this.account(id)
      return { ...after, before: version, isDueChanged: !isSameInstant(nextDue, after.nextDue) }
    })
  }

  #set({ before, after }: Move): void {
    if (!this.#before.has(before.id)) this.#before.set(before.id, before)
    this.#accounts.set(after.id, after)
  }
}
