import { type Context, Effect, Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { type Fragments, given, statement } from "../../sql/Statement.ts"
import * as Coins from "../Coins.ts"
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
import { isPseudonym } from "../personal/pseudonym.ts"
import { partsOf } from "../sql.ts"
import { awards, conditions, members, pendingAwards, reversals, transfers } from "../tables.ts"
import { pageTexts } from "../texts/fittingTexts.ts"
import { noTexts } from "../texts/Texts.ts"
import type { AwardState, ListAwards, ListedAward } from "./Award.ts"

const findCondition = conditions.by("partnerId", "name").find("ruleId", "ordinal")

const shown = awards.except("cycle", "memberId", "ordinal", "rate", "ruleId")

const output = Schema.extend(
  awards.row(...shown),
  Schema.Struct({
    ruleId: conditions.fields.id,
    ruleName: conditions.fields.name,
    userId: members.fields.userId,
    coins: transfers.fields.amount,
    returned: transfers.fields.amount,
    returnedAmount: reversals.fields.returnedAmount,
    waiting: Schema.NullOr(pendingAwards.fields.coins),
    maturesAt: Schema.NullOr(pendingAwards.fields.maturesAt),
    expiresAt: pendingAwards.fields.expiresAt,
    reversedAt: Schema.NullOr(reversals.fields.createdAt)
  })
)
type AwardRow = typeof output.Type

/** The filters of a list. An index finds the rows of one filter. The other filters are checked for each row. */
interface Filter {
  readonly member: boolean
  /** Whether other members were merged into the member. Their awards are those of the member. */
  readonly merged: boolean
  readonly rule: boolean
  readonly metadata: boolean
  /** Whether the list has a `from` or a `to`. */
  readonly timed: boolean
  readonly state: AwardState | undefined
}

/** SQL that reads a column of the award with this id. It is a subquery, because PostgreSQL may read all awards for a join. */
const byId = (id: string) => (column: string) =>
  `(SELECT a.${column} FROM rewards_award a WHERE a.partner_id = x.partner_id AND a.id = ${id})`

const awardsScan = (...where: ReadonlyArray<string>): Scan => ({
  from: "rewards_award x",
  where: [...where, isBefore("x.id")],
  id: "x.id",
  column: ownColumn
})

/** A relation whose rows refer to awards. `id` is SQL for the id of the award. */
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
    const reversal = (which: string): string =>
      `(SELECT 1 FROM rewards_reversal v WHERE v.partner_id = x.partner_id AND v.award_id = ${id} AND ${which})`
    const [first, last] = [reversal("v.number = 1"), reversal("v.returned = v.paid")]
    const waits = (row: string) => `${row}.coins <> 0 AND ${row}.matures_at > ${given("at")}`
    const pending = `(SELECT 1 FROM rewards_pending w WHERE w.partner_id = x.partner_id AND w.id = ${id} AND ${waits("w")})`
    // The rows must be found by the index of `scan`. With `holds`, PostgreSQL could choose a partial index instead.
    const paid = (value: boolean): string => `${award("awarded")} IS NOT ${value ? "FALSE" : "TRUE"}`
    const states: Readonly<Record<AwardState, ReadonlyArray<string>>> = {
      paid: [
        from === payoutsScan.from ? "x.kind IN ('award', 'pending_award')" : paid(true),
        `${first} IS NULL`,
        `${pending} IS NULL`
      ],
      // Here, too, `coins <> 0` keeps PostgreSQL from a partial index, which has the condition `coins > 0`.
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

/** SQL that reads a value from the reversals of an award `a`. */
const ofReversals = (value: string, which = ""): string =>
  `(SELECT ${value} FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id${which})`

/** SQL that reads a column of `rewards_pending` for an award `a`. */
const ofPending = (value: string): string =>
  `(SELECT ${value} FROM rewards_pending w WHERE w.partner_id = a.partner_id AND w.id = a.id)`

export const readAwards = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output,
  sql: `SELECT ${awards.list("a", ...shown)}, c.id AS rule_id, c.name AS rule_name, m.user_id,
      COALESCE((SELECT t.amount FROM rewards_transfer t WHERE t.partner_id = a.partner_id AND t.id = a.id), 0) AS coins,
      COALESCE(${ofReversals("MAX(v.returned)")}, 0) AS returned, ${ofReversals("MAX(v.returned_amount)")} AS returned_amount,
      ${ofReversals("v.created_at", " AND v.returned = v.paid")} AS reversed_at,
      ${ofPending("w.coins")} AS waiting, ${ofPending("COALESCE(w.matured_at, w.matures_at)")} AS matures_at,
      COALESCE(${ofPending("w.expires_at")}, (SELECT MIN(e.expires_at) FROM rewards_lot_entry e
        WHERE e.partner_id = a.partner_id AND e.transfer_id = a.id)) AS expires_at
    FROM input CROSS JOIN rewards_award a CROSS JOIN rewards_condition c CROSS JOIN rewards_member m
    WHERE a.partner_id = input.partner_id AND a.id = input.id
      AND c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
      AND m.partner_id = a.partner_id AND m.id = a.member_id`
})

/** The state of an award at `at`, as if everything that is due by then had happened. */
const stateOf = (award: AwardRow, at: Date): AwardState => {
  const { awarded, maturesAt, returned, returnedAmount, reversedAt, suppressedBy, waiting } = award
  if (reversedAt !== null) return "reversed"
  if (waiting !== null && waiting > 0 && maturesAt !== null && maturesAt > at) return "pending"
  if (returned > 0 || returnedAmount !== null) return "partly_reversed"
  if (suppressedBy !== null) return "suppressed"
  return awarded ? "paid" : "counted"
}

export const makeList = (
  database: Context.Tag.Service<Database>,
  orderers: Context.Tag.Service<Orderers>
) => {
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

  return Effect.fnUntraced(function* (asked: ListAwards) {
    const { partnerId, state } = asked
    const at = yield* now
    const found = yield* search(asked, at)
    const { rows, texts } = yield* database.send(
      Batch.all({
        rows: Batch.of(
          readAwards,
          found.ids.map((id) => ({ partnerId, id }))
        ),
        texts: pageTexts(partnerId, found.ids)
      })
    )
    const page = fittingIds(found, texts.fits)
    const named = yield* orderers.named(
      partnerId,
      rows.map(({ orderedBy }) => orderedBy)
    )
    const known = new Map(rows.map((row) => [row.id, row]))
    const data = page.ids.flatMap((id): ReadonlyArray<ListedAward> => {
      const row = known.get(id)
      // An award can be reversed after its id was found.
      if (row === undefined || (state !== undefined && stateOf(row, at) !== state)) return []
      const { metadata, narration } = isPseudonym(row.userId) ? noTexts : texts.of(id)
      const { returned, returnedAmount, waiting: _, ...award } = row
      const coinsLeft = Coins.make(award.coins - returned)
      const amountLeft = award.amount && Coins.make(award.amount - (returnedAmount ?? 0))
      const orderedBy = named(award.orderedBy)
      return [
        { ...award, state: stateOf(row, at), orderedBy, coinsLeft, amountLeft, note: narration, metadata }
      ]
    })
    return { data, hasMore: page.next !== null, next: page.next }
  })
}
