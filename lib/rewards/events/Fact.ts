import { Schema } from "effect"
import { Award } from "../awards/Award.ts"
import * as Coins from "../Coins.ts"
import { MemberId, RuleId, TransferId } from "../Id.ts"
import { Rule } from "../rules/Rule.ts"

/** An award as its event stores it. The note must be erasable, so it is not stored in the event. It is read with the event. */
const AwardFact = Award.omit("partnerId", "note")

const TransferFact = Schema.Struct({
  id: TransferId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  /** The balance of the wallet after the transfer. */
  balance: Coins.Amount,
  createdAt: Schema.Date
})

const RefundFact = Schema.Struct({
  id: TransferId,
  transactionId: TransferId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  createdAt: Schema.Date
})

const ReversedFact = Schema.Struct({
  award: AwardFact,
  reversal: Schema.Struct({ id: TransferId, coins: Coins.Amount, createdAt: Schema.Date })
})

const MemberFact = Schema.Struct({ memberId: MemberId, userId: Schema.String, createdAt: Schema.Date })

const LinkFact = Schema.Struct({
  memberId: MemberId,
  userId: Schema.String,
  linkedId: Schema.String,
  /** The member that had the linked id before and was deleted; null if no member was deleted. */
  removedId: Schema.NullOr(MemberId)
})

/** A limit that a payment used up: `maxNumberOfParticipant`, or a maximum of a limit with `per: "rule"` and `period: "ever"`. */
export const Exhaustion = Schema.Struct({
  ruleId: RuleId,
  ruleName: Schema.String,
  measure: Schema.Literal("participants", "awards", "coins"),
  used: Schema.String,
  max: Schema.String
})
export type Exhaustion = typeof Exhaustion.Type

/** The stored data of each type of event. */
export const facts = {
  "award.paid": AwardFact,
  "award.counted": AwardFact,
  "award.suppressed": AwardFact,
  "award.reversed": ReversedFact,
  "coins.transferred": TransferFact,
  "coins.refunded": RefundFact,
  "member.onboarded": MemberFact,
  "member.linked": LinkFact,
  "rule.created": Rule,
  "rule.updated": Rule,
  "rule.exhausted": Exhaustion
}

export type FactType = keyof typeof facts

/** A change, as its event stores it. */
export type Fact = {
  [Type in FactType]: { readonly type: Type; readonly data: (typeof facts)[Type]["Type"] }
}[FactType]

const structs = Object.entries(facts).map(([type, data]) =>
  Schema.Struct({ type: Schema.Literal(type), data })
)
export const Fact = Schema.make<Fact, { readonly type: FactType; readonly data: unknown }>(
  Schema.Union(...structs).ast
)
