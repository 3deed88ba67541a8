import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { required } from "../../schema/Input.ts"
import { PageSize, pageOf } from "../../schema/Page.ts"
import { LimitStanding, progressOf } from "../awards/Explanation.ts"
import { MemberId, PartnerId, RuleId } from "../Id.ts"
import { ListedRule, type Rule } from "./Rule.ts"

/** How much of a rule is used: `limits` has its places, and each limit with `per: "rule"` in the current window. */
export const RuleUsage = Schema.Struct({
  ruleId: RuleId,
  ruleName: Schema.String,
  limits: Schema.Array(LimitStanding)
})
export type RuleUsage = typeof RuleUsage.Type

export const RuleUsagePage = pageOf(RuleUsage)
export type RuleUsagePage = typeof RuleUsagePage.Type

/** A rule and its usage. For the usage of one member, see `Explanation`. */
export const RuleDetails = Schema.Struct({
  rule: ListedRule,
  /** Pass it as `version` of an update. The update fails if the rule has changed since. */
  version: Schema.String,
  usage: Schema.Array(LimitStanding)
})
export type RuleDetails = typeof RuleDetails.Type

export const ListProgress = Schema.Struct({
  partnerId: required(PartnerId),
  id: required(RuleId),
  /** The `next` of the previous page. */
  after: Schema.optional(MemberId),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
export type ListProgress = typeof ListProgress.Type
export type ListProgressInput = Documented.Of<typeof ListProgress, Documented.ListProgressInput>

/** `done` is the number of completions or finished sub-rules. `of` is the number that a payment needs. */
export const MemberProgress = Schema.Struct({
  memberId: MemberId,
  userId: Schema.String,
  done: Schema.Int,
  of: Schema.Int,
  /** The names of the active sub-rules that the member has not finished; empty for a batched rule. */
  missing: Schema.Array(Schema.String)
})
export type MemberProgress = typeof MemberProgress.Type

/** A page can be short or empty although `hasMore` is true. `next` is the `after` of the next page. */
export const ProgressPage = Schema.Struct({
  data: Schema.Array(MemberProgress),
  hasMore: Schema.Boolean,
  next: Schema.NullOr(MemberId)
})
export type ProgressPage = typeof ProgressPage.Type

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
