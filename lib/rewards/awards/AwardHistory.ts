import { Context, Effect, Layer, Schema } from "effect"
import { type InvalidInput, parser, required } from "../../schema/Input.ts"
import { maxPageSize, PageSize } from "../../schema/Page.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Bool, Coins, Id, Instant, Integer } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { MemberNotFound, RuleNotFound } from "../Errors.ts"
import { AwardId, PartnerId } from "../Id.ts"
import { lookUp } from "../members/lookUp.ts"
import { type MemberKey, memberKey, UserId } from "../members/Member.ts"
import { Name } from "../rules/Name.ts"
import type { Award } from "./Award.ts"

export type ListAwardsInput = typeof ListAwards.Encoded

/** The awards that were accepted, paid or not. They are never changed, so a page once read stays right. */
export class AwardHistory extends Context.Tag("rewards/AwardHistory")<
  AwardHistory,
  {
    /**
     * A partner's awards, newest first, before an award; the last one's id is the key of the next page. They can be
     * those of one member, those that named one rule or sub-rule, or both. A renamed rule shows its present name.
     */
    readonly list: (
      input: ListAwardsInput
    ) => Effect.Effect<ReadonlyArray<Award>, InvalidInput | MemberNotFound | RuleNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<AwardHistory, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const ListAwards = Schema.Struct({
  partnerId: required(PartnerId),
  userId: Schema.optional(UserId),
  ruleName: Schema.optional(Name),
  before: Schema.optional(AwardId),
  limit: Schema.optionalWith(PageSize, { default: () => maxPageSize })
})

const parse = parser(ListAwards)

const findCondition = statement({
  input: { partner_id: "uuid", name: "text" },
  output: Schema.Struct({ ruleId: Id("RuleId"), place: Integer }),
  sql: `SELECT c.rule_id AS "ruleId", c.place FROM input CROSS JOIN rewards_condition c
     WHERE c.partner_id = input.partner_id AND c.name = input.name`
})

/**
 * A text for each choice of filters: one that fits all of them could use the index of none. The limit that is written
 * out tells PostgreSQL that the page is small; not knowing that, it would read and sort all the awards.
 */
const readAwards = (filter: string) =>
  statement({
    input: {
      partner_id: "uuid",
      before: "uuid",
      size: "integer",
      member_id: "uuid?",
      rule_id: "uuid?",
      place: "integer?"
    },
    output: Schema.Struct({
      id: Id("AwardId"),
      partnerId: Id("PartnerId"),
      ruleId: Id("RuleId"),
      ruleName: Schema.String,
      userId: Schema.String,
      awarded: Bool,
      coins: Coins,
      note: Schema.NullOr(Schema.String),
      createdAt: Instant
    }),
    sql: `SELECT a.id, a.partner_id AS "partnerId", c.id AS "ruleId", c.name AS "ruleName", m.user_id AS "userId",
         a.awarded, COALESCE(t.amount, 0) AS coins, a.note, a.created_at AS "createdAt"
       FROM (
         SELECT * FROM (
           SELECT a.id, a.partner_id, a.rule_id, a.place, a.member_id, a.awarded, a.note, a.created_at
           FROM rewards_award a
           WHERE a.partner_id = (SELECT partner_id FROM input) AND a.id < (SELECT before FROM input)${filter}
           ORDER BY a.id DESC LIMIT ${maxPageSize}
         ) AS a
         ORDER BY a.id DESC LIMIT (SELECT size FROM input)
       ) AS a
       JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.place = a.place
       JOIN rewards_member m ON m.partner_id = a.partner_id AND m.id = a.member_id
       LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
       ORDER BY a.id DESC`
  })

const ofMember = " AND a.member_id = (SELECT member_id FROM input)"
const ofRule = " AND a.rule_id = (SELECT rule_id FROM input) AND a.place = (SELECT place FROM input)"

const readAll = readAwards("")
const readOfMember = readAwards(ofMember)
const readOfRule = readAwards(ofRule)
const readOfBoth = readAwards(ofMember + ofRule)

/** Above every id that can be made. */
const end = "ffffffff-ffff-ffff-ffff-ffffffffffff"

const make = Effect.gen(function* () {
  const database = yield* Database

  const memberOf = (key: MemberKey) =>
    Effect.flatMap(lookUp(database, [key]), (known) => {
      const member = known.get(memberKey(key))
      return member === undefined ? new MemberNotFound({ userId: key.userId }) : Effect.succeed(member)
    })

  const conditionOf = (partnerId: PartnerId, name: string) =>
    Effect.flatMap(database.run(findCondition, [{ partner_id: partnerId, name }]), ([condition]) =>
      condition === undefined ? new RuleNotFound({ rule: name }) : Effect.succeed(condition)
    )

  return AwardHistory.of({
    list: Effect.fn("AwardHistory.list")(function* (input) {
      const { partnerId, userId, ruleName, before = end, limit } = yield* parse(input)
      const member = userId === undefined ? undefined : yield* memberOf({ partnerId, userId })
      const condition = ruleName === undefined ? undefined : yield* conditionOf(partnerId, ruleName)
      const [all, some] = condition === undefined ? [readAll, readOfMember] : [readOfRule, readOfBoth]
      return yield* database.run(member === undefined ? all : some, [
        {
          partner_id: partnerId,
          before,
          size: limit,
          member_id: member?.id ?? null,
          rule_id: condition?.ruleId ?? null,
          place: condition?.place ?? null
        }
      ])
    })
  })
})
