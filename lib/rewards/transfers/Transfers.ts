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
import * as Batch from "../../sql/Batch.ts"
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
import { type Entry, walletOf } from "../ledger/Account.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { fittingIds, foundPage } from "../listStatements.ts"
import { checkListing, isTimed, listRow } from "../lists.ts"
import { UserId } from "../members/Member.ts"
import { Members } from "../members/Members.ts"
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
import { readDescriptions, readTransactions, searchTransactions } from "./transactions.ts"

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

    /** Returns the coins of a transfer to the wallet. A transfer can be refunded only once. */
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
     * A page of transactions of one member or of all members, newest first, with filters by type, time and metadata. `after` is the
     * `next` of the previous page.
     */
    readonly list: (
      input: ListTransactionsInput | Unparsed
    ) => Effect.Effect<TransactionPage, InvalidInput | MemberNotFound | DatabaseFailure>

    /** A page of a wallet's entries, newest first, by page number. Refuses a `limit` if the texts of the page exceed 250 kB. */
    readonly history: (
      input: HistoryInput | Unparsed
    ) => Effect.Effect<History, InvalidInput | MemberNotFound | DatabaseFailure>

    /**
     * A wallet's entries, newest first. `before` is the version of the last entry of the previous page. Refuses a `limit` if the
     * texts of the page exceed 250 kB.
     */
    readonly statement: (
      input: StatementInput
    ) => Effect.Effect<ReadonlyArray<Transaction>, InvalidInput | MemberNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Transfers, never, Database | CommandWriter | Ledger | Members> =
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
  const members = yield* Members
  const walletKey = (partnerId: PartnerId, userId: string) =>
    Effect.map(members.get({ partnerId, userId }), ({ id }) => ({ partnerId, id: walletOf(id) }))

  /** Describes all entries, or fails. If it left some out, the caller would think that the page is the last one. */
  const describeAll = Effect.fnUntraced(function* (
    partnerId: PartnerId,
    userId: string,
    found: ReadonlyArray<Entry>
  ) {
    const ids = found.map(({ transferId }) => transferId)
    const { describe, fits } = yield* database.send(readDescriptions(partnerId, ids))
    const end = ids.findIndex((id) => !fits(id))
    if (end !== -1) return yield* tooLarge(end)
    return found.map((entry) => describe({ ...entry, userId }))
  })

  return Transfers.of({
    // A single transfer or refund has no span of its own. The group in which it is written has the span "CommandWriter.commit".
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

    list: Effect.fn("Transfers.list")(function* (input) {
      const { partnerId, userId, type, ...listing } = yield* parseList(input)
      const member = userId === undefined ? undefined : yield* members.get({ partnerId, userId })
      const statement = searchTransactions({
        member: member !== undefined,
        metadata: listing.metadataKey !== undefined,
        timed: isTimed(listing),
        kind: type
      })
      const row = {
        partnerId,
        ...listRow(listing),
        after: listing.after ?? null,
        memberId: member?.id ?? null
      }
      const found = foundPage(yield* database.run(statement, [row]), listing.limit)
      const { descriptions, rows } = yield* database.send(
        Batch.all({
          rows: Batch.of(
            readTransactions,
            found.ids.map((id) => ({ partnerId, id }))
          ),
          descriptions: readDescriptions(partnerId, found.ids)
        })
      )
      const known = new Map(rows.map((entry) => [entry.transferId, entry]))
      const { ids, next } = fittingIds(found, descriptions.fits)
      const data = ids.flatMap((id) => {
        const entry = known.get(id)
        return entry === undefined
          ? []
          : [descriptions.describe({ ...entry, userId: userId ?? entry.userId })]
      })
      return { data, hasMore: next !== null, next }
    }),

    // The versions of an account's entries have no gaps, so every page is a range of versions.
    history: Effect.fn("Transfers.history")(function* (input) {
      const { partnerId, userId, page, limit } = yield* parseHistory(input)
      const key = yield* walletKey(partnerId, userId)
      const count = (yield* ledger.account(key))?.version ?? 0
      const newest = count - (page - 1) * limit
      const found = newest < 1 ? [] : yield* ledger.entries(key, { before: newest + 1, size: limit })
      const entries = yield* describeAll(partnerId, userId, found)
      return { userId, entries, count, page, size: limit }
    }),

    statement: Effect.fn("Transfers.statement")(function* (input) {
      const { partnerId, userId, before, limit } = yield* parsePage(input)
      const found = yield* ledger.entries(yield* walletKey(partnerId, userId), { before, size: limit })
      return yield* describeAll(partnerId, userId, found)
    })
  })
})
