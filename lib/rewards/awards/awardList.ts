import { type Context, Effect, Schema } from "effect"
import { firstOf } from "../../schema/Page.ts"
import type { Database } from "../../sql/Database.ts"
import { type Fragments, given, statement } from "../../sql/Statement.ts"
import { RuleNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { type Along, byFilter, firstAlong, isInRange, ownColumn } from "../listStatements.ts"
import { listInput, listRow } from "../lists.ts"
import { findMember } from "../members/memberIds.ts"
import { awards, conditions, members, reversals, transfers } from "../tables.ts"
import { makeReadTexts, noTexts } from "../texts/Texts.ts"
import type { AwardState, ListAwards, ListedAward } from "./Award.ts"

const findCondition = conditions.by("partnerId", "name").find("ruleId", "ordinal")

const input = { ...listInput, ruleId: "uuid?", ordinal: "integer?" } as const

const shown = awards.except("cycle", "memberId", "ordinal", "ruleId")

const output = Schema.extend(
  awards.row(...shown),
  Schema.Struct({
    ruleId: conditions.fields.id,
    ruleName: conditions.fields.name,
    userId: members.fields.userId,
    coins: transfers.fields.amount,
    reversedAt: Schema.NullOr(reversals.fields.createdAt)
  })
)
type AwardRow = typeof output.Type

/** The filters of a list. An index finds the rows of one filter. The other filters are checked for each row. */
interface Filter {
  readonly member: boolean
  readonly rule: boolean
  readonly metadata: boolean
  readonly state: AwardState | undefined
}

/** A column of the award with this id. The lists use subqueries, because PostgreSQL may read all awards for a join. */
const byId = (id: string) => (column: string) =>
  `(SELECT a.${column} FROM rewards_award a WHERE a.partner_id = x.partner_id AND a.id = ${id})`

const alongAwards: Along = {
  from: "rewards_award x",
  where: [],
  id: "x.id",
  column: ownColumn
}

/** A relation whose rows refer to awards. `id` is SQL for the id of the award. */
const along = (from: string, id: string, where: string): Along => ({
  from,
  where: [where],
  id,
  column: byId(id)
})

const textIs = `x.name = ${given("name")} AND x.value = ${given("value")} AND x.name <> ''`
const alongTexts = along("rewards_text x", "x.record_id", textIs)
const alongReversals = along("rewards_reversal x", "x.award_id", "x.award_id IS NOT NULL")

/** The transfer that pays an award has the id and the time of the award. */
const alongPayouts: Along = {
  ...along("rewards_transfer x", "x.id", "x.kind = 'award'"),
  column: (column) => (column === "created_at" ? "x.created_at" : byId("x.id")(column))
}

const alongOf = ({ member, metadata, rule, state }: Filter): Along => {
  if (member) return alongAwards
  if (metadata) return alongTexts
  if (rule) return alongAwards
  if (state === "reversed") return alongReversals
  return state === "paid" ? alongPayouts : alongAwards
}

const whereOf = (
  { holds }: Fragments,
  filter: Filter,
  { column: award, from, id }: Along
): ReadonlyArray<string> => {
  const reversal = `(SELECT 1 FROM rewards_reversal v WHERE v.partner_id = x.partner_id AND v.award_id = ${id})`
  const isPayout = from === alongPayouts.from
  // A list of a rule's awards must use the index of the rule's awards. With `holds`, PostgreSQL could choose a partial index instead.
  const paid = (value: boolean): string =>
    filter.rule && !filter.member
      ? `${award("awarded")} IS NOT ${value ? "FALSE" : "TRUE"}`
      : holds(award("awarded"), value)
  const states: Readonly<Record<AwardState, ReadonlyArray<string>>> = {
    paid: [...(isPayout ? [] : [paid(true)]), `${reversal} IS NULL`],
    counted: [paid(false), `${award("suppressed_by")} IS NULL`, `${reversal} IS NULL`],
    suppressed: [paid(false), `${award("suppressed_by")} IS NOT NULL`],
    reversed: [`${reversal} IS NOT NULL`]
  }
  // The index of a rule's awards contains `ordinal + 0`. A list of a member's awards must use another index.
  const ordinal = filter.member ? award("ordinal") : `${award("ordinal")} + 0`
  const text = `(SELECT 1 FROM rewards_text t WHERE t.partner_id = x.partner_id AND t.record_id = ${id}
    AND t.name = ${given("name")} AND t.value = ${given("value")})`
  return [
    ...isInRange(id),
    ...(filter.member ? [`${award("member_id")} = ${given("member_id")}`] : []),
    ...(filter.rule ? [`${award("rule_id")} = ${given("rule_id")}`, `${ordinal} = ${given("ordinal")}`] : []),
    ...(filter.metadata && filter.member ? [`${text} IS NOT NULL`] : []),
    ...(filter.state === undefined ? [] : states[filter.state])
  ]
}

export const listAwards = byFilter((filter: Filter) => {
  const along = alongOf(filter)
  return statement({
    input,
    output,
    sql: (
      fragments
    ) => `SELECT ${awards.list("a", ...shown)}, c.id AS rule_id, c.name AS rule_name, m.user_id,
         COALESCE(t.amount, 0) AS coins,
         (SELECT v.created_at FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id) AS reversed_at
       FROM (
         ${firstAlong({ ...along, where: [...along.where, ...whereOf(fragments, filter, along)] })}
         ORDER BY id DESC LIMIT ${given("size")}
       ) AS page
       JOIN rewards_award a ON a.partner_id = page.partner_id AND a.id = page.id
       JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
       JOIN rewards_member m ON m.partner_id = a.partner_id AND m.id = a.member_id
       LEFT JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
       ORDER BY a.id DESC`
  })
})

const stateOf = ({ awarded, reversedAt, suppressedBy }: AwardRow): AwardState => {
  if (reversedAt !== null) return "reversed"
  if (suppressedBy !== null) return "suppressed"
  return awarded ? "paid" : "counted"
}

export const makeList = (database: Context.Tag.Service<Database>) => {
  const readTexts = makeReadTexts(database)

  const findRule = (partnerId: PartnerId, name: string) =>
    Effect.flatMap(database.run(findCondition, [{ partnerId, name }]), ([condition]) =>
      condition === undefined ? new RuleNotFound({ rule: name }) : Effect.succeed(condition)
    )

  return Effect.fnUntraced(function* ({ partnerId, userId, ruleName, state, ...listing }: ListAwards) {
    const member = userId === undefined ? undefined : yield* findMember(database, { partnerId, userId })
    const rule = ruleName === undefined ? undefined : yield* findRule(partnerId, ruleName)
    const list = listAwards({
      member: member !== undefined,
      rule: rule !== undefined,
      metadata: listing.metadataKey !== undefined,
      state
    })
    const rows = yield* database.run(list, [
      {
        partnerId,
        ...listRow(listing),
        memberId: member?.id ?? null,
        ruleId: rule?.ruleId ?? null,
        ordinal: rule?.ordinal ?? null
      }
    ])
    const { data, hasMore } = firstOf(rows, listing.limit)
    const texts = yield* readTexts(
      partnerId,
      data.map(({ id }) => id)
    )
    return {
      data: data.map((row): ListedAward => {
        const { metadata, narration } = texts.get(row.id) ?? noTexts
        return { ...row, state: stateOf(row), note: narration, metadata }
      }),
      hasMore
    }
  })
}
