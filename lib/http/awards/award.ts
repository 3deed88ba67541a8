import type { Award, ListedAward } from "../../rewards/awards/Award.ts"
import type { Explanation, LimitStanding } from "../../rewards/awards/Explanation.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { Reversal } from "../../rewards/reversals/Reversal.ts"
import { toWire } from "../failure.ts"
import type * as Wire from "./api.ts"

/** An award in the form of the interface. */
export const ruleAward = (award: Award): typeof Wire.RuleAward.Encoded => ({
  id: award.id,
  ruleId: award.ruleId,
  ruleName: award.ruleName,
  userId: award.userId,
  awarded: award.awarded,
  note: award.note,
  partnerId: award.partnerId
})

export const listedAward = (award: ListedAward): typeof Wire.ListedAward.Encoded => ({
  ...ruleAward(award),
  coins: Coins.format(award.coins),
  state: award.state,
  suppressedBy: award.suppressedBy,
  metadata: award.metadata,
  createdAt: award.createdAt.toISOString(),
  reversedAt: award.reversedAt?.toISOString() ?? null
})

export const explanation = ({
  coins,
  limits,
  outcome,
  progress,
  refusal,
  suppressedBy,
  wouldPay
}: Explanation): typeof Wire.Explanation.Encoded => {
  const wire = refusal === null ? null : toWire(refusal).body.data
  return {
    outcome,
    wouldPay,
    coins: Coins.format(coins),
    refusal: wire === null ? null : { appErrorCode: wire.appErrorCode, error: wire.error },
    suppressedBy,
    progress,
    limits: limits.map(standing)
  }
}

export const standing = (limit: LimitStanding): typeof Wire.Standing.Encoded => ({
  per: limit.per,
  period: limit.period,
  measure: limit.measure,
  used: limit.used,
  max: limit.max,
  resetsAt: limit.resetsAt?.toISOString() ?? null
})

export const reversal = (reversal: Reversal): typeof Wire.Reversal.Encoded => ({
  id: reversal.id,
  awardId: reversal.awardId,
  coins: Coins.format(reversal.coins),
  narration: reversal.narration,
  partnerId: reversal.partnerId,
  createdAt: reversal.createdAt.toISOString()
})
