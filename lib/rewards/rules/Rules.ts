import { Context, Effect, Layer, Schema } from "effect"
import { type InvalidInput, parser, required } from "../../schema/Input.ts"
import { firstOf, PageSize } from "../../schema/Page.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { type LimitTooLow, NameTaken, PartnerNotFound, RuleNotFound, type TooFewPlaces } from "../Errors.ts"
import { makeRecord } from "../events/record.ts"
import { PartnerId, RuleId } from "../Id.ts"
import { Ids, takenAt } from "../Ids.ts"
import { EventLog } from "../ports.ts"
import { assemble, assembleCore, fromUserLimit } from "./assemble.ts"
import { makeChange, programmeOf } from "./change.ts"
import { makeLook } from "./look.ts"
import { Name } from "./Name.ts"
import { ListProgress, type ListProgressInput, type ProgressPage, type RuleDetails } from "./Progress.ts"
import { type Rule, type RulePage, Status } from "./Rule.ts"
import { CreateRule, checkCreateRule, checkUpdateRule, UpdateRule } from "./RuleInput.ts"
import { insertConditions, insertRule, readById, readByName, readPage } from "./statements.ts"
import { makeUsage, type RuleUsagePage } from "./usage.ts"

export type CreateRuleInput = typeof CreateRule.Encoded
export type UpdateRuleInput = typeof UpdateRule.Encoded
export type GetRuleInput = typeof GetRule.Encoded
export type FindRuleInput = typeof FindRule.Encoded
export type ListRulesInput = typeof ListRules.Encoded

/**
 * Rules and their sub-rules. An update locks its rule, as an award does: it comes before or after an award, never in
 * the middle of one.
 */
export class Rules extends Context.Tag("rewards/Rules")<
  Rules,
  {
    readonly create: (
      input: CreateRuleInput
    ) => Effect.Effect<Rule, InvalidInput | PartnerNotFound | NameTaken | DatabaseFailure>

    /**
     * Changes what is given. `rules` changes the status of sub-rules by their names, for members in the middle of a cycle
     * too: a cycle ends with the award after which every active sub-rule is done, never with an update. `limits` replaces all
     * of them; one that is new counts what its running window has paid already.
     */
    readonly update: (
      input: UpdateRuleInput
    ) => Effect.Effect<
      Rule,
      InvalidInput | RuleNotFound | NameTaken | TooFewPlaces | LimitTooLow | DatabaseFailure
    >

    readonly get: (input: GetRuleInput) => Effect.Effect<Rule, InvalidInput | RuleNotFound | DatabaseFailure>

    /** A rule with its places and its limits per rule as they stand now. Locks nothing. */
    readonly details: (
      input: GetRuleInput
    ) => Effect.Effect<RuleDetails, InvalidInput | RuleNotFound | DatabaseFailure>

    /**
     * A page of the members who are in the middle of a cycle of a rule, in the order of their onboarding. It looks at a bounded
     * number of members, so that it may be short, or empty, although `next` says that there is more.
     */
    readonly progress: (
      input: ListProgressInput
    ) => Effect.Effect<ProgressPage, InvalidInput | RuleNotFound | DatabaseFailure>

    /** The rule of this name, or the combined rule that has a sub-rule of this name. */
    readonly find: (
      input: FindRuleInput
    ) => Effect.Effect<Rule, InvalidInput | RuleNotFound | DatabaseFailure>

    /**
     * A page of a partner's rules in the order of their creation, after a rule: all, or those with a status. The last one's id is
     * the key of the next page.
     */
    readonly list: (input: ListRulesInput) => Effect.Effect<RulePage, InvalidInput | DatabaseFailure>

    /** What each rule of the same page has used of its places and of its limits per rule. */
    readonly usage: (input: ListRulesInput) => Effect.Effect<RuleUsagePage, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Rules, never, Database | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

export const GetRule = Schema.Struct({ partnerId: required(PartnerId), id: required(RuleId) })

export const FindRule = Schema.Struct({ partnerId: required(PartnerId), name: required(Name) })

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

const firstId = RuleId.make("00000000-0000-0000-0000-000000000000", { disableValidation: true })

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids
  const { record } = makeRecord(database, yield* EventLog)

  const conditions = (rule: CreateRule, ruleIds: ReadonlyArray<string>) =>
    [{ name: rule.name, condition: rule.condition ?? "", status: rule.status }, ...rule.rules].map(
      (part, ordinal) => ({
        partner_id: rule.partnerId,
        rule_id: takenAt(ruleIds, 0),
        ordinal,
        id: takenAt(ruleIds, ordinal),
        name: part.name,
        condition: part.condition,
        status: part.status
      })
    )

  const insert = (rule: CreateRule) =>
    Effect.gen(function* () {
      const createdAt = yield* now
      const taken = yield* ids.take(1 + rule.rules.length)
      const parts = conditions(rule, taken)
      const id = RuleId.make(takenAt(taken, 0), { disableValidation: true })
      const inserted = yield* database.run(insertRule, [
        {
          partner_id: rule.partnerId,
          id,
          coin_value: rule.coinValue,
          max_participants: rule.maxNumberOfParticipant,
          user_limit: fromUserLimit(rule.userLimitAward),
          completion_number: rule.type === "batched" ? rule.completionNumber : null,
          type: rule.type,
          ...programmeOf({
            limits: rule.limits ?? [],
            timeZone: rule.timeZone ?? "UTC",
            startsAt: rule.startsAt ?? null,
            endsAt: rule.endsAt ?? null,
            atLimit: rule.atLimit ?? "reject"
          }),
          created_at: createdAt.toISOString()
        }
      ])
      if (inserted.length === 0) return yield* new PartnerNotFound({ partnerId: rule.partnerId })
      const free = new Set((yield* database.run(insertConditions, parts)).map((row) => row.name))
      const clash = parts.find((part) => !free.has(part.name))
      if (clash !== undefined) return yield* new NameTaken({ name: clash.name })
      return yield* written(rule.partnerId, id)
    })

  const written = (partnerId: PartnerId, id: RuleId) =>
    Effect.flatMap(database.run(readById, [{ partner_id: partnerId, id }]), (rows) => {
      const [rule] = assemble(rows)
      return rule === undefined ? Effect.dieMessage(`rule ${id} vanished`) : Effect.succeed(rule)
    })

  const findByName = (partnerId: PartnerId, name: string) =>
    Effect.map(database.run(readByName, [{ partnerId, name }]), (rows) => assemble(rows)[0])

  const rowsOf = ({ after = firstId, limit, partnerId, status }: typeof ListRules.Type) =>
    database.run(readPage, [{ partner_id: partnerId, after, status: status ?? null, size: limit + 1 }])

  const readUsage = makeUsage(database)

  const look = makeLook(database)
  const change = makeChange(database, findByName, written)

  return Rules.of({
    create: Effect.fn("Rules.create")(function* (input) {
      const rule = yield* parseCreate(input)
      return yield* database.transaction(
        Effect.tap(insert(rule), (data) => record(data.partnerId, { type: "rule.created", data }))
      )
    }),
    update: Effect.fn("Rules.update")(function* (input) {
      const changes = yield* parseUpdate(input)
      return yield* database.transaction(
        Effect.tap(change(changes), (data) => record(data.partnerId, { type: "rule.updated", data }))
      )
    }),
    get: Effect.fn("Rules.get")(function* (input) {
      const { partnerId, id } = yield* parseGet(input)
      const [rule] = assemble(yield* database.run(readById, [{ partner_id: partnerId, id }]))
      return rule ?? (yield* new RuleNotFound({ rule: id }))
    }),
    details: Effect.fn("Rules.details")(function* (input) {
      const { partnerId, id } = yield* parseGet(input)
      return yield* look.details(partnerId, id)
    }),
    progress: Effect.fn("Rules.progress")(function* (input) {
      return yield* look.progress(yield* parseProgress(input))
    }),
    find: Effect.fn("Rules.find")(function* (input) {
      const { partnerId, name } = yield* parseFind(input)
      return (yield* findByName(partnerId, name)) ?? (yield* new RuleNotFound({ rule: name }))
    }),
    list: Effect.fn("Rules.list")(function* (input) {
      const asked = yield* parseList(input)
      return firstOf(assemble(yield* rowsOf(asked)), asked.limit)
    }),
    usage: Effect.fn("Rules.usage")(function* (input) {
      const asked = yield* parseList(input)
      const { data, hasMore } = firstOf(assembleCore(yield* rowsOf(asked)), asked.limit)
      return { data: yield* readUsage(data, yield* now), hasMore }
    })
  })
})
