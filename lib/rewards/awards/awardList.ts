import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import { type Fragments, given, statement } from "../../sql/Statement.ts"
import { now } from "../clock.ts"
import { RuleNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import {
  byFilter,
  fittingIds,
  foundPage,
  foundRow,
  inTime,
  isBefore,
  lastOfWindow,
  ownColumn,
  type Scan,
  searchScans
} from "../listStatements.ts"
import { isTimed, listInput, listRow } from "../lists.ts"
import { findMember, isMerged } from "../members/memberIds.ts"
import type { Orderers } from "../orderers/Orderers.ts"
import { partsOf } from "../sql.ts"
import { conditions } from "../tables.ts"
import type { AwardState, ListAwards } from "./Award.ts"
import { makeReadListed } from "./listedAwards.ts"

const findCondition = conditions.by("partnerId", "name").find("ruleId", "ordinal")

/** The filters of a list. An index finds the rows of one filter. The other filters are checked for each row. */
interface Filter {
  readonly member: boolean
  /** Whether other members were merged into the member. The list then also has their awards. */
  readonly merged: boolean
  readonly rule: boolean
  readonly metadata: boolean
  /** Whether the list has a `from` or a `to`. */
  readonly timed: boolean
  readonly state: AwardState | undefined
}

/**
 * Makes a function that returns SQL for a column of the award with this id. The SQL is a subquery, because PostgreSQL may read all awards
 * for a join.
 */
const byId = (id: string) => (column: string) =>
  `(SELECT a.${column} FROM rewards_award a WHERE a.partner_id = x.partner_id AND a.id = ${id})`

const awardsScan = (...where: ReadonlyArray<string>): Scan => ({
  from: "rewards_award x",
  where: [...where, isBefore("x.id")],
  id: "x.id",
  column: ownColumn
})

/** Makes a scan of a relation whose rows refer to awards. `id` is SQL for the id of the award. */
const scanBy = (from: string, id: string, ...where: ReadonlyArray<string>): Scan => ({
  from,
  where: [...where, isBefore(id)],
  id,
  column: byId(id)
})

const textIs = `x.name = ${given("name")} AND x.value = ${given("value")} AND x.name <> ''`
const textsScan = scanBy("rewards_text x", "x.record_id", textIs)
const reversalsScan = scanBy(
  "rewards_reversal x",
  "x.award_id",
  "x.award_id IS NOT NULL",
  "x.returned = x.paid"
)
const firstReversalsScan = scanBy(
  "rewards_reversal x",
  "x.award_id",
  "x.award_id IS NOT NULL",
  "x.number = 1"
)

const pendingScan = scanBy("rewards_pending x", "x.id")

/** The transfer that pays an award has the id and the time of the award. */
const payoutsScan: Scan = {
  ...scanBy("rewards_transfer x", "x.id"),
  column: (column) => (column === "created_at" ? "x.created_at" : byId("x.id")(column))
}

/** The index of a rule's awards contains `ordinal + 0`. A condition on plain `ordinal` does not use this index. */
const ruleIs = (ruleId: string, ordinal: string): ReadonlyArray<string> => [
  `${ruleId} = ${given("rule_id")}`,
  `${ordinal} = ${given("ordinal")}`
]

const scanOf = ({ holds }: Fragments, { member, merged, metadata, rule, state }: Filter): Scan => {
  if (member && merged) {
    return awardsScan(`x.member_id IN (${partsOf(given("partner_id"), given("member_id"))})`)
  }
  if (member) return awardsScan(`x.member_id = ${given("member_id")}`)
  if (metadata) return textsScan
  if (rule) return awardsScan(...ruleIs("x.rule_id", "x.ordinal + 0"))
  if (state === "reversed") return reversalsScan
  if (state === "partly_reversed") return firstReversalsScan
  if (state === "pending") return pendingScan
  if (state === "paid") return payoutsScan
  return state === undefined ? awardsScan() : awardsScan(holds("x.awarded", false))
}

const filtersOf =
  ({ member, metadata, rule, state, timed }: Filter) =>
  (scan: Scan): ReadonlyArray<string> => {
    const { column: award, from, id } = scan
    const reversal = (condition: string): string =>
      `(SELECT 1 FROM rewards_reversal v WHERE v.partner_id = x.partner_id AND v.award_id = ${id} AND ${condition})`
    const [first, last] = [reversal("v.number = 1"), reversal("v.returned = v.paid")]
    const waits = (row: string) => `${row}.coins <> 0 AND ${row}.matures_at > ${given("at")}`
    const pending = `(SELECT 1 FROM rewards_pending w WHERE w.partner_id = x.partner_id AND w.id = ${id} AND ${waits("w")})`
    // The rows must be found by the index of `scan`. With `holds`, the condition would match a partial index, which PostgreSQL could
    // choose.
    const paid = (value: boolean): string => `${award("awarded")} IS NOT ${value ? "FALSE" : "TRUE"}`
    const states: Readonly<Record<AwardState, ReadonlyArray<string>>> = {
      paid: [
        from === payoutsScan.from ? "x.kind IN ('award', 'pending_award')" : paid(true),
        `${first} IS NULL`,
        `${pending} IS NULL`
      ],
      // For the same reason, `waits` compares with `coins <> 0`: a partial index has the condition `coins > 0`.
      pending: [scan === pendingScan ? waits("x") : `${pending} IS NOT NULL`],
      counted: [paid(false), `${award("suppressed_by")} IS NULL`, `${first} IS NULL`],
      suppressed: [paid(false), `${award("suppressed_by")} IS NOT NULL`],
      partly_reversed: [
        ...(scan === firstReversalsScan ? [] : [`${first} IS NOT NULL`]),
        `${last} IS NULL`,
        `${pending} IS NULL`
      ],
      reversed: scan === reversalsScan ? [] : [`${last} IS NOT NULL`]
    }
    const text = `(SELECT 1 FROM rewards_text t WHERE t.partner_id = x.partner_id AND t.record_id = ${id}
    AND t.name = ${given("name")} AND t.value = ${given("value")})`
    const byText = from === textsScan.from
    return [
      // A text can also belong to a transfer or a reversal.
      ...(byText ? [`${award("id")} IS NOT NULL`] : []),
      ...(rule && (member || byText) ? ruleIs(award("rule_id"), award("ordinal")) : []),
      ...(metadata && !byText ? [`${text} IS NOT NULL`] : []),
      ...(state === undefined ? [] : states[state]),
      ...(timed ? inTime(award("created_at")) : [])
    ]
  }

/** Finds the ids of a page of awards. */
export const searchAwards = byFilter((filter: Filter) =>
  statement({
    input: { ...listInput, ruleId: "uuid?", ordinal: "integer?", at: "instant" },
    output: foundRow("AwardId"),
    sql: (fragments) => {
      const scan = scanOf(fragments, filter)
      const end = given("since")
      return searchScans({
        scans: [scan],
        filters: filtersOf(filter),
        last: lastOfWindow([scan], { end }),
        end
      })
    }
  })
)

export const makeList = (
  database: Context.Tag.Service<Database>,
  orderers: Context.Tag.Service<Orderers>
) => {
  const read = makeReadListed(database, orderers)

  const findRule = (partnerId: PartnerId, name: string) =>
    Effect.flatMap(database.run(findCondition, [{ partnerId, name }]), ([condition]) =>
      condition === undefined ? new RuleNotFound({ rule: name }) : Effect.succeed(condition)
    )

  const search = Effect.fnUntraced(function* (
    { partnerId, userId, ruleName, state, ...listing }: ListAwards,
    at: Date
  ) {
    const member = userId === undefined ? undefined : yield* findMember(database, { partnerId, userId })
    const rule = ruleName === undefined ? undefined : yield* findRule(partnerId, ruleName)
    const statement = searchAwards({
      member: member !== undefined,
      merged: member !== undefined && (yield* isMerged(database, member)),
      rule: rule !== undefined,
      metadata: listing.metadataKey !== undefined,
      timed: isTimed(listing),
      state
    })
    const row = {
      partnerId,
      ...listRow(listing),
      memberId: member?.id ?? null,
      ruleId: rule?.ruleId ?? null,
      ordinal: rule?.ordinal ?? null,
      at
    }
    return foundPage(yield* database.run(statement, [row]), listing.limit)
  })

  return Effect.fnUntraced(function* (input: ListAwards) {
    const { partnerId, state } = input
    const at = yield* now
    const found = yield* search(input, at)
    const { awards, fits } = yield* read(partnerId, found.ids, at)
    const page = fittingIds(found, fits)
    // An award can be reversed after its id was found, and then it can be in another state.
    const data = page.ids.flatMap((id) => {
      const award = awards.get(id)
      return award === undefined || (state !== undefined && award.state !== state) ? [] : [award]
    })
    return { data, hasMore: page.next !== null, next: page.next }
  })
}
