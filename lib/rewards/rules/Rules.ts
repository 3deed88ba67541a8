import { Context, Effect, Layer, Schema } from "effect"
import { largestId, smallestId } from "../../schema/Id.ts"
import { type InvalidInput, parser, required, type Unparsed } from "../../schema/Input.ts"
import { PageSize } from "../../schema/Page.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { type LimitTooLow, NameTaken, PartnerNotFound, RuleNotFound, type TooFewPlaces } from "../Errors.ts"
import { makeRecord } from "../events/record.ts"
import { PartnerId, RuleId } from "../Id.ts"
import { Ids, takenAt } from "../Ids.ts"
import { fittingIds, foundPage } from "../listStatements.ts"
import { EventLog } from "../ports.ts"
import * as tables from "../tables.ts"
import { type Rule, RuleName, type RulePage, Status } from "./Rule.ts"
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
  readById,
  readByName,
  readFittingRules,
  searchRules,
  toColumns,
  withoutCounters
} from "./ruleRows.ts"
import { makeUpdateRule } from "./ruleUpdate.ts"

export type CreateRuleInput = typeof CreateRule.Encoded
export type UpdateRuleInput = typeof UpdateRule.Encoded
export type GetRuleInput = typeof GetRule.Encoded
export type FindRuleInput = typeof FindRule.Encoded
export type ListRulesInput = typeof ListRules.Encoded

/** Rules and their sub-rules. Updates and awards lock their rule, so an update never happens during an award. */
export class Rules extends Context.Tag("rewards/Rules")<
  Rules,
  {
    readonly create: (
      input: CreateRuleInput | Unparsed
    ) => Effect.Effect<Rule, InvalidInput | PartnerNotFound | NameTaken | DatabaseFailure>

    /**
     * Changes the given fields. `rules` sets the status of sub-rules by name. The update itself ends no cycle: the next award of a
     * member ends the cycle if all active sub-rules are finished. `limits` replaces all limits. A new limit also counts the payments
     * that were already made in its current window.
     */
    readonly update: (
      input: UpdateRuleInput | Unparsed
    ) => Effect.Effect<
      Rule,
      InvalidInput | RuleNotFound | NameTaken | TooFewPlaces | LimitTooLow | DatabaseFailure
    >

    readonly get: (input: GetRuleInput) => Effect.Effect<Rule, InvalidInput | RuleNotFound | DatabaseFailure>

    /** A rule and its usage: see `RuleUsage`. */
    readonly details: (
      input: GetRuleInput | Unparsed
    ) => Effect.Effect<RuleDetails, InvalidInput | RuleNotFound | DatabaseFailure>

    /** A page of the members who are in the middle of a cycle, in the order of onboarding: see `ProgressPage`. */
    readonly progress: (
      input: ListProgressInput | Unparsed
    ) => Effect.Effect<ProgressPage, InvalidInput | RuleNotFound | DatabaseFailure>

    /** The rule with this name, or the combined rule that has a sub-rule with this name. */
    readonly find: (
      input: FindRuleInput
    ) => Effect.Effect<Rule, InvalidInput | RuleNotFound | DatabaseFailure>

    /**
     * A page of a partner's rules in the order of their creation. If `status` is given, the page contains only rules with this status.
     * `after` is the `next` of the previous page.
     */
    readonly list: (
      input: ListRulesInput | Unparsed
    ) => Effect.Effect<RulePage, InvalidInput | DatabaseFailure>

    /** The usage of the rules that `list` returns for the same input: see `RuleUsage`. */
    readonly usage: (
      input: ListRulesInput | Unparsed
    ) => Effect.Effect<RuleUsagePage, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Rules, never, Database | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

export const GetRule = Schema.Struct({ partnerId: required(PartnerId), id: required(RuleId) })
type GetRule = typeof GetRule.Type

export const FindRule = Schema.Struct({ partnerId: required(PartnerId), name: required(RuleName) })

export const ListRules = Schema.Struct({
  partnerId: required(PartnerId),
  after: Schema.optional(RuleId),
  /** The status of the rule itself, not of its sub-rules. */
  status: Schema.optional(Status),
  limit: Schema.optionalWith(PageSize, { default: () => 100 })
})

const parseCreate = parser(CreateRule, checkCreateRule)
const parseUpdate = parser(UpdateRule, checkUpdateRule)
const parseGet = parser(GetRule)
const parseProgress = parser(ListProgress)
const parseFind = parser(FindRule)
const parseList = parser(ListRules)

const insertRule = tables.rules.insert()
const insertConditions = tables.conditions.insert({
  unlessExists: ["partnerId", "name"],
  returning: ["name"]
})
const findPartner = tables.partners.find("id")

/** The rows of a new rule. `conditions` has a row for the rule itself and for each sub-rule. */
const rowsOf = ({ rules, ...rule }: CreateRule, ids: ReadonlyArray<string>, createdAt: Date) => {
  const { condition = "", limits = [], name, partnerId, status } = rule
  const id = RuleId.make(takenAt(ids, 0), { disableValidation: true })
  return {
    row: {
      ...toColumns({ ...rule, limits }),
      id,
      completionNumber: rule.type === "batched" ? rule.completionNumber : null,
      timeZone: rule.timeZone ?? "UTC",
      startsAt: rule.startsAt ?? null,
      endsAt: rule.endsAt ?? null,
      atLimit: rule.atLimit ?? "reject",
      participants: 0,
      generation: 0,
      countedUntil: null,
      createdAt,
      updatedAt: createdAt
    },
    conditions: [{ name, condition, status }, ...rules].map((each, ordinal) => ({
      ...each,
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
  const { record } = makeRecord(database, yield* EventLog)
  const read = makeReadRuleUsage(database)
  const update = makeUpdateRule(database)

  const insert = Effect.fnUntraced(function* (rule: CreateRule) {
    const { partnerId } = rule
    // Partners are never deleted, so no lock is needed.
    if ((yield* database.run(findPartner, [{ id: partnerId }])).length === 0) {
      return yield* new PartnerNotFound({ partnerId })
    }
    const createdAt = yield* now
    const { conditions, row } = rowsOf(rule, yield* ids.take(1 + rule.rules.length), createdAt)
    yield* database.run(insertRule, [row])
    const inserted = new Set((yield* database.run(insertConditions, conditions)).map(({ name }) => name))
    const taken = conditions.find(({ name }) => !inserted.has(name))
    return taken === undefined ? row : yield* new NameTaken({ name: taken.name })
  })

  const find = Effect.fnUntraced(function* ({ partnerId, id }: GetRule) {
    const [rule] = assembleRules(yield* database.run(readById, [{ partnerId, id }]))
    return rule ?? (yield* new RuleNotFound({ rule: id }))
  })

  /** Reads a rule that the current transaction has written, and records it as an event. */
  const recordAs = (type: "rule.created" | "rule.updated", key: GetRule) =>
    find(key).pipe(
      Effect.catchTag("RuleNotFound", Effect.die),
      Effect.map(withoutCounters),
      Effect.tap((data) => record(key.partnerId, { type, data }))
    )

  const readList = Effect.fnUntraced(function* ({ after, limit, partnerId, status }: typeof ListRules.Type) {
    const row = {
      partnerId,
      after: after ?? smallestId,
      largest: largestId,
      status: status ?? null,
      size: limit + 1
    }
    const found = foundPage(
      yield* database.run(searchRules({ hasStatus: status !== undefined }), [row]),
      limit
    )
    const rows = yield* database.run(
      readFittingRules,
      found.ids.map((id, place) => ({ partnerId, id, place }))
    )
    const known = new Map(assembleRules(rows).map((rule) => [rule.id, rule]))
    const { ids, next } = fittingIds(found, (id) => known.has(id))
    const data = ids.map((id) => known.get(id)).filter((rule) => rule !== undefined)
    return { data, hasMore: next !== null, next }
  })

  return Rules.of({
    create: Effect.fn("Rules.create")(function* (input) {
      const rule = yield* parseCreate(input)
      return yield* database.transaction(Effect.flatMap(insert(rule), (row) => recordAs("rule.created", row)))
    }),
    update: Effect.fn("Rules.update")(function* (input) {
      const changes = yield* parseUpdate(input)
      return yield* database.transaction(Effect.zipRight(update(changes), recordAs("rule.updated", changes)))
    }),
    get: Effect.fn("Rules.get")(function* (input) {
      return withoutCounters(yield* find(yield* parseGet(input)))
    }),
    details: Effect.fn("Rules.details")(function* (input) {
      const rule = yield* find(yield* parseGet(input))
      const [usage] = yield* read.usage([rule], yield* now)
      return { rule: withoutCounters(rule), usage: usage?.limits ?? [] }
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
      const page = yield* readList(yield* parseList(input))
      return { ...page, data: page.data.map(withoutCounters) }
    }),
    usage: Effect.fn("Rules.usage")(function* (input) {
      const page = yield* readList(yield* parseList(input))
      return { ...page, data: yield* read.usage(page.data, yield* now) }
    })
  })
})
