import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { AwardId, PartnerId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import type { ReversalFacts } from "../reversals/Reversal.ts"

/** Makes a pending award mature now, instead of at the end of its time. */
export const ConfirmCommand = Schema.Struct({
  partnerId: required(PartnerId),
  awardId: required(AwardId),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type ConfirmCommand = typeof ConfirmCommand.Type
export type ConfirmInput = Documented.Of<typeof ConfirmCommand, Documented.ConfirmInput>

/** The early maturity of an award. `id` is the id of the transfer into the wallet. */
export const Confirmation = Schema.Struct({
  id: TransferId,
  partnerId: PartnerId,
  awardId: AwardId,
  /** The coins that moved into the wallet. */
  coins: Coins.Amount,
  createdAt: Schema.Date
})
export type Confirmation = typeof Confirmation.Type

export const confirmationOf = (
  { awardId, partnerId }: ConfirmCommand,
  { coins, createdAt, id }: ReversalFacts
): Confirmation => ({
  id: TransferId.make(id, { disableValidation: true }),
  partnerId,
  awardId,
  coins,
  createdAt
})
