import { Schema } from "effect"
import { required, text } from "../../schema/Input.ts"
import { PageSize, pageOf } from "../../schema/Page.ts"
import * as Coins from "../Coins.ts"
import { MemberId, PartnerId } from "../Id.ts"

/** The id that a partner uses for a member. */
export const UserId = text(1, 128)

/** A user whom a partner has onboarded or awarded. A member can be awarded, and has a wallet with the partner. */
export const Member = Schema.Struct({
  id: MemberId,
  partnerId: PartnerId,
  userId: Schema.String,
  /** A second id of the member, such as the id that the same person has as a user of the service. */
  linkedId: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Member = typeof Member.Type

export const MemberKey = Schema.Struct({ partnerId: required(PartnerId), userId: required(UserId) })
export type MemberKey = typeof MemberKey.Type
export type MemberKeyInput = typeof MemberKey.Encoded

/** The key of a map. The id of a partner has a fixed length, so different members have different keys. */
export const memberKey = ({ partnerId, userId }: MemberKey): string => `${partnerId}${userId}`

export const Wallet = Schema.Struct({
  id: MemberId,
  partnerId: PartnerId,
  userId: Schema.String,
  coins: Coins.Amount
})
export type Wallet = typeof Wallet.Type

export const ListedMember = Schema.Struct({ ...Member.fields, coins: Coins.Amount })
export type ListedMember = typeof ListedMember.Type

export const MemberPage = pageOf(ListedMember)
export type MemberPage = typeof MemberPage.Type

export const ListMembers = Schema.Struct({
  partnerId: required(PartnerId),
  /** A prefix of the member's own id or of its linked id. */
  search: Schema.optional(UserId),
  /** The `next` of the previous page. */
  after: Schema.optional(MemberId),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
export type ListMembers = typeof ListMembers.Type
export type ListMembersInput = typeof ListMembers.Encoded
