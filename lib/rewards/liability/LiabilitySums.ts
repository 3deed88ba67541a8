import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { InstantInput, required } from "../../schema/Input.ts"
import { PartnerId } from "../Id.ts"

export const ReadLiability = Schema.Struct({
  partnerId: required(PartnerId),
  at: Schema.optional(InstantInput)
})
export type ReadLiabilityInput = Documented.Of<typeof ReadLiability, Documented.ReadLiabilityInput>

/** Coins that expire in a month. */
export const ExpiringMonth = Schema.Struct({
  /** The month of the last day on which the coins are valid, in the time zone of the rule that paid them (UTC for coins of adjustments). */
  month: Schema.String,
  coins: Schema.String
})

/**
 * What a partner owed its members at an instant, and the sums of the movements until then. All sums of coins are decimal texts, because
 * they can exceed the largest `Coins.Amount`. `awarded - reversed - spent - expired + adjusted` is always `outstanding + pending`.
 */
export const LiabilitySums = Schema.Struct({
  at: Schema.Date,
  /** The coins in all wallets. */
  outstanding: Schema.String,
  /** The coins of awards that had not matured. */
  pending: Schema.String,
  /** The `outstanding` coins that expire, by month. The other coins do not expire. */
  expiring: Schema.Array(ExpiringMonth),
  /** The coins that expired, without those that reversals took back. */
  expired: Schema.String,
  awarded: Schema.String,
  /** The coins that members transferred to the partner, without those that were refunded. */
  spent: Schema.String,
  /** The coins that reversals of awards took back from wallets, from pending awards and from expired coins. */
  reversed: Schema.String,
  /** The coins that adjustments added, without those that they removed. Reversed adjustments do not count. */
  adjusted: Schema.String
})
export type LiabilitySums = typeof LiabilitySums.Type
