import type { Award } from "../../rewards/awards/Award.ts"
import type { RuleAward } from "./wire.ts"

/** An award in the form of the interface. */
export const ruleAward = (award: Award): typeof RuleAward.Encoded => ({
  id: award.id,
  ruleId: award.ruleId,
  ruleName: award.ruleName,
  userId: award.userId,
  awarded: award.awarded,
  note: award.note,
  partnerId: award.partnerId
})
