import { Schema } from "effect"
import { Award } from "../awards/Award.ts"
import * as Coins from "../Coins.ts"
import { MemberId, RuleId, TransferId } from "../Id.ts"
import { Rule } from "../rules/Rule.ts"

/**
 * An award as its event stores it. The event does not store the note and the metadata: they are read together with the event. They can
 * contain personal data that must be erasable, so they are stored only once.
 */
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
  /** The member that had the linked id before. It had no awards or transfers, and was deleted. Null if no member was deleted. */
  removedId: Schema.NullOr(MemberId)
})

/**
 * A limit that a payment used up. It is `maxNumberOfParticipant` of a rule, or one maximum (`awards` or `coins`) of a limit with
 * `per: "rule"` and `period: "ever"`.
 */
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
