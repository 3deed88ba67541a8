import { Context, Effect, Layer, Schema } from "effect"
import type { MemberNotFound, QueueFull } from "../domain/Errors.ts"
import { PartnerId } from "../domain/Id.ts"
import { type InvalidInput, mustBe, parser, required } from "../domain/Input.ts"
import { type Entry, walletOf } from "../domain/Ledger.ts"
import { UserId } from "../domain/Text.ts"
import { TransferCommand, type TransferInput, type WalletTransfer } from "../domain/Transfer.ts"
import { Ledger } from "../ledger/Ledger.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Command, type Recorded, type TransferRefused } from "./Journal/Command.ts"
import { Journal } from "./Journal.ts"
import { Members } from "./Members.ts"

export type TransferReceipt = Recorded<WalletTransfer>
export type StatementInput = typeof StatementPage.Encoded

/** Coins out of a wallet, and the statement of what went in and out. */
export class Transfers extends Context.Tag("rewards/Transfers")<
  Transfers,
  {
    /** Moves coins from a member's wallet to the partner; never below zero. Written in groups, as awards are. */
    readonly transfer: (
      input: TransferInput
    ) => Effect.Effect<TransferReceipt, InvalidInput | TransferRefused | DatabaseFailure | QueueFull>

    /** A wallet's entries, newest first, before a version; the last one's version is the key of the next page. */
    readonly statement: (
      input: StatementInput
    ) => Effect.Effect<ReadonlyArray<Entry>, InvalidInput | MemberNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Transfers, never, Journal | Ledger | Members> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const StatementPage = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  before: Schema.optional(Schema.Int.pipe(Schema.positive(), mustBe("a version of this wallet"))),
  limit: Schema.optionalWith(
    Schema.Int.pipe(Schema.between(1, 100), mustBe("a whole number from 1 to 100")),
    { default: () => 100 }
  )
})

const parseTransfer = parser(TransferCommand)
const parsePage = parser(StatementPage)

const make = Effect.gen(function* () {
  const journal = yield* Journal
  const ledger = yield* Ledger
  const members = yield* Members

  return Transfers.of({
    // No span here, as for an award: the group's own span is "Journal.settle".
    transfer: Effect.fnUntraced(function* (input) {
      const command = yield* parseTransfer(input)
      const [outcome] = yield* journal.write([Command.Transfer({ command })])
      if (outcome?._tag !== "Transfer") {
        return yield* Effect.dieMessage(`a transfer got ${outcome?._tag ?? "no"} outcome`)
      }
      return yield* outcome.result
    }),

    statement: Effect.fn("Transfers.statement")(function* (input) {
      const { partnerId, userId, before, limit } = yield* parsePage(input)
      const member = yield* members.find({ partnerId, userId })
      return yield* ledger.entries({ partnerId, id: walletOf(member.id) }, { before, size: limit })
    })
  })
})
