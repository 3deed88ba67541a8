import { id } from "../schema/Id.ts"

export const PartnerId = id("PartnerId")
export type PartnerId = typeof PartnerId.Type

export const RuleId = id("RuleId")
export type RuleId = typeof RuleId.Type

export const AwardId = id("AwardId")
export type AwardId = typeof AwardId.Type

export const ActivityId = id("ActivityId")
export type ActivityId = typeof ActivityId.Type

/** A member and its wallet have the same id. */
export const MemberId = id("MemberId")
export type MemberId = typeof MemberId.Type

export const AccountId = id("AccountId")
export type AccountId = typeof AccountId.Type

/** The transfer that pays an award has the id of the award, so that an award cannot be paid twice. */
export const TransferId = id("TransferId")
export type TransferId = typeof TransferId.Type

/** The id of a request for approval of an adjustment, or of the reversal of an adjustment. */
export const ApprovalId = id("ApprovalId")
export type ApprovalId = typeof ApprovalId.Type

/** The id of an award, activity, transfer, adjustment, reversal or refund. */
export const RecordId = id("RecordId")
export type RecordId = typeof RecordId.Type
