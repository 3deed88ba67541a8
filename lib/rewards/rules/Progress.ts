import { Schema } from "effect"
import { required } from "../../schema/Input.ts"
import { PageSize } from "../../schema/Page.ts"
import { LimitStanding, progressOf } from "../awards/Explanation.ts"
import { MemberId, PartnerId, RuleId } from "../Id.ts"
import { Rule } from "./Rule.ts"

/** A rule, with its places and each of its limits per rule as they stand now. What a member has used is in its explanation. */
export const RuleDetails = Schema.Struct({ rule: Rule, usage: Schema.Array(LimitStanding) })
export type RuleDetails = typeof RuleDetails.Type

export const ListProgress = Schema.Struct({
  partnerId: required(PartnerId),
  id: required(RuleId),
  /** Where the page before ended. */
  after: Schema.optional(MemberId),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
export type ListProgress = typeof ListProgress.Type
export type ListProgressInput = typeof ListProgress.Encoded

/** A member in the middle of a cycle: completions, or finished sub-rules, and how many pay. */
export const MemberProgress = Schema.Struct({
  memberId: MemberId,
  userId: Schema.String,
  done: Schema.Int,
  of: Schema.Int,
  /** The names of the sub-rules that are left; empty for a batched rule. */
  missing: Schema.Array(Schema.String)
})
export type MemberProgress = typeof MemberProgress.Type

/** A page may be short although there is more: it ends after a number of members that were looked at. */
export const ProgressPage = Schema.Struct({
  data: Schema.Array(MemberProgress),
  hasMore: Schema.Boolean,
  next: Schema.NullOr(MemberId)
})
export type ProgressPage = typeof ProgressPage.Type

/** What the progress of a tally says in a rule. */
export const describeProgress = (
  rule: Pick<Rule, "terms">,
  progress: number
): Pick<MemberProgress, "done" | "of" | "missing"> => ({
  ...progressOf(rule, progress),
  missing:
    rule.terms._tag === "Combined"
      ? rule.terms.subRules.flatMap(({ name, status }, index) =>
          status === "active" && (progress & (1 << index)) === 0 ? [name] : []
        )
      : []
})
