import { Data, ParseResult, Schema } from "effect"
import { wholeNumber } from "../../schema/Count.ts"
import { mustBe } from "../../schema/Input.ts"
import { pageOf } from "../../schema/Page.ts"
import * as Coins from "../Coins.ts"
import { PartnerId, RuleId } from "../Id.ts"
import { AtLimit, Limit } from "../limits/Limit.ts"

export const Status = Schema.Literal("active", "inactive").pipe(mustBe('"active" or "inactive"'))
export type Status = typeof Status.Type

/** How often one member can be paid by a rule. */
export type UserLimit = Data.TaggedEnum<{ Unlimited: {}; AtMost: { readonly awards: number } }>
export const UserLimit = Data.taggedEnum<UserLimit>()

/** The one place that knows that "-1" outside means "no maximum". */
export const UserLimitField = Schema.transformOrFail(
  Schema.Union(Schema.String, Schema.Number),
  Schema.declare(
    (value): value is UserLimit => UserLimit.$is("Unlimited")(value) || UserLimit.$is("AtMost")(value)
  ),
  {
    strict: true,
    decode: (input, _, ast) => {
      const text = String(input)
      if (text === "-1") return ParseResult.succeed(UserLimit.Unlimited())
      return wholeNumber.test(text) && text !== "0"
        ? ParseResult.succeed(UserLimit.AtMost({ awards: Number(text) }))
        : ParseResult.fail(new ParseResult.Type(ast, input))
    },
    encode: (limit) =>
      ParseResult.succeed(
        UserLimit.$match(limit, { Unlimited: () => "-1", AtMost: ({ awards }) => String(awards) })
      )
  }
).pipe(
  mustBe("-1 (no maximum) or a whole number of 1 or more"),
  Schema.annotations({
    jsonSchema: { type: ["string", "number"], pattern: "^(-1|[1-9][0-9]{0,14})$", minimum: -1 }
  })
)

/** The same as a plain number, for the Promise form. */
export const UserLimitNumber = Schema.transform(Schema.Int, Schema.typeSchema(UserLimitField), {
  strict: true,
  decode: (limit) => (limit === -1 ? UserLimit.Unlimited() : UserLimit.AtMost({ awards: limit })),
  encode: (limit) => UserLimit.$match(limit, { Unlimited: () => -1, AtMost: ({ awards }) => awards })
})

/** A member's progress through a combined rule is a set of sub-rules, kept as the bits of one small integer. */
export const maxSubRules = 30

export const SubRule = Schema.Struct({
  id: RuleId,
  name: Schema.String,
  condition: Schema.String,
  status: Status
})
export type SubRule = typeof SubRule.Type

/** What makes a rule pay. A completion number or sub-rules exist only where they mean something. */
export const Terms = Schema.Union(
  Schema.TaggedStruct("Single", {}),
  Schema.TaggedStruct("Batched", { completionNumber: Schema.Int }),
  Schema.TaggedStruct("Combined", { subRules: Schema.NonEmptyArray(SubRule) })
)
export type Terms = typeof Terms.Type

export const Rule = Schema.Struct({
  id: RuleId,
  partnerId: PartnerId,
  name: Schema.String,
  coinValue: Coins.Amount,
  maxNumberOfParticipant: Schema.Int,
  participants: Schema.Int,
  userLimitAward: UserLimitNumber,
  condition: Schema.String,
  status: Status,
  terms: Terms,
  /** What the rule may pay in windows of the calendar of `timeZone`. */
  limits: Schema.Array(Limit),
  timeZone: Schema.String,
  /** The rule can be awarded from `startsAt` on, and before `endsAt`. */
  startsAt: Schema.NullOr(Schema.Date),
  endsAt: Schema.NullOr(Schema.Date),
  atLimit: AtLimit,
  createdAt: Schema.Date,
  updatedAt: Schema.Date
})
export type Rule = typeof Rule.Type

export const RulePage = pageOf(Rule)
export type RulePage = typeof RulePage.Type

/** A rule as an award has to know it. */
export interface RuleCore extends Omit<Rule, "createdAt" | "updatedAt"> {
  /** Counts how often the rule got other counters. Counters of an earlier generation are no longer kept. */
  readonly generation: number
  /**
   * Windows that began until then may have paid before this generation did, and are counted from the awards; null where the
   * rule had these counters from the start. An hour after the update: the clocks of processes may differ.
   */
  readonly countedUntil: Date | null
}
