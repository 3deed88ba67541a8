import { Context, Effect, Layer, Schema } from "effect"
import { Count } from "../../schema/Count.ts"
import { type InvalidInput, mustBe, parser, required } from "../../schema/Input.ts"
import { PageSize } from "../../schema/Page.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { Actor } from "../Actor.ts"
import type { MemberNotFound, QueueFull } from "../Errors.ts"
import { PartnerId } from "../Id.ts"
import { Command, type Recorded, type TransferRefused } from "../journal/Command.ts"
import { Journal } from "../journal/Journal.ts"
import { type Entry, walletOf } from "../ledger/Account.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { UserId } from "../members/Member.ts"
import { Members } from "../members/Members.ts"
import { type History, TransferCommand, type TransferInput, type WalletTransfer } from "./Transfer.ts"

export type TransferReceipt = Recorded<WalletTransfer>
export type HistoryInput = typeof HistoryPage.Encoded

export type StatementInput = typeof StatementPage.Encoded

/** Coins out of a wallet, and the statement of what went in and out. */
export class Transfers extends Context.Tag("rewards/Transfers")<
  Transfers,
  {
    /** Moves coins from a member's wallet to the partner; never below zero. Written in groups, as awards are. */
    readonly transfer: (
      input: TransferInput
    ) => Effect.Effect<TransferReceipt, InvalidInput | TransferRefused | DatabaseFailure | QueueFull>

    /**
     * A page of a wallet's entries by page number. An entry of an award has the award's note, or the name of its
     * rule.
     */
    readonly history: (
      input: HistoryInput
    ) => Effect.Effect<History, InvalidInput | MemberNotFound | DatabaseFailure>

    /** A wallet's entries, newest first, before a version; the last one's version is the key of the next page. */
    readonly statement: (
      input: StatementInput
    ) => Effect.Effect<ReadonlyArray<Entry>, InvalidInput | MemberNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Transfers, never, Database | Journal | Ledger | Members> = Layer.suspend(
    () => Layer.effect(this, make)
  )
}

const StatementPage = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  before: Schema.optional(Schema.Int.pipe(Schema.positive(), mustBe("a version of this wallet"))),
  limit: Schema.optionalWith(PageSize, { default: () => 100 })
})

const HistoryPage = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  page: Schema.optionalWith(Count, { default: () => 1 }),
  limit: Schema.optionalWith(PageSize, { default: () => 10 })
})

/** What the awards with these ids were for: the narration, or else the name of the rule. */
const readNotes = statement({
  input: { partner_id: "uuid", id: "uuid" },
  output: Schema.Struct({ id: Uuid, note: Schema.NullOr(Schema.String), name: Schema.String }),
  sql: `SELECT w.id, w.note, c.name FROM input CROSS JOIN rewards_award w
    JOIN rewards_condition c ON c.partner_id = w.partner_id AND c.rule_id = w.rule_id AND c.ordinal = w.ordinal
    WHERE w.partner_id = input.partner_id AND w.id = input.id`
})

const parseHistory = parser(HistoryPage)
const parseTransfer = parser(TransferCommand)
const parsePage = parser(StatementPage)

const make = Effect.gen(function* () {
  const database = yield* Database
  const journal = yield* Journal
  const ledger = yield* Ledger
  const members = yield* Members

  return Transfers.of({
    // No span here, as for an award: the group's own span is "Journal.settle".
    transfer: Effect.fnUntraced(function* (input) {
      const command = yield* parseTransfer(input)
      const { name, address } = yield* Actor
      const by = name === undefined ? undefined : { name, address }
      const [outcome] = yield* journal.write([Command.Transfer({ command, by })])
      if (outcome?._tag !== "Transfer") {
        return yield* Effect.dieMessage(`a transfer got ${outcome?._tag ?? "no"} outcome`)
      }
      return yield* outcome.result
    }),

    // The entries of an account are numbered without a gap, so a page is a range of numbers at any depth.
    history: Effect.fn("Transfers.history")(function* (input) {
      const { partnerId, userId, page, limit } = yield* parseHistory(input)
      const member = yield* members.get({ partnerId, userId })
      const key = { partnerId, id: walletOf(member.id) }
      const count = (yield* ledger.account(key))?.version ?? 0
      const newest = count - (page - 1) * limit
      const found = newest < 1 ? [] : yield* ledger.entries(key, { before: newest + 1, size: limit })
      const awards = found.filter(({ kind }) => kind === "award")
      const notes = yield* database.run(
        readNotes,
        awards.map(({ transferId }) => ({ partner_id: partnerId, id: transferId }))
      )
      const noteOf = new Map(notes.map(({ id, note, name }) => [id, note ?? `award for ${name}`]))
      const entries = found.map((entry) => ({
        ...entry,
        narration: noteOf.get(entry.transferId) ?? entry.narration
      }))
      return { userId, entries, count, page, size: limit }
    }),

    statement: Effect.fn("Transfers.statement")(function* (input) {
      const { partnerId, userId, before, limit } = yield* parsePage(input)
      const member = yield* members.get({ partnerId, userId })
      return yield* ledger.entries({ partnerId, id: walletOf(member.id) }, { before, size: limit })
    })
  })
})
