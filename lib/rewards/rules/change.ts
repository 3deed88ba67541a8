import { type Context, Effect, Either } from "effect"
import { InvalidInput } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { NameTaken, RuleNotFound, TooFewPlaces } from "../Errors.ts"
import type { PartnerId, RuleId } from "../Id.ts"
import { assembleCore, fromLimits, fromUserLimit } from "./assemble.ts"
import type { Rule, RuleCore } from "./Rule.ts"
import { checkSchedule, type UpdateRule, updateSubRules } from "./RuleInput.ts"
import { makeRecount } from "./recount.ts"
import { lockById, updateOwnCondition, updateRule, updateStatuses } from "./statements.ts"

type Programme = Pick<Rule, "limits" | "timeZone" | "startsAt" | "endsAt" | "atLimit">

/** The columns of a rule beyond the interface. */
export const programmeOf = ({ limits, timeZone, startsAt, endsAt, atLimit }: Programme) => ({
  limits: fromLimits(limits),
  time_zone: timeZone,
  starts_at: startsAt?.toISOString() ?? null,
  ends_at: endsAt?.toISOString() ?? null,
  at_limit: atLimit
})

/** The rule after an update, as far as its own row goes. */
const updated = (rule: RuleCore, update: UpdateRule): RuleCore => ({
  ...rule,
  name: update.name ?? rule.name,
  coinValue: update.coinValue ?? rule.coinValue,
  maxNumberOfParticipant: update.maxNumberOfParticipant ?? rule.maxNumberOfParticipant,
  condition: update.condition ?? rule.condition,
  status: update.status ?? rule.status,
  userLimitAward: update.userLimitAward ?? rule.userLimitAward,
  limits: update.limits ?? rule.limits,
  timeZone: update.timeZone ?? rule.timeZone,
  startsAt: update.startsAt === undefined ? rule.startsAt : update.startsAt,
  endsAt: update.endsAt === undefined ? rule.endsAt : update.endsAt,
  atLimit: update.atLimit ?? rule.atLimit
})

/** Changes a rule in the running transaction. It locks the rule, as an award does. */
export const makeChange = (
  database: Context.Tag.Service<Database>,
  findByName: (partnerId: PartnerId, name: string) => Effect.Effect<Rule | undefined, DatabaseFailure>,
  written: (partnerId: PartnerId, id: RuleId) => Effect.Effect<Rule, DatabaseFailure>
) => {
  const recount = makeRecount(database)

  return (update: UpdateRule) =>
    Effect.gen(function* () {
      const { partnerId, id } = update
      const [rule] = assembleCore(yield* database.run(lockById, [{ partner_id: partnerId, id }]))
      if (rule === undefined) return yield* new RuleNotFound({ rule: id })
      const subRules = updateSubRules(rule.terms, update.rules ?? [])
      if (Either.isLeft(subRules)) return yield* new InvalidInput({ faults: subRules.left })
      const wanted = updated(rule, update)
      const faults = checkSchedule(wanted.startsAt, wanted.endsAt)
      if (faults.length > 0) return yield* new InvalidInput({ faults })
      const { participants } = rule
      const { maxNumberOfParticipant: max, name } = wanted
      if (max < participants) return yield* new TooFewPlaces({ participants, max })
      // Another transaction may take the name after this look. Then the unique key makes this one a conflict, and the
      // next try sees the name.
      if (name !== rule.name && (yield* findByName(partnerId, name)) !== undefined) {
        return yield* new NameTaken({ name })
      }
      const updatedAt = yield* now
      const after = yield* recount(rule, wanted, updatedAt)
      yield* database.run(updateRule, [
        {
          partner_id: partnerId,
          id,
          coin_value: after.coinValue,
          max_participants: max,
          user_limit: fromUserLimit(after.userLimitAward),
          ...programmeOf(after),
          generation: after.generation,
          counted_since: after.countedSince?.toISOString() ?? null,
          updated_at: updatedAt.toISOString()
        }
      ])
      yield* database.run(updateOwnCondition, [
        { partner_id: partnerId, rule_id: id, name, condition: after.condition, status: after.status }
      ])
      if (update.rules !== undefined) {
        const statuses = subRules.right.map(({ status }, index) => ({
          partner_id: partnerId,
          rule_id: id,
          ordinal: index + 1,
          status
        }))
        yield* database.run(updateStatuses, statuses)
      }
      return yield* written(partnerId, id)
    })
}
