import { Schema } from "effect"
import { Award } from "../awards/Award.ts"
import * as Coins from "../Coins.ts"
import { MemberId, RuleId, TransferId } from "../Id.ts"
import { Rule } from "../rules/Rule.ts"

/**
 * An award as its event stores it, without narration and metadata: free text can be about a person and must be erasable, so it is
 * read from its own rows when the event is read.
 */
const AwardFact = Award.omit("partnerId", "note")

const TransferFact = Schema.Struct({
  id: TransferId,
  memberId: MemberId,
  userId: Schema.String,
  coins: Coins.Amount,
  /** The wallet right after the transfer. */
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
  /** The member that was deleted because its id was linked; it had no history. Null if there was none. */
  removedId: Schema.NullOr(MemberId)
})

/** Something that a payment used up: the places of a rule, or the payments or coins of its limit per rule, ever. */
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

type Facts = typeof facts

/** Something that an accepted command did. */
export type Fact = {
  [Type in FactType]: { readonly type: Type; readonly data: Facts[Type]["Type"] }
}[FactType]

const structs = Object.entries(facts).map(([type, data]) =>
  Schema.Struct({ type: Schema.Literal(type), data })
)
export const Fact = Schema.make<Fact, { readonly type: FactType; readonly data: unknown }>(
  Schema.Union(...structs).ast
)
