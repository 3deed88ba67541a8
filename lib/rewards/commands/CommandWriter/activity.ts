import { Either } from "effect"
import { InvalidInput } from "../../../schema/Input.ts"
import { type ActivityFacts, type ActivityOutcome, checkOccurredAt } from "../../activities/Activity.ts"
import { amountIn } from "../../activities/amountIn.ts"
import { type Facts, judge, type Verdict } from "../../activities/judge.ts"
import { writeOutcomes } from "../../activities/storedOutcomes.ts"
import * as Coins from "../../Coins.ts"
import { MemberNotFound } from "../../Errors.ts"
import { ActivityId, type MemberId } from "../../Id.ts"
import type { Deciding } from "../../rules/Named.ts"
import type { CommandOf } from "../Command.ts"
import { awardNamed, awardOutcome } from "./award.ts"
import type { Changes } from "./Changes.ts"
import { decidingFor } from "./decidingRules.ts"

/** Judges the conditions of a rule unless their verdict is known, and awards the rule if they are met. */
const decideOutcome = (
  changes: Changes,
  given: CommandOf<"Activity">,
  named: Deciding,
  known: Verdict | undefined,
  memberId: MemberId,
  activity: Omit<Facts, "paid" | "timeZone"> & { readonly id: ActivityId },
  takeId: () => string
): ActivityOutcome => {
  const { command, orderedBy, requestId } = given
  const { partnerId, userId } = command
  const { id: ruleId, name: ruleName, rule, when } = named
  const { because, met } =
    known ??
    judge(when.conditions, {
      ...activity,
      paid: changes.tally(rule, memberId).paid,
      timeZone: rule.timeZone
    })
  const outcome = { ruleId, ruleName, met, awarded: false, coins: Coins.zero, refusal: null, because }
  if (!met) return outcome
  const amount = amountIn(named, activity.data)
  if (Either.isLeft(amount)) {
    changes.activityAwards.push(amount.left._tag)
    changes.addRefusal(rule, amount.left)
    return { ...outcome, refusal: amount.left }
  }
  const each: CommandOf<"Award"> = {
    _tag: "Award",
    command: { partnerId, userId, ruleName, amount: amount.right },
    activityId: activity.id,
    requestId,
    orderedBy
  }
  const made = awardNamed(changes, each, named, memberId, takeId())
  if (Either.isLeft(made)) {
    changes.activityAwards.push(made.left._tag)
    return { ...outcome, refusal: made.left }
  }
  const { facts, suppressed } = made.right
  changes.activityAwards.push(awardOutcome(facts))
  return { ...outcome, awarded: facts.awarded, coins: facts.coins, refusal: suppressed }
}

/**
 * Records an activity, and awards the rules whose conditions it meets, in the order of the rules' names. If a rule refuses its award,
 * the activity is still accepted. A refused activity changes nothing.
 */
export const activity = (
  changes: Changes,
  each: CommandOf<"Activity">,
  newId: string,
  takeId: () => string
): Either.Either<ActivityFacts, MemberNotFound | InvalidInput> => {
  const { command, orderedBy = null } = each
  const { data = {}, partnerId, type, userId } = command
  const { at: createdAt, attributes } = changes.state
  const memberId = changes.member(partnerId, userId)
  if (memberId === undefined) return Either.left(new MemberNotFound({ userId }))
  const { occurredAt = createdAt } = command
  const fault = checkOccurredAt(occurredAt, createdAt)
  if (fault !== undefined) return Either.left(new InvalidInput({ faults: [fault] }))
  const id = ActivityId.make(newId, { disableValidation: true })
  const number = changes.countActivity(partnerId, memberId, type)
  changes.addOnboarding(command, each, memberId)
  const fact = { id, memberId, userId, type, occurredAt, createdAt }
  changes.addFact(partnerId, each, { type: "activity.recorded", data: fact })
  const facts = { id, data, attributes: attributes.get(memberId) ?? {}, activities: number, occurredAt }
  const verdicts = changes.state.verdicts.get(each)
  const outcomes = decidingFor(each, changes.state.deciding).map((named, index) =>
    decideOutcome(changes, each, named, verdicts?.[index], memberId, facts, takeId)
  )
  const stored = outcomes.length === 0 ? null : writeOutcomes(outcomes)
  const row = { partnerId, id, memberId, type, number, occurredAt, createdAt, orderedBy }
  changes.activities.push({ ...row, outcomes: stored })
  const text = JSON.stringify(data)
  if (text !== "{}") changes.addTexts(partnerId, id, { narration: text })
  return Either.right({ id, occurredAt, createdAt, outcomes })
}
