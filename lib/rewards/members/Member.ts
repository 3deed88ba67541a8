import { Schema } from "effect"
import { required } from "../../schema/Input.ts"
import { PageSize, pageOf } from "../../schema/Page.ts"
import { text } from "../../schema/Text.ts"
import * as Coins from "../Coins.ts"
import { MemberId, PartnerId } from "../Id.ts"

/** The id by which a partner knows a member: free-form. */
export const UserId = text(1, 128)

/** A user as one partner knows them, who is awarded and owns a wallet. */
export const Member = Schema.Struct({
  id: MemberId,
  partnerId: PartnerId,
  /** The id that the member goes by. */
  userId: Schema.String,
  /** A second id that leads to the member, such as that of the user of the service who is the same person. */
  linkedId: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type Member = typeof Member.Type

export const MemberKey = Schema.Struct({ partnerId: required(PartnerId), userId: required(UserId) })
export type MemberKey = typeof MemberKey.Type
export type MemberKeyInput = typeof MemberKey.Encoded

/** The key of a map. A partner's id has a fixed length, so that no two keys read alike. */
export const memberKey = ({ partnerId, userId }: MemberKey): string => `${partnerId}${userId}`

export const Wallet = Schema.Struct({
  id: MemberId,
  partnerId: PartnerId,
  userId: Schema.String,
  coins: Coins.Amount
})
export type Wallet = typeof Wallet.Type

/** A member in a list, with the coins in its wallet. */
export const ListedMember = Schema.Struct({ ...Member.fields, coins: Coins.Amount })
export type ListedMember = typeof ListedMember.Type

export const MemberPage = pageOf(ListedMember)
export type MemberPage = typeof MemberPage.Type

export const ListMembers = Schema.Struct({
  partnerId: required(PartnerId),
  /** What an id of the member starts with: its own, or the linked one. */
  search: Schema.optional(UserId),
  /** The last member of the page before. */
  after: Schema.optional(MemberId),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
export type ListMembers = typeof ListMembers.Type
export type ListMembersInput = typeof ListMembers.Encoded
