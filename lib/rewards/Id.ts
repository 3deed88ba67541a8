import { id } from "../schema/Id.ts"

export const PartnerId = id("PartnerId")
export type PartnerId = typeof PartnerId.Type

export const RuleId = id("RuleId")
export type RuleId = typeof RuleId.Type

export const AwardId = id("AwardId")
export type AwardId = typeof AwardId.Type

/** A member and the member's wallet have the same id: there is never one without the other. */
export const MemberId = id("MemberId")
export type MemberId = typeof MemberId.Type

export const AccountId = id("AccountId")
export type AccountId = typeof AccountId.Type

/** The payout of an award has the award's id, so that an award cannot be paid twice. */
export const TransferId = id("TransferId")
export type TransferId = typeof TransferId.Type

/** The id of an award, a transfer or a reversal. */
export const RecordId = id("RecordId")
export type RecordId = typeof RecordId.Type
