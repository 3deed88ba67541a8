import { type Context, Effect, Either } from "effect"
import { InvalidInput } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import * as Coins from "../Coins.ts"
import { now } from "../clock.ts"
import { LimitTooLow, NameTaken, RuleNotFound, TooFewPlaces } from "../Errors.ts"
import { type Counter, keysOfRule } from "../limits/Counters.ts"
import { isCountedAlike } from "../limits/Limit.ts"
import { insertCounters, makeStoredCounters } from "../limits/storedCounters.ts"
import { conditions, rules } from "../tables.ts"
import type { StoredRule } from "./Rule.ts"
import { checkSchedule, type UpdateRule, updateSubRules } from "./RuleInput.ts"
import { assembleRules, findNames, lockById, toColumns } from "./ruleRows.ts"

const updateRow = rules.update(
  ...rules.except("partnerId", "id", "type", "completionNumber", "participants", "createdAt")
)
const updateCondition = conditions.update("name", "condition", "status")
const updateStatuses = conditions.update("status")

/** The fields that an update gives. */
const given = <A extends object>(fields: A) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>
  }

/** The rule after an update, without its sub-rules. */
const updated = (rule: StoredRule, { rules: _, ...fields }: UpdateRule): StoredRule => ({
  ...rule,
  ...given(fields)
})

/** How far the clocks of the processes on one database may differ, in milliseconds. */
const skew = 60 * 60 * 1000

/** Whether an update changes what the limits count, or the windows in which they count it. */
const needsRecount = (before: StoredRule, after: StoredRule): boolean =>
  !isCountedAlike(before.limits, after.limits) ||
  (after.limits.length > 0 && before.timeZone !== after.timeZone)

/** The first limit per rule that is below what its window has used. */
const tooLow = (rule: StoredRule, counters: ReadonlyMap<string, Counter>): LimitTooLow | undefined => {
  for (const [index, { per, period, awards, coins }] of rule.limits.entries()) {
    const counter = per === "rule" ? counters.get(period) : undefined
    if (counter === undefined) continue
    if (awards !== undefined && awards < counter.awards) {
      return new LimitTooLow({
        field: `limits.${index}.awards`,
        used: String(counter.awards),
        max: String(awards)
      })
    }
    if (coins !== undefined && coins < counter.coins) {
      const [used, max] = [Coins.format(counter.coins), Coins.format(coins)]
      return new LimitTooLow({ field: `limits.${index}.coins`, used, max })
    }
  }
  return undefined
}

/** Updates a rule in the current transaction. It locks the rule, as an award does. */
export const makeUpdateRule = (database: Context.Tag.Service<Database>) => {
  const storedCounters = makeStoredCounters(database)

  /**
   * Returns the updated rule with its generation of counters. Payments of the whole rule in its current windows are counted at
   * once; those of a member, when the member is awarded next. Fails when a limit per rule is below what was paid already.
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
    return rule
  })

  return Effect.fnUntraced(function* (update: UpdateRule) {
    const { partnerId, id } = update
    const [rule] = assembleRules(yield* database.run(lockById, [{ partnerId, id }]))
    if (rule === undefined) return yield* new RuleNotFound({ rule: id })
    const subRules = updateSubRules(rule.terms, update.rules ?? [])
    if (Either.isLeft(subRules)) return yield* new InvalidInput({ faults: subRules.left })
    const wanted = updated(rule, update)
    const faults = checkSchedule(wanted.startsAt, wanted.endsAt)
    if (faults.length > 0) return yield* new InvalidInput({ faults })
    const { participants } = rule
    const { maxNumberOfParticipant: max, name } = wanted
    if (max < participants) return yield* new TooFewPlaces({ participants, max })
    // Another transaction may take the name after this check. Then the unique key fails, this transaction runs again, and the
    // check finds the name.
    if (name !== rule.name && (yield* database.run(findNames, [{ partnerId, name }])).length > 0) {
      return yield* new NameTaken({ name })
    }
    const updatedAt = yield* now
    const after = yield* recount(rule, wanted, updatedAt)
    yield* database.run(updateRow, [{ ...toColumns(after), updatedAt }])
    yield* database.run(updateCondition, [{ ...after, ruleId: id, ordinal: 0 }])
    if (update.rules !== undefined) {
      const statuses = subRules.right.map(({ status }, index) => ({
        partnerId,
        ruleId: id,
        ordinal: index + 1,
        status
      }))
      yield* database.run(updateStatuses, statuses)
    }
  })
}
