import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { AwardId, PartnerId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"

/** Makes a pending award mature now, instead of at its `maturesAt`. */
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
  /** When the coins expire; null if they do not. */
  expiresAt: Schema.NullOr(Schema.Date),
  createdAt: Schema.Date
})
export type Confirmation = typeof Confirmation.Type

/** The fields of a confirmation that a replay reads from the database. The others come from the command. */
export type ConfirmationFacts = Pick<Confirmation, "id" | "coins" | "expiresAt" | "createdAt">

export const confirmationOf = (
  { awardId, partnerId }: ConfirmCommand,
  { coins, createdAt, expiresAt, id }: ConfirmationFacts
): Confirmation => ({ id, partnerId, awardId, coins, expiresAt, createdAt })
