import { Context, Effect, type Either, Layer, Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import {
  Count,
  type InvalidInput,
  invalid,
  mustBe,
  parser,
  required,
  type Unparsed
} from "../../schema/Input.ts"
import { maxPageBytes, PageSize } from "../../schema/Page.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { orderedBy } from "../Actor.ts"
import { bulkKind, readBulk, writeBulk } from "../commands/bulk.ts"
import {
  Command,
  outcomeOf,
  type Recorded,
  type RefundRefused,
  type TransferRefused
} from "../commands/Command.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type { MemberNotFound, QueueFull } from "../Errors.ts"
import { PartnerId } from "../Id.ts"
import type { WalletEntry } from "../ledger/Account.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { checkListing } from "../lists.ts"
import { UserId } from "../members/Member.ts"
import { findMember } from "../members/memberIds.ts"
import { Orderers } from "../orderers/Orderers.ts"
import { type Refund, RefundCommand, type RefundInput } from "../reversals/Reversal.ts"
import {
  type History,
  ListTransactions,
  type ListTransactionsInput,
  type Transaction,
  type TransactionPage,
  TransferCommand,
  type TransferInput,
  type WalletTransfer
} from "./Transfer.ts"
import { makeList } from "./transactionList.ts"
import { readDescriptions } from "./transactions.ts"
import { makeWalletEntries } from "./walletEntries.ts"

export type TransferReceipt = Recorded<WalletTransfer>

/** The errors of a refund. A refund that fails with one of these errors has written nothing. */
export type RefundError = InvalidInput | RefundRefused

export type RefundReceipt = Recorded<Refund>

export type HistoryInput = Documented.Of<typeof HistoryPage, Documented.HistoryInput>

export type StatementInput = Documented.Of<typeof StatementPage, Documented.StatementInput>

/** Transfers from wallets to the partner, their refunds, and the lists of transactions. */
export class Transfers extends Context.Tag("rewards/Transfers")<
  Transfers,
  {
    /** Moves coins from a member's wallet to the partner. The wallet never goes below zero. */
    readonly transfer: (
      input: TransferInput | Unparsed
    ) => Effect.Effect<TransferReceipt, InvalidInput | TransferRefused | DatabaseFailure | QueueFull>

    /** Moves the coins of a transfer back to the wallet. A transfer can be refunded only once. */
    readonly refund: (
      input: RefundInput | Unparsed
    ) => Effect.Effect<RefundReceipt, RefundError | DatabaseFailure | QueueFull>

    /** Like `refund`, for up to 1 000 refunds. Returns one outcome for each refund, in the order of `inputs`. */
    readonly refundMany: (
      inputs: ReadonlyArray<RefundInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<RefundReceipt, RefundError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /**
     * Returns a page of transactions of one member or of all members, newest first, with filters by type, time and metadata. `after` is the
     * `next` of the previous page.
     */
    readonly list: (
      input: ListTransactionsInput | Unparsed
    ) => Effect.Effect<TransactionPage, InvalidInput | MemberNotFound | DatabaseFailure>

    /** Returns a page of a wallet's entries, newest first, by page number. Refuses a `limit` if the texts of the page exceed 250 kB. */
    readonly history: (
      input: HistoryInput | Unparsed
    ) => Effect.Effect<History, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * Returns a wallet's entries, newest first. `before` is the version of the last entry of the previous page. Refuses a `limit` if the
     * texts of the page exceed 250 kB.
     */
    readonly statement: (
      input: StatementInput
    ) => Effect.Effect<ReadonlyArray<Transaction>, InvalidInput | MemberNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Transfers, never, Database | CommandWriter | Ledger | Orderers> =
    Layer.suspend(() => Layer.effect(this, make))
}

export const StatementPage = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  /** The version of the last entry of the previous page. */
  before: Schema.optional(Schema.Int.pipe(Schema.positive(), mustBe("a version of this wallet"))),
  limit: Schema.optionalWith(PageSize, { default: () => 100 })
})

export const HistoryPage = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  page: Schema.optionalWith(Count, { default: () => 1 }),
  limit: Schema.optionalWith(PageSize, { default: () => 10 })
})

const parseHistory = parser(HistoryPage)
const parseTransfer = parser(TransferCommand)
const parseRefund = parser(RefundCommand)
const parsePage = parser(StatementPage)
const parseList = parser(ListTransactions, checkListing)

const refunds = bulkKind({
  field: "refunds",
  parse: parseRefund,
  commandOf: (command, cause) => Command.Refund({ command, ...cause }),
  resultOf: (outcome) => outcomeOf("Refund", outcome).result
})

const tooLarge = (fitting: number): InvalidInput =>
  invalid(
    "limit",
    `is too large: the texts of these transactions have more than ${maxPageBytes} bytes; use ${fitting} or less`
  )

const make = Effect.gen(function* () {
  const database = yield* Database
  const writer = yield* CommandWriter
  const ledger = yield* Ledger
  const orderers = yield* Orderers
  const wallets = makeWalletEntries(database, ledger)
  const readList = makeList(database, wallets, orderers)

  /**
   * Describes all entries, or fails if their texts are too large. If it left out entries, the caller would think that the page is the last
   * one.
   */
  const describeAll = Effect.fnUntraced(function* (
    partnerId: PartnerId,
    userId: string,
    found: ReadonlyArray<WalletEntry>
  ) {
    const ids = found.map(({ transferId }) => transferId)
    const { describe, fits, orderers: numbers } = yield* database.send(readDescriptions(partnerId, ids))
    const end = ids.findIndex((id) => !fits(id))
    if (end !== -1) return yield* tooLarge(end)
    const named = yield* orderers.named(partnerId, numbers)
    return found.map((entry) => describe({ ...entry, userId }, named))
  })

  return Transfers.of({
    // A single transfer or refund has no span. The group in which it is written has the span "CommandWriter.commit".
    transfer: Effect.fnUntraced(function* (input) {
      const command = yield* parseTransfer(input)
      const [outcome] = yield* writer.write([Command.Transfer({ command, ...(yield* orderedBy) })])
      return yield* outcomeOf("Transfer", outcome).result
    }),

    refund: Effect.fnUntraced(function* (input) {
      const command = yield* parseRefund(input)
      const [outcome] = yield* writer.write([Command.Refund({ command, ...(yield* orderedBy) })])
      return yield* outcomeOf("Refund", outcome).result
    }),

    refundMany: Effect.fn("Transfers.refundMany")((inputs) => writeBulk(writer, readBulk(refunds, inputs))),

    list: Effect.fn("Transfers.list")((input) => Effect.flatMap(parseList(input), readList)),

    // The versions of an account's entries have no gaps, so every page is a range of versions.
    history: Effect.fn("Transfers.history")(function* (input) {
      const { partnerId, userId, page, limit } = yield* parseHistory(input)
      const { id } = yield* findMember(database, { partnerId, userId })
      const state = yield* wallets.state(partnerId, id)
      const before = state.version - (page - 1) * limit + 1
      const found = before <= 1 ? [] : yield* wallets.page(partnerId, id, state, { before, size: limit })
      const entries = yield* describeAll(partnerId, userId, found)
      return { userId, entries, count: state.version, page, size: limit }
    }),

    statement: Effect.fn("Transfers.statement")(function* (input) {
      const { partnerId, userId, before, limit } = yield* parsePage(input)
      const { id } = yield* findMember(database, { partnerId, userId })
      const state = yield* wallets.state(partnerId, id)
      const page = { before: before ?? state.version + 1, size: limit }
      const found = yield* wallets.page(partnerId, id, state, page)
      return yield* describeAll(partnerId, userId, found)
    })
  })
})
