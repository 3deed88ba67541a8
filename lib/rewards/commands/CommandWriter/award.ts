import { Either } from "effect"
import type { AwardFacts } from "../../awards/Award.ts"
import { type Decision, decide, exhaustedBy, suppressedBy } from "../../awards/decide.ts"
import * as Coins from "../../Coins.ts"
import { MemberNotFound, RuleNotFound } from "../../Errors.ts"
import { AwardId, type MemberId, TransferId } from "../../Id.ts"
import { monthOf } from "../../ledger/Account.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import type { AwardRefused, CommandOf } from "../Command.ts"
import type { Changes, Named } from "./Changes.ts"

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
  changes.state.counters.count(1, rule, memberId, changes.state.at, decision.coins)
}

const types = { Paid: "award.paid", Counted: "award.counted", Suppressed: "award.suppressed" } as const

/** Adds a `Fact` for each event of an accepted award. */
const record = (
  changes: Changes,
  { command, requestId }: CommandOf<"Award">,
  { name, rule }: Named,
  memberId: MemberId,
  decision: Decision,
  facts: AwardFacts
): void => {
  const { partnerId, userId } = command
  const { createdAt } = facts
  if (changes.isFirstOf(memberId)) {
    changes.addFact(partnerId, requestId, { type: "member.onboarded", data: { memberId, userId, createdAt } })
  }
  changes.addFact(partnerId, requestId, {
    type: types[decision._tag],
    data: { ...facts, ruleName: name, userId }
  })
  if (decision._tag !== "Paid") return
  const used = changes.state.counters.used(rule, memberId, createdAt)
  const after = { participants: changes.participants(rule), used }
  for (const data of exhaustedBy(rule, after, decision)) {
    changes.addFact(partnerId, requestId, { type: "rule.exhausted", data })
  }
}

/** Runs an award. A refused award changes nothing. */
export const award = (
  changes: Changes,
  each: CommandOf<"Award">,
  newId: string
): Either.Either<AwardFacts, AwardRefused> => {
  const { command } = each
  const { partnerId, ruleName, userId } = command
  const named = changes.named(partnerId, ruleName)
  if (named === undefined) return Either.left(new RuleNotFound({ rule: ruleName }))
  const memberId = changes.member(partnerId, userId)
  if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
  const { rule, target, ordinal } = named
  const { at, counters } = changes.state
  const tally = changes.tally(rule, memberId)
  const used = counters.used(rule, memberId, at)
  const decided = decide(rule, { tally, participants: changes.participants(rule), used }, target, at)
  if (Either.isLeft(decided)) return Either.left(decided.left)
  const decision = decided.right
  const id = AwardId.make(newId, { disableValidation: true })
  const coins = decision._tag === "Paid" ? decision.coins : Coins.zero
  if (decision._tag === "Paid") {
    // The transfer of an award has the award's id.
    const transferId = TransferId.make(newId, { disableValidation: true })
    const draft = { partnerId, id: transferId, memberId, amount: coins, createdAt: at, month: monthOf(at) }
    const paid = changes.state.book.transfer("award", draft)
    if (Either.isLeft(paid)) return Either.left(paid.left)
  }
  count(changes, rule, memberId, ordinal, decision)
  const outcome = {
    awarded: decision._tag === "Paid",
    suppressedBy: decision._tag === "Suppressed" ? suppressedBy(decision.reason) : null,
    createdAt: at
  }
  changes.awards.push({ partnerId, id, ruleId: rule.id, ordinal, memberId, cycle: tally.cycle, ...outcome })
  changes.addTexts(partnerId, id, command)
  const facts: AwardFacts = { id, ruleId: named.id, coins, ...outcome }
  if (changes.isWatched(partnerId)) record(changes, each, named, memberId, decision, facts)
  return Either.right(facts)
}
