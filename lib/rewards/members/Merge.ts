import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import * as Coins from "../Coins.ts"
import { MemberId, PartnerId, TransferId } from "../Id.ts"
import { UserId } from "./Member.ts"

/** Merges two members who are the same person, permanently. `from` becomes a part of `into`. */
export const MergeMembers = Schema.Struct({
  partnerId: required(PartnerId),
  /** An id of the member whose records, coins and ids go to the other member. */
  from: required(UserId),
  /** An id of the member that remains. */
  into: required(UserId),
  /** Merges the members even if both together were paid more than a rule pays one member. The limit is then used up. */
  force: Schema.optionalWith(Schema.Boolean, { default: () => false })
})
export type MergeMembers = typeof MergeMembers.Type
export type MergeMembersInput = Documented.Of<typeof MergeMembers, Documented.MergeMembersInput>

export const Merged = Schema.Struct({
  /** The id of the transfer of the type `merge`. */
  id: TransferId,
  partnerId: PartnerId,
  /** The `userId` of the member that remains. */
  userId: Schema.String,
  memberId: MemberId,
  /** The `userId` that the merged member had. It now leads to the member that remains. */
  mergedUserId: Schema.String,
  mergedId: MemberId,
  /** The coins that went to the member that remains. */
  coins: Coins.Amount,
  /** The pending coins that went to the member that remains. */
  pendingCoins: Coins.Amount,
  createdAt: Schema.Date
})
export type Merged = typeof Merged.Type
