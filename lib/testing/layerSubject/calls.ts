/** Calls the library's services, and formats their answers like the model does. */

import { Cause, Context, Effect, Either, Exit } from "effect"
import {
  Activities,
  type ActivityReceipt,
  Adjustments,
  Awards,
  type CoreFailure,
  Members,
  PersonalData,
  type Rewards,
  Rules,
  Settings,
  Transfers
} from "../../index.ts"
import { isPseudonym, pseudonyms } from "../../rewards/personal/pseudonym.ts"
import type { AwardFields, PartnerName, RecordFields, ResolvedCall } from "../HarnessCommand.ts"
import { coinsText, outcomeText } from "../ModelOutcome.ts"
import {
  activityBody,
  adjustBody,
  awardBody,
  createBody,
  defined,
  explainBody,
  reverseBody,
  transferBody,
  unknownId,
  updateBody
} from "../requestFields.ts"
import type { Observed, SubjectIds } from "../Subject.ts"
import { entriesShown, entriesShownOf } from "../walletMoves.ts"
import {
  observedActivity,
  observedAdjustment,
  observedAward,
  observedConfirmation,
  observedExplanation,
  observedRefusal,
  observedRule,
  observedTransfer,
  observedUndo,
  resultOf
} from "./answers.ts"

/** The library's ids for the partners, rules and events of a sequence. */
export interface LibraryIds extends SubjectIds {
  readonly partners: Readonly<Record<PartnerName, string>>
  /**
   * The first user id of each member, by the member's id. The members are in the order in which they were onboarded. A member keeps its
   * entry when it is erased, because the library then shows only its pseudonym.
   */
  readonly firstIds: Map<string, string>
}

/** Erased members have random pseudonyms, which the model does not know. */
const withoutPseudonyms = (observed: Observed): Observed => ({
  ...observed,
  line: observed.line.replaceAll(pseudonyms, "erased")
})

const many = (
  effect: Effect.Effect<ReadonlyArray<Observed>, CoreFailure>
): Effect.Effect<ReadonlyArray<Observed>> =>
  Effect.map(
    Effect.exit(effect),
    Exit.match({
      onSuccess: (observed) => observed.map(withoutPseudonyms),
      onFailure: (cause) =>
        cause._tag === "Fail"
          ? [observedRefusal(cause.error)]
          : [{ line: `died: ${Cause.pretty(cause, { renderErrorCause: true })}` }]
    })
  )

const one = <A>(
  effect: Effect.Effect<A, CoreFailure>,
  read: (result: A) => Observed
): Effect.Effect<ReadonlyArray<Observed>> => many(Effect.map(effect, (result) => [read(result)]))

/**
 * How many of a member's newest awards are read after an activity was recorded. The awards of the activity are always among them, because
 * fewer awards than this are made between the recording and the reading.
 */
const awardsListed = 100

const activityInput = (ids: LibraryIds, activity: RecordFields) => ({
  userId: activity.user,
  ...activityBody(activity),
  ...scopeOf(ids, activity)
})

/** Finds the ids of the awards that a recorded activity earned, because the answer does not contain them. */
const withAwards = Effect.fnUntraced(function* (services: Services, receipt: ActivityReceipt) {
  if (receipt.replayed) return observedActivity(receipt, undefined)
  const { partnerId, userId } = receipt
  const { data } = yield* Context.get(services, Awards).list({ partnerId, userId, limit: awardsListed })
  const own = data.filter(({ activityId }) => activityId === receipt.id)
  return observedActivity(receipt, own.map(({ id }) => id).toSorted())
})

type Services = Context.Context<Rewards.Rewards>

/** Remembers the first user id of a member. */
const noted = <M extends { readonly id: string; readonly userId: string }>(
  { firstIds }: LibraryIds,
  member: M
): M => {
  if (!firstIds.has(member.id) && !isPseudonym(member.userId)) firstIds.set(member.id, member.userId)
  return member
}

/** Erases a member, and waits until its texts are removed. */
const eraseMember = Effect.fnUntraced(function* (services: Services, partnerId: string, userId: string) {
  const data = Context.get(services, PersonalData)
  const { coins: units, id, pendingCoins: pending } = yield* data.erase({ partnerId, userId })
  while ((yield* data.erasure({ partnerId, id })).state === "running") yield* data.resume()
  return { line: outcomeText({ _tag: "Erased", units, pending }) }
})

const readWallet = Effect.fnUntraced(function* (services: Services, partnerId: string, userId: string) {
  const wallet = yield* Context.get(services, Members).wallet({ partnerId, userId })
  const { coins, expiring, pendingCoins: pending } = wallet
  const page = { partnerId, userId, limit: entriesShown }
  const entries = yield* Context.get(services, Transfers).statement(page)
  const { data: rules } = yield* Context.get(services, Rules).list({ partnerId })
  const balance = entries[0]?.balance ?? 0
  const line = outcomeText({
    _tag: "Wallet",
    user: userId,
    held: coins,
    pending,
    expiring: expiring.map(({ coins: units, on }) => ({ on, units })),
    entries: entriesShownOf(
      entries.map(({ amount: units, createdAt, kind }) => ({
        units,
        maturedAt: kind === "maturity" ? createdAt.getTime() : null
      }))
    ),
    rules: rules.map((rule) => rule.name)
  })
  return { line: coins === balance ? line : `${line}, but the last entry says ${coinsText(balance)}` }
})

/** Returns the fields that all inputs with an idempotency key share. */
const scopeOf = ({ partners }: LibraryIds, { partner, key }: Pick<AwardFields, "partner" | "key">) => ({
  partnerId: partners[partner],
  ...defined({ idempotencyKey: key })
})

/** Calls a service of the library as a host would, and formats the answer like the model does. */
export const perform = (
  services: Services,
  ids: LibraryIds,
  call: ResolvedCall
): Effect.Effect<ReadonlyArray<Observed>> => {
  const awards = Context.get(services, Awards)
  const rules = Context.get(services, Rules)
  const transfers = Context.get(services, Transfers)
  if (call._tag === "AwardMany") {
    const results = awards.awardMany(
      call.awards.map((award) => ({ ...scopeOf(ids, award), ...awardBody(award) }))
    )
    return many(
      Effect.map(results, (all) => all.map(Either.match({ onLeft: observedRefusal, onRight: observedAward })))
    )
  }
  const activities = Context.get(services, Activities)
  const recorded = (receipt: ActivityReceipt) => withAwards(services, receipt)
  if (call._tag === "RecordMany") {
    const results = activities.recordMany(call.activities.map((each) => activityInput(ids, each)))
    const observe = Either.match({
      onLeft: (refused: CoreFailure) => Effect.succeed(observedRefusal(refused)),
      onRight: recorded
    })
    return many(Effect.flatMap(results, (all) => Effect.forEach(all, observe)))
  }
  const partnerId = ids.partners[call.partner]
  const members = Context.get(services, Members)
  const adjustments = Context.get(services, Adjustments)
  switch (call._tag) {
    case "CreateRule":
      return one(rules.create({ partnerId, ...createBody(call.rule) }), observedRule)
    case "UpdateRule": {
      const id = ids.rules[call.rule] ?? unknownId
      return one(rules.update({ partnerId, id, ...updateBody(call.change) }), observedRule)
    }
    case "Onboard":
      return one(members.onboard({ partnerId, userId: call.user }), (member) => ({
        line: outcomeText({ _tag: "Member", user: noted(ids, member).userId })
      }))
    case "Award":
      return one(awards.award({ ...scopeOf(ids, call), ...awardBody(call) }), observedAward)
    case "Transfer":
      return one(transfers.transfer({ ...scopeOf(ids, call), ...transferBody(call) }), observedTransfer)
    case "Reverse": {
      const awardId = ids.events[call.event] ?? unknownId
      const reversal = awards.reverse({ ...scopeOf(ids, call), awardId, ...reverseBody(call) })
      return one(reversal, observedUndo("award"))
    }
    case "Confirm": {
      const awardId = ids.events[call.event] ?? unknownId
      return one(awards.confirm({ ...scopeOf(ids, call), awardId }), observedConfirmation)
    }
    case "Refund": {
      const transactionId = ids.events[call.event] ?? unknownId
      const refund = transfers.refund({ ...scopeOf(ids, call), transactionId, narration: call.note })
      return one(refund, observedUndo("transfer"))
    }
    case "Adjust":
      return one(adjustments.adjust({ ...scopeOf(ids, call), ...adjustBody(call) }), observedAdjustment)
    case "ReverseAdjustment": {
      const adjustmentId = ids.events[call.event] ?? unknownId
      const undo = adjustments.reverse({ ...scopeOf(ids, call), adjustmentId, narration: call.note })
      return one(undo, observedUndo("adjustment"))
    }
    case "Explain":
      return one(awards.explain({ partnerId, ...explainBody(call) }), observedExplanation)
    case "Record":
      return one(Effect.flatMap(activities.record(activityInput(ids, call)), recorded), (each) => each)
    case "ReverseActivity": {
      const activityId = ids.events[call.event] ?? unknownId
      const undo = activities.reverse({ ...scopeOf(ids, call), activityId, narration: call.note })
      return one(undo, observedUndo("activity"))
    }
    case "ExplainActivity": {
      const { type, user } = call
      const input = { partnerId, userId: user, activity: activityBody(call) }
      return one(activities.explain(input), (outcomes) => ({
        line: outcomeText({ _tag: "ActivityExplained", user, type, results: outcomes.map(resultOf) })
      }))
    }
    case "SetAttributes": {
      const { attributes, user } = call
      return one(members.onboard({ partnerId, userId: user, attributes }), (member) => ({
        line: outcomeText({
          _tag: "Attributes",
          user: noted(ids, member).userId,
          attributes: member.attributes
        })
      }))
    }
    case "Merge": {
      const { force, from, into } = call
      return one(members.merge({ partnerId, from, into, force }), (merged) => ({
        line: outcomeText({
          _tag: "Merged",
          user: merged.userId,
          merged: merged.mergedUserId,
          units: merged.coins,
          pending: merged.pendingCoins
        })
      }))
    }
    case "Erase":
      return one(eraseMember(services, partnerId, call.user), (each) => each)
    case "RememberErased": {
      const update = Context.get(services, Settings).update({ partnerId, rememberErased: call.remember })
      return one(update, ({ rememberErased: remember }) => ({
        line: outcomeText({ _tag: "Remembers", remember })
      }))
    }
    case "Look":
      return one(readWallet(services, partnerId, call.user), (line) => line)
  }
}
