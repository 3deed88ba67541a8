import { Either } from "effect"
import type { Fault } from "../../schema/Input.ts"
import type { StoredRule, SubRule } from "./Rule.ts"
import {
  checkArchived,
  checkCondition,
  checkSchedule,
  checkUnit,
  checkWhenOfRule,
  type UpdateRule,
  updateSubRules
} from "./RuleInput.ts"

const given = <A extends object>(fields: A) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>
  }

/**
 * Whether an update changes the rate: what the rule pays for an amount. `rule.rate` is the number of the latest rate. An update that
 * removes the unit keeps this number.
 */
const changesRate = (before: StoredRule, after: StoredRule): boolean =>
  after.unit !== null &&
  (after.unit !== before.unit || after.coinValue !== before.coinValue || after.maxCoins !== before.maxCoins)

/** The result of an update. `rule` has the new fields but still the old sub-rules. `subRules` are the new sub-rules. */
interface Changed {
  readonly rule: StoredRule
  readonly subRules: ReadonlyArray<SubRule>
}

/** Changes a rule, or returns the faults of the update. `participants` and counters are not checked. */
export const changed = (
  rule: StoredRule,
  { rules: changes = [], ...fields }: Omit<UpdateRule, "partnerId" | "version">
): Either.Either<Changed, ReadonlyArray<Fault>> => {
  const subRules = updateSubRules(rule.terms, changes)
  if (Either.isLeft(subRules)) return Either.left(subRules.left)
  const after = { ...rule, ...given(fields) }
  const faults = [
    ...checkArchived(after.archived, after.status),
    ...checkSchedule(after.startsAt, after.endsAt),
    ...checkUnit(rule.terms._tag === "Single", after.unit, after.maxCoins),
    ...checkWhenOfRule(rule.terms._tag === "Combined", after.unit, after.when),
    ...(rule.terms._tag === "Combined" ? [] : checkCondition(after.condition))
  ]
  if (faults.length > 0) return Either.left(faults)
  const rate = changesRate(rule, after) ? rule.rate + 1 : rule.rate
  return Either.right({ rule: { ...after, rate }, subRules: subRules.right })
}
