import { Either } from "effect"
import type { AwardFacts } from "../../awards/Award.ts"
import { type Decision, decide, suppressedBy } from "../../awards/decide.ts"
import { exhaustedBy } from "../../awards/exhausted.ts"
import * as Coins from "../../Coins.ts"
import { type BalanceTooLarge, MemberNotFound, RuleNotFound } from "../../Errors.ts"
import { AwardId, type MemberId, TransferId } from "../../Id.ts"
import { monthOf, walletOf } from "../../ledger/Account.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import type { AwardRefused, CommandOf } from "../Command.ts"
import type { Changes, Named } from "./Changes.ts"

/** Pays the coins of an award. The payout has the award's id. */
const pay = (
  changes: Changes,
  rule: RuleCore,
  memberId: MemberId,
  id: string,
  coins: Coins.Coins
): Either.Either<unknown, BalanceTooLarge> => {
  const { at, book, side } = changes.state
  return book.issue({
    partnerId: rule.partnerId,
    id: TransferId.make(id, { disableValidation: true }),
    amount: coins,
    debit: side(rule.partnerId, "issuance"),
    credit: walletOf(memberId),
    createdAt: at,
    month: monthOf(at)
  })
}

/** Counts what a decision counts. */
const count = (
  changes: Changes,
  rule: RuleCore,
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
  changes.state.counters.add(rule, memberId, changes.state.at, decision.coins)
}

/** Notes an accepted award, the member that came to be with it, and what of the rule it used up. */
const note = (
  changes: Changes,
  { command, requestId }: CommandOf<"Award">,
  { name, rule }: Named,
  memberId: MemberId,
  decision: Decision,
  facts: AwardFacts
): void => {
  const { partnerId, userId } = command
  const { createdAt } = facts
  if (changes.isFirstOf(partnerId, memberId)) {
    changes.note(partnerId, requestId, { type: "member.onboarded", data: { memberId, userId, createdAt } })
  }
  changes.note(partnerId, requestId, {
    type: types[decision._tag],
    data: { ...facts, ruleName: name, userId }
  })
  if (decision._tag !== "Paid") return
  const used = changes.state.counters.used(rule, memberId, createdAt)
  const after = { participants: changes.participants(rule), used }
  for (const data of exhaustedBy(rule, after, decision)) {
    changes.note(partnerId, requestId, { type: "rule.exhausted", data })
  }
}

const types = { Paid: "award.paid", Counted: "award.counted", Suppressed: "award.suppressed" } as const

/** Runs an award. When it is refused it changes nothing. */
export const award = (
  changes: Changes,
  each: CommandOf<"Award">,
  id: string
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
  const awarded = decision._tag === "Paid"
  if (awarded) {
    const paid = pay(changes, rule, memberId, id, decision.coins)
    if (Either.isLeft(paid)) return Either.left(paid.left)
  }
  count(changes, rule, memberId, ordinal, decision)
  const awardId = AwardId.make(id, { disableValidation: true })
  const code = decision._tag === "Suppressed" ? suppressedBy(decision.reason) : null
  changes.awards.push({
    partnerId,
    id: awardId,
    ruleId: rule.id,
    ordinal,
    memberId,
    cycle: tally.cycle,
    awarded,
    suppressedBy: code
  })
  changes.addTexts(partnerId, id, command)
  const facts: AwardFacts = {
    id: awardId,
    ruleId: named.id,
    awarded,
    coins: awarded ? decision.coins : Coins.zero,
    suppressedBy: code,
    createdAt: at
  }
  if (changes.isWatched(partnerId)) note(changes, each, named, memberId, decision, facts)
  return Either.right(facts)
}
