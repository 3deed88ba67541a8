import { Schema } from "effect"
import type { RuleId } from "../Id.ts"
import { measures, Per, Period } from "../limits/Limit.ts"

/** The `appErrorCode` of the errors with which a rule refuses an award. */
export const refusalCodes = {
  AmountInvalid: "amount_invalid",
  AmountNotAllowed: "amount_not_allowed",
  AmountRequired: "amount_required",
  AmountTooLarge: "amount_too_large",
  AmountTooSmall: "amount_too_small",
  BalanceTooLarge: "balance_too_large",
  LimitReached: "limit_reached",
  ParticipantLimitReached: "participant_limit_reached",
  RuleInactive: "rule_inactive",
  RuleNotRunning: "rule_not_running",
  UserLimitReached: "user_limit_reached"
} as const

export const RefusalCode = Schema.Literal(...Object.values(refusalCodes))
export type RefusalCode = typeof RefusalCode.Type

/** One of a rule's `limits`. */
export const RefusingLimit = Schema.Struct({
  per: Per,
  period: Period,
  measure: Schema.Literal(...measures)
})
export type RefusingLimit = typeof RefusingLimit.Type

/** An error with which a rule refused an award, or because of which it suppressed the award. */
export type Refusing = { readonly _tag: keyof typeof refusalCodes } & Partial<RefusingLimit>

/**
 * The stored reason why an award was refused or suppressed. If one of the rule's `limits` was the reason, `which` names it by its `per`,
 * `period` and measure. Otherwise `which` is empty.
 */
export interface Reason {
  readonly code: RefusalCode
  readonly which: string
}

/** An award that a rule refused or suppressed. */
export interface RefusedAward extends Reason {
  readonly ruleId: RuleId
}

export const reasonOf = ({ _tag, measure, per, period }: Refusing): Reason => ({
  code: refusalCodes[_tag],
  which: measure === undefined ? "" : `${per} ${period} ${measure}`
})

const isLimit = Schema.is(RefusingLimit)

/** Returns the limit that `which` names; null if it is empty. */
export const limitOf = (which: string): RefusingLimit | null => {
  const [per, period, measure] = which.split(" ")
  const limit = { per, period, measure }
  return isLimit(limit) ? limit : null
}
