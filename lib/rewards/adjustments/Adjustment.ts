import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, mustBe, required, text } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { PartnerId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { CoinsExpire } from "../lots/period.ts"
import { UserId } from "../members/Member.ts"
import { Metadata } from "../texts/Metadata.ts"
import { Narration } from "../texts/Narration.ts"

/** CR adds coins to the wallet. DE removes coins from it. */
export const DebitOrCredit = Schema.Literal("CR", "DE")
export type DebitOrCredit = typeof DebitOrCredit.Type

/** Corrects the balance of a member by hand. */
export const AdjustCommand = Schema.Struct({
  partnerId: required(PartnerId),
  userId: required(UserId),
  coins: required(Coins.PositiveAmount),
  debitOrCredit: required(DebitOrCredit.pipe(mustBe('"CR" to add coins or "DE" to remove them'))),
  /** Why the balance is corrected. */
  reason: required(text(1, 200)),
  /** Whether a credit counts on boards; false by default. */
  points: Schema.optional(Schema.Boolean.pipe(mustBe("true or false"))),
  /** After how long the coins of a credit expire, at the end of a day in UTC. By default they do not expire. */
  coinsExpire: Schema.optional(CoinsExpire),
  narration: Schema.optional(Narration),
  metadata: Schema.optional(Metadata),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type AdjustCommand = typeof AdjustCommand.Type
export type AdjustInput = Documented.Of<typeof AdjustCommand, Documented.AdjustInput>

/** Refuses the fields of a credit in a debit. */
export const checkAdjust: CrossCheck = ({ coinsExpire, debitOrCredit, points }) =>
  debitOrCredit !== "DE"
    ? []
    : [
        ...(points === true
          ? [{ field: "points", problem: "cannot be true for a debit: only credits count on boards" }]
          : []),
        ...(coinsExpire === undefined
          ? []
          : [
              {
                field: "coinsExpire",
                problem: "cannot be given for a debit: only the coins of a credit can expire"
              }
            ])
      ]

/** An accepted adjustment. */
export const Adjustment = Schema.Struct({
  id: TransferId,
  partnerId: PartnerId,
  userId: Schema.String,
  coins: Coins.Amount,
  debitOrCredit: DebitOrCredit,
  reason: Schema.String,
  points: Schema.Boolean,
  narration: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Adjustment = typeof Adjustment.Type

/** The fields of an adjustment that its command does not have. A replay reads them from the database. */
export type AdjustmentFacts = Pick<Adjustment, "id" | "createdAt">

export const adjustmentOf = (
  { partnerId, userId, coins, debitOrCredit, reason, points = false, narration = null }: AdjustCommand,
  { id, createdAt }: AdjustmentFacts
): Adjustment => ({ id, partnerId, userId, coins, debitOrCredit, reason, points, narration, createdAt })

/** Reverses an adjustment. An adjustment is always reversed as a whole, and only once. */
export const ReverseAdjustmentCommand = Schema.Struct({
  partnerId: required(PartnerId),
  adjustmentId: required(TransferId),
  narration: Schema.optional(Narration),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type ReverseAdjustmentCommand = typeof ReverseAdjustmentCommand.Type
export type ReverseAdjustmentInput = Documented.Of<
  typeof ReverseAdjustmentCommand,
  Documented.ReverseAdjustmentInput
>
