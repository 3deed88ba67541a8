import { type Context, Effect, Either } from "effect"
import { InvalidInput } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import * as Coins from "../Coins.ts"
import { now } from "../clock.ts"
import { LimitTooLow, NameTaken, RuleChanged, RuleNotFound, TooFewPlaces } from "../Errors.ts"
import { type Counter, keysOfRule } from "../limits/Counters.ts"
import { isCountedAlike } from "../limits/Limit.ts"
import { changeMaxima, insertCounters, makeStoredCounters } from "../limits/storedCounters.ts"
import type { OrdererNumber } from "../orderers/Orderer.ts"
import { conditions, rules } from "../tables.ts"
import { makeCheckActivities } from "./activityLimit.ts"
import { changed } from "./changedRule.ts"
import type { StoredRule } from "./Rule.ts"
import type { UpdateRule } from "./RuleInput.ts"
import {
  assembleRules,
  fromWhen,
  insertRate,
  lockById,
  rateRows,
  toColumns,
  withoutCounters
} from "./ruleRows.ts"
import { versionOf } from "./ruleVersion.ts"

const updateRow = rules.update(
  ...rules.except("partnerId", "id", "type", "completionNumber", "participants", "createdAt", "orderedBy")
)
const updateCondition = conditions.update("name", "condition", "status", "activity", "criteria")
const updateSubRule = conditions.update("status", "activity", "criteria")
const findName = conditions.by("partnerId", "name").find("name")

/** The largest expected difference between the clocks of processes on one database, in milliseconds. */
const skew = 60 * 60 * 1000

/** Whether an update changes the counters that the limits need, or their windows. */
const needsRecount = (before: StoredRule, after: StoredRule): boolean =>
  !isCountedAlike(before.limits, after.limits) ||
  (after.limits.length > 0 && before.timeZone !== after.timeZone)

/** Returns the error for the first limit with `per: "rule"` that is below its counter, or undefined. `counters` is keyed by period. */
const tooLow = (rule: StoredRule, counters: ReadonlyMap<string, Counter>): LimitTooLow | undefined => {
  for (const [index, { per, period, awards, coins }] of rule.limits.entries()) {
    const counter = per === "rule" ? counters.get(period) : undefined
    if (counter === undefined) continue
    const field = `limits.${index}`
    if (awards !== undefined && awards < counter.awards) {
      return new LimitTooLow({ field: `${field}.awards`, used: String(counter.awards), max: String(awards) })
    }
    if (coins !== undefined && coins < counter.coins) {
      const [used, max] = [Coins.format(counter.coins), Coins.format(coins)]
      return new LimitTooLow({ field: `${field}.coins`, used, max })
    }
  }
  return undefined
}

/**
 * Updates a rule in the current transaction. It locks the rule, as an award does. If the update can add an active rule to an activity,
 * the transaction has locked the partner before.
 */
export const makeUpdateRule = (database: Context.Tag.Service<Database>) => {
  const storedCounters = makeStoredCounters(database)
  const checkActivities = makeCheckActivities(database)

  /**
   * Returns the updated rule. If its counters must be counted again, `generation` rises, and old counters are not used. The counters of the
   * rule are computed immediately, and the counters of members when they are needed. Fails if a limit with `per: "rule"` is below its
   * counter.
   */
  const recount = Effect.fnUntraced(function* (before: StoredRule, after: StoredRule, at: Date) {
    const isNew = needsRecount(before, after)
    const countedUntil = new Date(at.getTime() + skew)
    const rule = isNew ? { ...after, generation: before.generation + 1, countedUntil } : after
    const keys = keysOfRule(rule, at)
    const counted = isNew
      ? yield* storedCounters.countAwards(keys)
      : (yield* database.send(storedCounters.rowsOf(keys))).found
    const counters = Array.from(counted.values())
    const low = tooLow(rule, new Map(counters.map((counter) => [counter.key.period, counter])))
    if (low !== undefined) return yield* low
    if (isNew) yield* database.send(insertCounters(counters))
    else if (after.limits !== before.limits) yield* database.send(changeMaxima(counters))
    return rule
  })

  return Effect.fnUntraced(function* (update: UpdateRule, changedBy: OrdererNumber) {
    const { version, ...changes } = update
    const { partnerId, id } = update
    const [rule] = assembleRules(yield* database.run(lockById, [{ partnerId, id }]))
    if (rule === undefined) return yield* new RuleNotFound({ rule: id })
    if (version !== undefined && version !== versionOf(withoutCounters(rule))) {
      return yield* new RuleChanged({ rule: id })
    }
    const change = changed(rule, changes)
    if (Either.isLeft(change)) return yield* new InvalidInput({ faults: change.left })
    const { rule: wanted, subRules } = change.right
    const { participants } = rule
    const { maxNumberOfParticipant: max, name } = wanted
    if (max < participants) return yield* new TooFewPlaces({ participants, max })
    // Another transaction may insert the name after this check. Then the unique key makes this transaction fail with a conflict.
    if (name !== rule.name && (yield* database.run(findName, [{ partnerId, name }])).length > 0) {
      return yield* new NameTaken({ name })
    }
    const updatedAt = yield* now
    const after = yield* recount(rule, wanted, updatedAt)
    yield* database.run(updateRow, [{ ...toColumns(after), updatedAt, changedBy }])
    if (after.rate !== rule.rate) yield* database.run(insertRate, rateRows(after))
    yield* database.run(updateCondition, [{ ...after, ...fromWhen(after.when), ruleId: id, ordinal: 0 }])
    if (update.rules !== undefined) {
      const rows = subRules.map(({ status, when }, index) => ({
        ...fromWhen(when),
        partnerId,
        ruleId: id,
        ordinal: index + 1,
        status
      }))
      yield* database.run(updateSubRule, rows)
    }
    const before = rule.terms._tag === "Combined" ? rule.terms.subRules : []
    yield* checkActivities(partnerId, [rule, ...before], [after, ...subRules])
  })
}
