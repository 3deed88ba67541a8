import { Data, ParseResult, Predicate, Schema } from "effect"
import { Count, wholeNumber } from "../../schema/Count.ts"
import { type CrossCheck, type Fault, mustBe, required } from "../../schema/Input.ts"
import { trimmed } from "../../schema/Text.ts"
import * as Coins from "../Coins.ts"
import { PartnerId, RuleId } from "../Id.ts"
import { Name } from "./Name.ts"

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
  createdAt: Schema.Date,
  updatedAt: Schema.Date
})
export type Rule = typeof Rule.Type

/** A rule as an award has to know it. */
export type RuleCore = Omit<Rule, "createdAt" | "updatedAt">

const Condition = trimmed(1, 1000)

/** A rule as a caller writes it, in the interface's words; everything is checked and every fault is named. */
export const CreateRule = Schema.Struct({
  partnerId: required(PartnerId),
  name: required(Name),
  coinValue: required(Coins.PositiveAmount),
  maxNumberOfParticipant: required(Count),
  condition: Schema.optional(Condition),
  status: Schema.optionalWith(Status, { default: () => "active" }),
  type: Schema.optionalWith(
    Schema.Literal("single", "batched", "combined").pipe(mustBe('"single", "batched" or "combined"')),
    { default: () => "single" }
  ),
  completionNumber: Schema.optionalWith(Count, { default: () => 1 }),
  userLimitAward: Schema.optionalWith(UserLimitField, { default: () => UserLimit.Unlimited() }),
  rules: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        name: required(Name),
        condition: required(Condition),
        status: Schema.optionalWith(Status, { default: () => "active" })
      })
    ).annotations({ jsonSchema: { maxItems: maxSubRules } }),
    { default: () => [] }
  )
})
export type CreateRule = typeof CreateRule.Type

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const isInactive = (value: unknown): boolean => Predicate.isRecord(value) && value.status === "inactive"
const nameOf = (value: unknown): ReadonlyArray<string> =>
  Predicate.isRecord(value) && typeof value.name === "string" ? [value.name.trim().toLowerCase()] : []

/** What the type of a rule asks of its other fields. */
export const checkCreateRule: CrossCheck = (rule) => {
  const subRules = list(rule.rules)
  if (rule.type !== "combined") {
    const faults: Array<Fault> = []
    if (rule.condition === undefined) faults.push({ field: "condition", problem: "is required" })
    if (subRules.length > 0)
      faults.push({ field: "rules", problem: 'can only be given when type is "combined"' })
    return faults
  }
  const names = [rule, ...subRules].flatMap(nameOf)
  if (subRules.length === 0 || subRules.length > maxSubRules) {
    return [{ field: "rules", problem: `must hold 1 to ${maxSubRules} sub-rules when type is "combined"` }]
  }
  if (subRules.every(isInactive)) {
    return [
      { field: "rules", problem: "must hold at least one active sub-rule, or the rule could never pay" }
    ]
  }
  return new Set(names).size < names.length
    ? [{ field: "rules", problem: "must have names that differ from each other and from the rule's own" }]
    : []
}

/** What can change afterwards. Type, completion number and sub-rules cannot: members' progress is counted in them. */
export const UpdateRule = Schema.Struct({
  partnerId: required(PartnerId),
  id: required(RuleId),
  name: Schema.optional(Name),
  coinValue: Schema.optional(Coins.PositiveAmount),
  maxNumberOfParticipant: Schema.optional(Count),
  condition: Schema.optional(Condition),
  status: Schema.optional(Status),
  userLimitAward: Schema.optional(UserLimitField)
})
export type UpdateRule = typeof UpdateRule.Type
