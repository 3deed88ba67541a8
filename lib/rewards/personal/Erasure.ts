import { Schema } from "effect"
import { required } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { MemberId, PartnerId } from "../Id.ts"

/** "running": texts of the member are still being removed, although nothing shows them any more. */
export const ErasureState = Schema.Literal("running", "done")

/** The state of an erasure. */
export const Erasure = Schema.Struct({
  /** The id of the member. The erasure does not change it. */
  id: MemberId,
  partnerId: PartnerId,
  /** The pseudonym that replaces the member's ids. */
  userId: Schema.String,
  state: ErasureState,
  createdAt: Schema.Date,
  /** When the last text was removed; null until then. */
  finishedAt: Schema.NullOr(Schema.Date)
})
export type Erasure = typeof Erasure.Type

/** An erasure that has just begun, and the coins that it moved to the partner's expired coins. */
export const NewErasure = Schema.Struct({
  ...Erasure.fields,
  coins: Coins.Amount,
  pendingCoins: Coins.Amount
})
export type NewErasure = typeof NewErasure.Type

export const ErasureKey = Schema.Struct({ partnerId: required(PartnerId), id: required(MemberId) })
export type ErasureKeyInput = typeof ErasureKey.Encoded
