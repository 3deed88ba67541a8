import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { required, text } from "../../schema/Input.ts"
import { PageSize, pageOf } from "../../schema/Page.ts"
import * as Coins from "../Coins.ts"
import { MemberId, PartnerId } from "../Id.ts"
import { Orderer, type OrdererNumber } from "../orderers/Orderer.ts"
import { AttributeChanges, Attributes } from "./Attributes.ts"

/** The id that a partner uses for a member. */
export const UserId = text(1, 128)

/** A user whom a partner has onboarded, or who became a member with an award, activity or credit. Each member has a wallet. */
export const Member = Schema.Struct({
  id: MemberId,
  partnerId: PartnerId,
  userId: Schema.String,
  /**
   * Another id of the member that is linked to `userId`, such as the id that the same person has as a user of the service; null if there is
   * none.
   */
  linkedId: Schema.NullOr(Schema.String),
  attributes: Attributes,
  createdAt: Schema.Date
})
export type Member = typeof Member.Type

/** A member without its attributes, which are in another table. */
export type MemberRow = Omit<Member, "attributes">

export const MemberKey = Schema.Struct({ partnerId: required(PartnerId), userId: required(UserId) })
export type MemberKey = typeof MemberKey.Type
export type MemberKeyInput = Documented.Of<typeof MemberKey, Documented.MemberKeyInput>

export const OnboardUser = Schema.Struct({
  ...MemberKey.fields,
  attributes: Schema.optional(AttributeChanges)
})
export type OnboardUser = typeof OnboardUser.Type
export type OnboardUserInput = Documented.Of<typeof OnboardUser, Documented.OnboardUserInput>

/** Returns a text that identifies a member in a map. The id of a partner has a fixed length, so different members have different keys. */
export const memberKey = ({ partnerId, userId }: MemberKey): string => `${partnerId}${userId}`

/** Coins that expire at the end of a day. */
export const ExpiringCoins = Schema.Struct({
  /** The last day on which the coins are valid, in the time zone of the rule that paid them (UTC for coins of adjustments). */
  on: Schema.String,
  coins: Coins.Amount
})
export type ExpiringCoins = typeof ExpiringCoins.Type

export const Wallet = Schema.Struct({
  id: MemberId,
  partnerId: PartnerId,
  userId: Schema.String,
  coins: Coins.Amount,
  /** The coins of awards that have not matured. They are not among `coins`. */
  pendingCoins: Coins.Amount,
  /** The next 12 days after which coins of the wallet expire. */
  expiring: Schema.Array(ExpiringCoins)
})
export type Wallet = typeof Wallet.Type

export const ListedMember = Schema.Struct({
  ...Member.fields,
  coins: Coins.Amount,
  /** Who made the user a member; null if the caller is not known. */
  orderedBy: Schema.NullOr(Orderer)
})
export type ListedMember = typeof ListedMember.Type

export interface ListedRow extends Omit<ListedMember, "attributes" | "orderedBy"> {
  readonly orderedBy: OrdererNumber
}

export const MemberPage = pageOf(ListedMember)
export type MemberPage = typeof MemberPage.Type

export const ListMembers = Schema.Struct({
  partnerId: required(PartnerId),
  /** A prefix of an id of the member: of its `userId`, its `linkedId`, or another id that leads to it. */
  search: Schema.optional(UserId),
  /** The `next` of the previous page. */
  after: Schema.optional(MemberId),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
export type ListMembers = typeof ListMembers.Type
export type ListMembersInput = Documented.Of<typeof ListMembers, Documented.ListMembersInput>
