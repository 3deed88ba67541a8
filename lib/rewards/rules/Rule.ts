import { Data, ParseResult, Schema } from "effect"
import { mustBe, storable, wholeNumber } from "../../schema/Input.ts"
import { pageOf } from "../../schema/Page.ts"
import { When } from "../activities/When.ts"
import * as Coins from "../Coins.ts"
import { PartnerId, RuleId } from "../Id.ts"
import { AtLimit, Limit } from "../limits/Limit.ts"
import { CoinsExpire } from "../lots/period.ts"
import { Orderer, type OrdererNumber } from "../orderers/Orderer.ts"

/** The name of a rule or sub-rule. It is trimmed and lower-cased. No two rules or sub-rules of a partner have the same name. */
export const RuleName = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (value) => value.trim().toLowerCase(),
  encode: (value) => value
}).pipe(
  Schema.filter((value) => value.length >= 1 && value.length <= 128 && storable(value), {
    jsonSchema: { minLength: 1, maxLength: 128 }
  }),
  mustBe("a name of 1 to 128 characters")
)

export const Status = Schema.Literal("active", "inactive").pipe(mustBe('"active" or "inactive"'))
export type Status = typeof Status.Type

/** The rules that a list contains. "active" and "inactive" select rules with this status that are not archived. */
export const ListedStatus = Schema.Literal("active", "inactive", "archived").pipe(
  mustBe('"active", "inactive" or "archived"')
)

export const RuleType = Schema.Literal("single", "batched", "combined").pipe(
  mustBe('"single", "batched" or "combined"')
)

/** How many times a rule can pay one member. */
export type UserLimit = Data.TaggedEnum<{ Unlimited: {}; AtMost: { readonly awards: number } }>
export const UserLimit = Data.taggedEnum<UserLimit>()

/** A user limit in the form that callers write: -1 means that there is no maximum. */
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

/** A user limit as a number: -1 means that there is no maximum. */
export const UserLimitNumber = Schema.transform(Schema.Int, Schema.typeSchema(UserLimitField), {
  strict: true,
  decode: (limit) => (limit === -1 ? UserLimit.Unlimited() : UserLimit.AtMost({ awards: limit })),
  encode: (limit) => UserLimit.$match(limit, { Unlimited: () => -1, AtMost: ({ awards }) => awards })
})

/**
 * The largest number of sub-rules of a rule. It is limited, because a member's progress stores the finished sub-rules as the bits of one
 * integer.
 */
export const maxSubRules = 30

export const SubRule = Schema.Struct({
  id: RuleId,
  name: Schema.String,
  condition: Schema.String,
  status: Status,
  /** The activities that finish the sub-rule; null if only an award that names the sub-rule finishes it. */
  when: Schema.NullOr(When)
})
export type SubRule = typeof SubRule.Type

/**
 * When a rule pays: with every award, after a number of completions, or when all active sub-rules are finished. An award that names a
 * combined rule itself pays at once.
 */
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
  /** If it is not null, the rule pays by amount: `coinValue` for every full `unit`. Only a rule of the type "single" can have a unit. */
  unit: Schema.NullOr(Coins.Amount),
  /** The largest number of coins that one award by amount pays; null if there is no maximum. */
  maxCoins: Schema.NullOr(Coins.Amount),
  maxNumberOfParticipant: Schema.Int,
  participants: Schema.Int,
  userLimitAward: UserLimitNumber,
  condition: Schema.String,
  status: Status,
  /** Whether the rule is archived: lists contain it only if the caller asks for archived rules. Only an inactive rule can be archived. */
  archived: Schema.Boolean,
  terms: Terms,
  /**
   * The activities for which the rule is awarded; null if it is awarded by name only. A combined rule has null, because its sub-rules
   * have their own `when`.
   */
  when: Schema.NullOr(When),
  /** How much the rule may pay per period. The periods follow the calendar of `timeZone`. */
  limits: Schema.Array(Limit),
  timeZone: Schema.String,
  /** The rule can be awarded from `startsAt` on, and before `endsAt`. */
  startsAt: Schema.NullOr(Schema.Date),
  endsAt: Schema.NullOr(Schema.Date),
  atLimit: AtLimit,
  /** How many days in `timeZone` the coins of an award are pending; null if an award pays at once. */
  pendingDays: Schema.NullOr(Schema.Int),
  /** After how long the coins expire, at the end of a day in `timeZone`; null if they do not expire. */
  coinsExpire: Schema.NullOr(CoinsExpire),
  createdAt: Schema.Date,
  updatedAt: Schema.Date
})
export type Rule = typeof Rule.Type

/** A rule in lists, with its orderers. */
export const ListedRule = Schema.Struct({
  ...Rule.fields,
  /** Who created the rule; null if the caller is not known. */
  orderedBy: Schema.NullOr(Orderer),
  /** Who ordered the last change; null if the caller is not known, or if the rule was never changed. */
  changedBy: Schema.NullOr(Orderer)
})
export type ListedRule = typeof ListedRule.Type

export const RulePage = pageOf(ListedRule)
export type RulePage = typeof RulePage.Type

/** A rule with the fields that callers do not see. */
export interface StoredRule extends Rule {
  /**
   * Rises when an update changes the set of counters that the limits need, or the windows of the counters. Counters of older generations
   * are not used.
   */
  readonly generation: number
  /**
   * The time of the update that began this generation, plus one hour, because the clocks of processes may differ. A window that
   * started before this time may contain payments of an earlier generation. While such a window runs, a counter without a row is
   * computed from awards. Null in the first generation.
   */
  readonly countedUntil: Date | null
  /** The number of the rule's current rate: see `rates` in `tables.ts`. 0 if the rule never had a unit. */
  readonly rate: number
  /** Who created the rule. */
  readonly orderedBy: OrdererNumber
  /** Who ordered the last change; null if the caller is not known, or if the rule was never changed. */
  readonly changedBy: OrdererNumber
}
