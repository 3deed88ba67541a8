import { Array as Arr, Context, Effect, Layer, Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { largestId, smallestId } from "../../schema/Id.ts"
import { type InvalidInput, parser, required, type Unparsed } from "../../schema/Input.ts"
import { PageSize } from "../../schema/Page.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import {
  type LimitTooLow,
  NameTaken,
  PartnerNotFound,
  type RuleChanged,
  RuleNotFound,
  type SimulationTimeout,
  type TooFewPlaces,
  type TooManyActivities,
  type TooManyRulesOfActivity
} from "../Errors.ts"
import { makeRecord } from "../events/record.ts"
import { PartnerId, RuleId } from "../Id.ts"
import { Ids, takenAt } from "../Ids.ts"
import { fittingIds, foundPage } from "../listStatements.ts"
import type { OrdererNumber } from "../orderers/Orderer.ts"
import { Orderers } from "../orderers/Orderers.ts"
import { PartnerKey, type PartnerKeyInput } from "../partners/Partner.ts"
import { inHeldTime } from "../partners/PartnerClocks.ts"
import { EventLog } from "../ports.ts"
import type { SimulateRuleInput, Simulation } from "../simulation/Simulation.ts"
import { makeSimulate } from "../simulation/simulate.ts"
import { findPartner, lockPartner } from "../sql.ts"
import * as tables from "../tables.ts"
import { activitiesOf, makeCheckActivities, mayAddToActivity } from "./activityLimit.ts"
import { endsSoon, maxPressing, type PressingRules } from "./PressingRule.ts"
import { findPressing } from "./pressingRows.ts"
import {
  type ListedRule,
  ListedStatus,
  type Rule,
  RuleName,
  type RulePage,
  RuleType,
  type StoredRule
} from "./Rule.ts"
import { CreateRule, checkCreateRule, checkUpdateRule, UpdateRule } from "./RuleInput.ts"
import {
  ListProgress,
  type ListProgressInput,
  type ProgressPage,
  type RuleDetails,
  type RuleUsagePage
} from "./RuleUsage.ts"
import { makeReadRuleUsage } from "./readRuleUsage.ts"
import {
  assembleRules,
  fromWhen,
  insertRate,
  patternOf,
  rateRows,
  readById,
  readByName,
  readFittingRules,
  searchRules,
  toColumns,
  withoutCounters
} from "./ruleRows.ts"
import { makeUpdateRule } from "./ruleUpdate.ts"
import { versionOf } from "./ruleVersion.ts"

export type CreateRuleInput = Documented.Of<typeof CreateRule, Documented.CreateRuleInput>
export type UpdateRuleInput = Documented.Of<typeof UpdateRule, Documented.UpdateRuleInput>
export type GetRuleInput = Documented.Of<typeof GetRule, Documented.GetRuleInput>
export type FindRuleInput = Documented.Of<typeof FindRule, Documented.FindRuleInput>
export type ListRulesInput = Documented.Of<typeof ListRules, Documented.ListRulesInput>

/** Creates, changes and lists rules. Updates and awards lock their rule, so an update never happens during an award. */
export class Rules extends Context.Tag("rewards/Rules")<
  Rules,
  {
    /** Creates a rule, with its sub-rules if it is combined. */
    readonly create: (
      input: CreateRuleInput | Unparsed
    ) => Effect.Effect<
      Rule,
      InvalidInput | PartnerNotFound | NameTaken | TooManyRulesOfActivity | DatabaseFailure
    >

    /**
     * Changes the given fields. `rules` sets the status and `when` of sub-rules by name. The update itself ends no cycle: the next
     * award of a member ends the cycle if all active sub-rules are finished. `limits` replaces all limits. A new limit also counts the
     * payments that were already made in its current window. If `version` is given, and the rule has changed since the caller has read
     * this version, fails with `RuleChanged`.
     */
    readonly update: (
      input: UpdateRuleInput | Unparsed
    ) => Effect.Effect<
      Rule,
      | InvalidInput
      | RuleNotFound
      | NameTaken
      | TooFewPlaces
      | LimitTooLow
      | RuleChanged
      | TooManyRulesOfActivity
      | DatabaseFailure
    >

    /**
     * Applies a new rule, or a rule with changes, to recorded activities, in the order in which they were recorded. Other rules do not
     * take part, and the counters start at zero. Members have their current attributes, erased data is missing, and reversed activities
     * are left out. Writes nothing.
     */
    readonly simulate: (
      input: SimulateRuleInput | Unparsed
    ) => Effect.Effect<
      Simulation,
      InvalidInput | RuleNotFound | TooManyActivities | SimulationTimeout | DatabaseFailure
    >

    /** Returns a rule by its id. */
    readonly get: (input: GetRuleInput) => Effect.Effect<Rule, InvalidInput | RuleNotFound | DatabaseFailure>

    /** Returns a rule and its usage: see `RuleUsage`. */
    readonly details: (
      input: GetRuleInput | Unparsed
    ) => Effect.Effect<RuleDetails, InvalidInput | RuleNotFound | DatabaseFailure>

    /** Returns a page of the members who are in the middle of a cycle, in the order of their ids: see `ProgressPage`. */
    readonly progress: (
      input: ListProgressInput | Unparsed
    ) => Effect.Effect<ProgressPage, InvalidInput | RuleNotFound | DatabaseFailure>

    /** Returns the rule with this name, or the combined rule that has a sub-rule with this name. */
    readonly find: (
      input: FindRuleInput
    ) => Effect.Effect<Rule, InvalidInput | RuleNotFound | DatabaseFailure>

    /**
     * Returns a page of a partner's rules in the order of their creation. `search`, `status` and `type` select rules. Archived rules are
     * listed only with the status "archived". A page with one of these filters examines at most 1,000 rules, so it can be short although
     * `hasMore` is true. `after` is the `next` of the previous page.
     */
    readonly list: (
      input: ListRulesInput | Unparsed
    ) => Effect.Effect<RulePage, InvalidInput | DatabaseFailure>

    /** Returns the usage of the rules that `list` returns for the same input: see `RuleUsage`. */
    readonly usage: (
      input: ListRulesInput | Unparsed
    ) => Effect.Effect<RuleUsagePage, InvalidInput | DatabaseFailure>

    /**
     * Returns the active rules that run now and may need a person: the rules that have used 80 % of a limit for all members, and the rules
     * that end within seven days. Examines only the newest 10,000 rules of the partner, and returns at most 100 rules.
     */
    readonly pressing: (
      input: PartnerKeyInput
    ) => Effect.Effect<PressingRules, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Rules, never, Database | Ids | Orderers> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

export const GetRule = Schema.Struct({ partnerId: required(PartnerId), id: required(RuleId) })
type GetRule = typeof GetRule.Type

export const FindRule = Schema.Struct({ partnerId: required(PartnerId), name: required(RuleName) })

export const ListRules = Schema.Struct({
  partnerId: required(PartnerId),
  /** The `next` of the previous page. */
  after: Schema.optional(RuleId),
  /** The status of the rule itself, not of its sub-rules. Archived rules are listed with "archived" only. */
  status: Schema.optional(ListedStatus),
  type: Schema.optional(RuleType),
  /** A part of the name of the rule or of one of its sub-rules. Upper and lower case are the same. */
  search: Schema.optional(RuleName),
  limit: Schema.optionalWith(PageSize, { default: () => 100 })
})

const parseCreate = parser(CreateRule, checkCreateRule)
const parseUpdate = parser(UpdateRule, checkUpdateRule)
const parseGet = parser(GetRule)
const parseProgress = parser(ListProgress)
const parseFind = parser(FindRule)
const parseList = parser(ListRules)
const parsePartner = parser(PartnerKey)

const insertRule = tables.rules.insert()
const insertConditions = tables.conditions.insert({
  unlessExists: ["partnerId", "name"],
  returning: ["name"]
})

/** Returns the rows of a new rule. `conditions` has a row for the rule itself and for each sub-rule. */
const rowsOf = (
  { rules, ...rule }: CreateRule,
  ids: ReadonlyArray<string>,
  createdAt: Date,
  orderedBy: OrdererNumber
) => {
  const { condition = "", limits = [], maxCoins = null, name, partnerId, status, unit = null, when } = rule
  const id = RuleId.make(takenAt(ids, 0), { disableValidation: true })
  return {
    row: {
      ...toColumns({ ...rule, limits }),
      id,
      unit,
      maxCoins,
      rate: unit === null ? 0 : 1,
      completionNumber: rule.type === "batched" ? rule.completionNumber : null,
      timeZone: rule.timeZone ?? "UTC",
      startsAt: rule.startsAt ?? null,
      endsAt: rule.endsAt ?? null,
      atLimit: rule.atLimit ?? "reject",
      pendingDays: rule.pendingDays ?? null,
      coinsExpire: rule.coinsExpire ?? null,
      archived: false,
      participants: 0,
      generation: 0,
      countedUntil: null,
      createdAt,
      updatedAt: createdAt,
      orderedBy,
      changedBy: null
    },
    conditions: [{ name, condition, status, when }, ...rules].map(({ when, ...each }, ordinal) => ({
      ...each,
      ...fromWhen(when),
      partnerId,
      ruleId: id,
      ordinal,
      id: takenAt(ids, ordinal)
    }))
  }
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids
  const orderers = yield* Orderers
  const { record } = makeRecord(database, yield* EventLog)
  const read = makeReadRuleUsage(database)
  const update = makeUpdateRule(database)
  const checkActivities = makeCheckActivities(database)

  const insert = Effect.fnUntraced(function* (rule: CreateRule, orderedBy: OrdererNumber) {
    const { partnerId } = rule
    const parts = [rule, ...rule.rules]
    if ((yield* database.run(findPartner, [{ id: partnerId }])).length === 0) {
      return yield* new PartnerNotFound({ partnerId })
    }
    const createdAt = yield* now
    const { conditions, row } = rowsOf(rule, yield* ids.take(1 + rule.rules.length), createdAt, orderedBy)
    yield* database.run(insertRule, [row])
    yield* database.run(insertRate, rateRows(row))
    const inserted = new Set((yield* database.run(insertConditions, conditions)).map(({ name }) => name))
    const taken = conditions.find(({ name }) => !inserted.has(name))
    if (taken !== undefined) return yield* new NameTaken({ name: taken.name })
    yield* checkActivities(partnerId, [], parts)
    return row
  })

  const find = Effect.fnUntraced(function* ({ partnerId, id }: GetRule) {
    const [rule] = assembleRules(yield* database.run(readById, [{ partnerId, id }]))
    return rule ?? (yield* new RuleNotFound({ rule: id }))
  })

  /** Reads a rule that the current transaction has written, and records it as an event. */
  const recordAs = (type: "rule.created" | "rule.updated", key: GetRule) =>
    find(key).pipe(
      Effect.catchTag("RuleNotFound", Effect.die),
      Effect.flatMap((rule) => {
        const data = withoutCounters(rule)
        const orderedBy = type === "rule.created" ? rule.orderedBy : rule.changedBy
        return Effect.as(record({ partnerId: key.partnerId, orderedBy, fact: { type, data } }), data)
      })
    )

  /**
   * Changes rules of a partner in one transaction, in the partner's time. If the change can add an active rule to an activity, the transaction
   * first locks the partner, so that the rules of the activity can be counted. Every transaction that locks both locks the partner first, so
   * they do not deadlock. Awards lock no live partner, and a test side only in share mode.
   */
  const change = <A, E>(
    partnerId: PartnerId,
    addsToActivity: boolean,
    write: (orderedBy: OrdererNumber) => Effect.Effect<A, E>
  ) =>
    database.transaction(
      Effect.gen(function* () {
        const orderedBy = yield* orderers.current(partnerId)
        if (addsToActivity) yield* database.run(lockPartner, [{ id: partnerId }])
        return yield* inHeldTime(database, partnerId, write(orderedBy))
      })
    )

  /** Returns rules as lists show them. */
  const listed = Effect.fnUntraced(function* (partnerId: PartnerId, rules: ReadonlyArray<StoredRule>) {
    const numbers = rules.flatMap(({ changedBy, orderedBy }) => [orderedBy, changedBy])
    const named = yield* orderers.named(partnerId, numbers)
    return rules.map((rule): ListedRule => {
      const { changedBy, orderedBy } = rule
      return { ...withoutCounters(rule), orderedBy: named(orderedBy), changedBy: named(changedBy) }
    })
  })

  const listedOne = (rule: StoredRule) =>
    Effect.map(listed(rule.partnerId, [rule]), (rules) => Arr.unsafeGet(rules, 0))

  /** Reads rules in the order of `ids`, up to the first one that does not fit into a page. */
  const readFitting = Effect.fnUntraced(function* (partnerId: PartnerId, ids: ReadonlyArray<RuleId>) {
    const rows = yield* database.run(
      readFittingRules,
      ids.map((id, place) => ({ partnerId, id, place }))
    )
    const known = new Map(assembleRules(rows).map((rule) => [rule.id, rule]))
    const end = ids.findIndex((id) => !known.has(id))
    return (end === -1 ? ids : ids.slice(0, end)).flatMap((id) => known.get(id) ?? [])
  })

  const readList = Effect.fnUntraced(function* (asked: typeof ListRules.Type) {
    const { after, limit, partnerId, search, status, type } = asked
    const row = {
      partnerId,
      after: after ?? smallestId,
      largest: largestId,
      archived: status === "archived",
      status: status ?? null,
      type: type ?? null,
      pattern: search === undefined ? null : patternOf(search),
      size: limit + 1
    }
    const statement = searchRules({
      hasStatus: status !== undefined && status !== "archived",
      hasType: type !== undefined,
      hasSearch: search !== undefined
    })
    const found = foundPage(yield* database.run(statement, [row]), limit)
    const data = yield* readFitting(partnerId, found.ids)
    const known = new Set(data.map(({ id }) => id))
    const { next } = fittingIds(found, (id) => known.has(id))
    return { data, hasMore: next !== null, next }
  })

  return Rules.of({
    create: Effect.fn("Rules.create")(function* (input) {
      const rule = yield* parseCreate(input)
      const isOfActivity = activitiesOf([rule, ...rule.rules]).size > 0
      return yield* change(rule.partnerId, isOfActivity, (orderedBy) =>
        Effect.flatMap(insert(rule, orderedBy), (row) => recordAs("rule.created", row))
      )
    }),
    update: Effect.fn("Rules.update")(function* (input) {
      const changes = yield* parseUpdate(input)
      return yield* change(changes.partnerId, mayAddToActivity(changes), (changedBy) =>
        Effect.zipRight(update(changes, changedBy), recordAs("rule.updated", changes))
      )
    }),
    simulate: Effect.fn("Rules.simulate")(makeSimulate(database)),
    get: Effect.fn("Rules.get")(function* (input) {
      return withoutCounters(yield* find(yield* parseGet(input)))
    }),
    details: Effect.fn("Rules.details")(function* (input) {
      const rule = yield* find(yield* parseGet(input))
      const [usage] = yield* read.usage([rule], yield* now)
      const version = versionOf(withoutCounters(rule))
      return { rule: yield* listedOne(rule), version, usage: usage?.limits ?? [] }
    }),
    progress: Effect.fn("Rules.progress")(function* (input) {
      const asked = yield* parseProgress(input)
      return yield* read.progress(yield* find(asked), asked)
    }),
    find: Effect.fn("Rules.find")(function* (input) {
      const { partnerId, name } = yield* parseFind(input)
      const [rule] = assembleRules(yield* database.run(readByName, [{ partnerId, name }]))
      return rule === undefined ? yield* new RuleNotFound({ rule: name }) : withoutCounters(rule)
    }),
    list: Effect.fn("Rules.list")(function* (input) {
      const asked = yield* parseList(input)
      const page = yield* readList(asked)
      return { ...page, data: yield* listed(asked.partnerId, page.data) }
    }),
    pressing: Effect.fn("Rules.pressing")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      const at = yield* now
      const soon = new Date(at.getTime() + endsSoon)
      const found = yield* database.run(findPressing, [{ partnerId, at, soon, size: maxPressing + 1 }])
      const ids = found.slice(0, maxPressing).map(({ id }) => id)
      const rules = yield* readFitting(partnerId, ids)
      const used = yield* read.usage(rules, at)
      return {
        data: used.map((usage, index) => ({ ...usage, endsAt: rules[index]?.endsAt ?? null })),
        hasMore: rules.length < found.length
      }
    }),
    usage: Effect.fn("Rules.usage")(function* (input) {
      const page = yield* readList(yield* parseList(input))
      return { ...page, data: yield* read.usage(page.data, yield* now) }
    })
  })
})
