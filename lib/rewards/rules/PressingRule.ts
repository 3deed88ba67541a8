import { Schema } from "effect"
import { LimitStanding } from "../awards/Explanation.ts"
import { RuleId } from "../Id.ts"

/** A rule is pressing if at least this share of a limit for all members is used: 4 of 5. */
export const nearlyUsed = { used: 4, of: 5 } as const

/** A rule is pressing if it ends within this time, in milliseconds. */
export const endsSoon = 7 * 86_400_000

/** The largest number of pressing rules that are read. */
export const maxPressing = 100

/** An active rule that may need a person's attention: a limit for all members is nearly used up, or the rule ends soon. */
export const PressingRule = Schema.Struct({
  ruleId: RuleId,
  ruleName: Schema.String,
  endsAt: Schema.NullOr(Schema.Date),
  /** How much is used of the places, and of each limit with `per: "rule"` in the current window. */
  limits: Schema.Array(LimitStanding)
})
export type PressingRule = typeof PressingRule.Type

export const PressingRules = Schema.Struct({
  /** The newest rules first. */
  data: Schema.Array(PressingRule),
  /** True if there are more such rules than are read at once. */
  hasMore: Schema.Boolean
})
export type PressingRules = typeof PressingRules.Type
