import { Either } from "effect"
import type { AwardFacts } from "../../awards/Award.ts"
import {
  type AwardRefusal,
  type Decision,
  decide,
  exhaustedBy,
  type LimitRefusal,
  suppressedBy
} from "../../awards/decide.ts"
import * as Coins from "../../Coins.ts"
import { type BalanceTooLarge, MemberNotFound, RuleNotFound } from "../../Errors.ts"
import { AwardId, type MemberId, TransferId } from "../../Id.ts"
import { monthOf } from "../../ledger/Account.ts"
import { localDayOf } from "../../limits/calendar.ts"
import { instantsOf, knownInstants } from "../../lots/period.ts"
import type { Named } from "../../rules/Named.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import type { AwardRefused, CommandOf } from "../Command.ts"
import type { Changes } from "./Changes.ts"
import { pay } from "./wallet.ts"

/** Applies a decision to the tally, the participants and the counters of limits. */
const count = (
  changes: Changes,
  rule: StoredRule,
  memberId: MemberId,
  ordinal: number,
  decision: Decision
): void => {
  if (decision._tag === "Suppressed") {
    changes.ensureTally(rule, memberId)
    return
  }
  changes.setTally(rule, memberId, decision.tally)
  if (decision._tag === "Counted") {
    changes.addStep(rule, memberId, ordinal, 1)
    return
  }
  if (decision.newParticipant) changes.addParticipants(rule, 1)
  changes.state.counters.count(rule, memberId, changes.state.at, decision.coins)
}

const types = { Paid: "award.paid", Counted: "award.counted", Suppressed: "award.suppressed" } as const

/** Adds a `Fact` for each event of an accepted award. */
const record = (
  changes: Changes,
  each: CommandOf<"Award">,
  { name, rule }: Named,
  memberId: MemberId,
  decision: Decision,
  facts: AwardFacts
): void => {
  const { partnerId, userId } = each.command
  const { createdAt } = facts
  const instants = decision._tag === "Paid" ? knownInstants(instantsOf(rule, createdAt)) : {}
  changes.addFact(partnerId, each, {
    type: types[decision._tag],
    data: { ...facts, ...instants, ruleName: name, userId }
  })
  if (decision._tag !== "Paid") return
  const used = changes.state.counters.used(rule, memberId, createdAt)
  const after = { participants: changes.participants(rule), used }
  for (const data of exhaustedBy(rule, after, decision)) {
    changes.addFact(partnerId, each, { type: "rule.exhausted", data })
  }
}

interface Made {
  readonly facts: AwardFacts
  /** The limit that suppressed the award. */
  readonly suppressed: LimitRefusal | null
}

/** Awards a rule or sub-rule to a member. A refused award changes nothing. */
export const awardNamed = (
  changes: Changes,
  each: CommandOf<"Award">,
  named: Named,
  memberId: MemberId,
  newId: string
): Either.Either<Made, AwardRefusal | BalanceTooLarge> => {
  const { activityId = null, command, orderedBy = null } = each
  const { amount, partnerId } = command
  const { rule, target, ordinal } = named
  const { at, counters } = changes.state
  const tally = changes.tally(rule, memberId)
  const used = counters.used(rule, memberId, at)
  const counts = { tally, participants: changes.participants(rule), used }
  const decided = decide(rule, counts, { target, amount, at })
  if (Either.isLeft(decided)) {
    changes.addRefusal(rule, decided.left)
    return Either.left(decided.left)
  }
  const decision = decided.right
  const id = AwardId.make(newId, { disableValidation: true })
  const coins = decision._tag === "Paid" ? decision.coins : Coins.zero
  if (decision._tag === "Paid") {
    // The transfer of an award has the award's id.
    const transferId = TransferId.make(newId, { disableValidation: true })
    const draft = {
      partnerId,
      id: transferId,
      awardId: id,
      memberId,
      amount: coins,
      month: monthOf(at),
      orderedBy
    }
    const paid = pay(changes, draft, rule)
    if (Either.isLeft(paid)) {
      changes.addRefusal(rule, paid.left)
      return Either.left(paid.left)
    }
  }
  count(changes, rule, memberId, ordinal, decision)
  const suppressed = decision._tag === "Suppressed" ? decision.reason : null
  if (suppressed !== null) changes.addRefusal(rule, suppressed)
  const outcome = {
    amount: amount ?? null,
    awarded: decision._tag === "Paid",
    suppressedBy: suppressed === null ? null : suppressedBy(suppressed),
    activityId,
    createdAt: at
  }
  const rate = amount === undefined ? null : rule.rate
  const localDay = rule.timeZone === "UTC" ? null : localDayOf(rule.timeZone, at)
  const row = {
    partnerId,
    id,
    ruleId: rule.id,
    ordinal,
    memberId,
    cycle: tally.cycle,
    rate,
    localDay,
    orderedBy
  }
  changes.awards.push({ ...row, ...outcome })
  changes.addTexts(partnerId, id, command)
  changes.addOnboarding(command, each, memberId)
  const facts: AwardFacts = { id, ruleId: named.id, coins, ...outcome }
  if (changes.isWatched(partnerId)) record(changes, each, named, memberId, decision, facts)
  return Either.right({ facts, suppressed })
}

/** Returns the label `outcome` of the metric `rewards_commands_total` for an accepted award. */
export const awardOutcome = ({
  awarded,
  suppressedBy
}: Pick<AwardFacts, "awarded" | "suppressedBy">): "paid" | "counted" | "suppressed" => {
  if (awarded) return "paid"
  return suppressedBy === null ? "counted" : "suppressed"
}

/** Runs an award. A refused award changes nothing. */
export const award = (
  changes: Changes,
  each: CommandOf<"Award">,
  newId: string
): Either.Either<AwardFacts, AwardRefused> => {
  const { partnerId, ruleName, userId } = each.command
  const named = changes.named(partnerId, ruleName)
  if (named === undefined) return Either.left(new RuleNotFound({ rule: ruleName }))
  const memberId = changes.member(partnerId, userId)
  if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
  const made = awardNamed(changes, each, named, memberId, newId)
  return Either.isLeft(made) ? Either.left(made.left) : Either.right(made.right.facts)
}
