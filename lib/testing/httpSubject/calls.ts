/** Sends each call as an HTTP request, and formats answers with the details that the HTTP interface returns. */

import { Effect } from "effect"
import { DebitOrCredit } from "../../rewards/adjustments/Adjustment.ts"
import { SuppressedBy } from "../../rewards/awards/Award.ts"
import { Per, Period } from "../../rewards/limits/Limit.ts"
import type { PartnerName, ResolvedCall } from "../HarnessCommand.ts"
import {
  coinsText,
  type LimitUse,
  limitText,
  type ModelAnswer,
  type ModelExplanation,
  type ModelOutcome,
  outcomeText,
  refusalCodes,
  refusedText,
  replayText,
  type UndoneKind,
  unitsOf,
  walletText
} from "../ModelOutcome.ts"
import {
  activityBody,
  adjustBody,
  awardBody,
  createBody,
  explainBody,
  reverseBody,
  transferBody,
  unknownId,
  updateBody
} from "../requestFields.ts"
import type { Observed, SubjectIds } from "../Subject.ts"
import { attributesIn, resultsIn, resultsLine } from "./activities.ts"
import { draftOf, walletIn } from "./contents.ts"
import {
  type JsonFields,
  oneOf,
  type Requests,
  recordIn,
  recordsIn,
  type ServiceResponse
} from "./requests.ts"

/** Formats an outcome, with only the details that the HTTP interface returns. */
const lineOf = (outcome: ModelOutcome): string => {
  switch (outcome._tag) {
    case "Refused":
      return refusedText(refusalCodes[outcome.reason])
    case "Award":
      return `${outcome.units > 0 ? "paid" : "counted"} ${outcome.rule} for ${outcome.user}`
    case "Transfer":
      return `moved ${coinsText(outcome.units)} from ${outcome.user}`
    case "Explained":
      return explanationLine(outcome, outcome.refusal === null ? "" : refusalCodes[outcome.refusal.reason])
    case "Wallet":
      return walletText(outcome)
    // The response to `create-rule` has only some fields. `readContents` compares the others.
    case "Rule": {
      const { coins, max, name, status } = outcome.rule
      return `rule ${name}, ${status}, pays ${Number(coins)}, ${max} places`
    }
    case "Activity":
      return `recorded ${resultsLine(outcome.results)}`
    case "ActivityExplained":
      return `would have ${resultsLine(outcome.results)}`
    case "Adjustment":
    case "Undone":
    case "Due":
    case "Member":
    case "Merged":
    case "Erased":
    case "Remembers":
    case "Attributes":
      return outcomeText(outcome)
  }
}

const explanationLine = (explanation: Omit<ModelExplanation, "refusal">, code: string): string => {
  const { decision, expiresAt, limits, maturesAt, progress, suppressedBy, units } = explanation
  const why = decision === "refused" ? ` (${code})` : suppressedBy === null ? "" : ` (${suppressedBy})`
  const head = `${decision}${why} ${coinsText(units)}, ${progress.done} of ${progress.of} done`
  // The clocks of the harness and the service differ by less than a day. So the time of maturity is not compared. The expiry is compared,
  // because it is the end of a day.
  const waits = maturesAt === null ? "" : ", waits"
  const expires = expiresAt === null ? "" : `, expires at ${expiresAt}`
  return [`${head}${waits}${expires}`, ...limits.map(limitText)].join("; ")
}

/** Formats an expected answer. */
export const say = ({ outcome, replay }: ModelAnswer): string => replayText(lineOf(outcome), replay)

/** Formats a refusal like `lineOf`. Other errors have no counterpart in the model. */
const refusal = (status: number, { appErrorCode, errorType, error }: JsonFields): string => {
  if (status !== 400 && status !== 422) return `answered ${status}: ${error}`
  return refusedText(
    String(appErrorCode || errorType)
      .toLowerCase()
      .replaceAll(" ", "_")
  )
}

const observedRule = (data: JsonFields): string =>
  lineOf({ _tag: "Rule", rule: draftOf(data), participants: 0 })

const observedAward = ({ userId, ruleName, awarded }: JsonFields): string => {
  const award = { user: String(userId), rule: String(ruleName), units: awarded === true ? 1 : 0 }
  return lineOf({ _tag: "Award", ...award, suppressedBy: null })
}

const observedUndo =
  (what: UndoneKind) =>
  ({ coins }: JsonFields): string =>
    outcomeText({ _tag: "Undone", what, units: unitsOf(String(coins)) })

const observedAdjustment = ({ coins, debitOrCredit, points, reason, userId }: JsonFields): string =>
  outcomeText({
    _tag: "Adjustment",
    user: String(userId),
    units: unitsOf(String(coins)),
    debitOrCredit: oneOf(DebitOrCredit.literals, debitOrCredit),
    points: points === true,
    reason: String(reason)
  })

const instantIn = (value: unknown): number | null => (value === null ? null : Date.parse(String(value)))

const observedLimit = ({ per, period, measure, used, max, resetsAt }: JsonFields): LimitUse => ({
  per: oneOf(Per.literals, per),
  period: oneOf(Period.literals, period),
  measure: oneOf(["awards", "coins", "participants"], measure),
  used: String(used),
  max: String(max),
  resetsAt: instantIn(resetsAt)
})

const observedExplanation = (data: JsonFields): string => {
  const { done, of } = recordIn(data.progress)
  return explanationLine(
    {
      decision: oneOf(["refused", "pays", "counts", "suppressed"], data.outcome),
      units: unitsOf(String(data.coins)),
      suppressedBy: data.suppressedBy === null ? null : oneOf(SuppressedBy.literals, data.suppressedBy),
      progress: { done: Number(done), of: Number(of) },
      limits: recordsIn(data.limits).map(observedLimit),
      maturesAt: instantIn(data.maturesAt),
      expiresAt: instantIn(data.expiresAt)
    },
    String(recordIn(data.refusal).appErrorCode)
  )
}

const observe = (response: ServiceResponse, lineOf: (data: JsonFields) => string): Observed => {
  const { data, replayed, status, text } = response
  if (status >= 300) {
    const line = refusal(status, data)
    return status === 503 && /nothing was written/.test(text) ? { line, conflict: true } : { line }
  }
  const id = typeof data.id === "string" ? { id: data.id } : {}
  return { line: replayText(lineOf(data), replayed), record: text, replayed, ...id }
}

/** Reads one outcome of a bulk request: a record or a refusal. */
const observedItem =
  (lineOf: (data: JsonFields) => string) =>
  ({ status, data }: JsonFields): Observed => {
    const fields = recordIn(data)
    if (status !== "success") return { line: refusal(400, fields) }
    return { line: lineOf(fields), id: String(fields.id) }
  }

/** Reads the outcomes of a bulk request, or the refusal of the whole request. */
const observedItems = (
  response: ServiceResponse,
  lineOf: (data: JsonFields) => string
): ReadonlyArray<Observed> =>
  response.status < 300
    ? recordsIn(response.data.outcomes).map(observedItem(lineOf))
    : [observe(response, () => "")]

const observedActivity = (data: JsonFields): string => `recorded ${resultsIn(data)}`

/**
 * How many of a member's newest awards are read after an activity was recorded. The awards of the activity are always among them, because
 * fewer awards than this are made between the recording and the reading.
 */
const awardsListed = 100

/** Finds the ids of the awards that an activity earned. */
const awardsOf = ({ get }: Requests, user: string, activityId: string) =>
  Effect.map(get(`/laas/rules/awards?userId=${user}&limit=${awardsListed}`), ({ data }) =>
    recordsIn(data.data)
      .filter((award) => award.activityId === activityId)
      .map(({ id }) => String(id))
      .toSorted()
  )

/** Adds the ids of the awards that a new activity earned. */
const withAwards = (requests: Requests, user: string, recorded: Observed): Effect.Effect<Observed> =>
  recorded.id === undefined || recorded.replayed
    ? Effect.succeed(recorded)
    : Effect.map(awardsOf(requests, user, recorded.id), (awards) => ({ ...recorded, awards }))

/** Sends the request for a call, and formats the answer like `say`. */
export const perform = (
  as: (partner: PartnerName) => Requests,
  call: ResolvedCall,
  { events, rules }: SubjectIds
): Effect.Effect<ReadonlyArray<Observed>> => {
  if (call._tag === "AwardMany") {
    const requests = as(call.awards[0]?.partner ?? "home")
    return Effect.map(
      requests.post("/laas/rules/awards", { awards: call.awards.map(awardBody) }),
      (response) => observedItems(response, observedAward)
    )
  }
  if (call._tag === "RecordMany") {
    const requests = as(call.activities[0]?.partner ?? "home")
    const body = { activities: call.activities.map((each) => ({ userId: each.user, ...activityBody(each) })) }
    return Effect.flatMap(requests.post("/laas/activities/many", body), (response) =>
      Effect.forEach(observedItems(response, observedActivity), (observed, index) =>
        withAwards(requests, call.activities[index]?.user ?? "", observed)
      )
    )
  }
  const { get, post } = as(call.partner)
  const one = (response: Effect.Effect<ServiceResponse>, lineOf: (data: JsonFields) => string) =>
    Effect.map(response, (each) => [observe(each, lineOf)])
  const rule = (response: Effect.Effect<ServiceResponse>) =>
    Effect.map(response, (each) => {
      const ruleId = each.status < 300 ? { ruleId: String(each.data.id) } : {}
      return [{ ...observe(each, observedRule), ...ruleId }]
    })
  switch (call._tag) {
    case "CreateRule":
      return rule(post("/laas/rules/create-rule", createBody(call.rule)))
    case "UpdateRule": {
      const body = { id: rules[call.rule] ?? unknownId, ...updateBody(call.change) }
      return rule(post("/laas/rules/update-rule", body))
    }
    case "Onboard":
      return one(post("/laas/users", { userId: call.user }), ({ userId }) =>
        outcomeText({ _tag: "Member", user: String(userId) })
      )
    case "Award":
      return one(post("/laas/rules/award", awardBody(call), call.key), observedAward)
    case "Transfer":
      return one(
        post("/laas/coins/transfer-from-user-wallet", transferBody(call), call.key),
        ({ userId, coins }) =>
          lineOf({ _tag: "Transfer", user: String(userId), units: unitsOf(String(coins)), left: 0 })
      )
    case "Reverse": {
      const body = { awardId: events[call.event] ?? unknownId, ...reverseBody(call) }
      return one(post("/laas/rules/award/reverse", body, call.key), observedUndo("award"))
    }
    case "Confirm":
      return one(
        post("/laas/rules/award/confirm", { awardId: events[call.event] ?? unknownId }, call.key),
        ({ coins }) => outcomeText({ _tag: "Due", what: "matured", units: unitsOf(String(coins)) })
      )
    case "Refund": {
      const body = { transactionId: events[call.event] ?? unknownId, narration: call.note }
      return one(post("/laas/coins/refund", body, call.key), observedUndo("transfer"))
    }
    case "Adjust":
      return one(post("/laas/coins/adjust", adjustBody(call), call.key), observedAdjustment)
    case "ReverseAdjustment": {
      const body = { adjustmentId: events[call.event] ?? unknownId, narration: call.note }
      return one(post("/laas/coins/adjust/reverse", body, call.key), observedUndo("adjustment"))
    }
    case "Explain":
      return one(post("/laas/rules/award/explain", explainBody(call)), observedExplanation)
    case "Record": {
      const body = { userId: call.user, ...activityBody(call) }
      return Effect.flatMap(post("/laas/activities", body, call.key), (response) =>
        Effect.all([withAwards(as(call.partner), call.user, observe(response, observedActivity))])
      )
    }
    case "ReverseActivity": {
      const body = { activityId: events[call.event] ?? unknownId, narration: call.note }
      return one(post("/laas/activities/reverse", body, call.key), observedUndo("activity"))
    }
    case "ExplainActivity": {
      const body = { userId: call.user, activity: activityBody(call) }
      return one(post("/laas/rules/award/explain", body), (data) => `would have ${resultsIn(data)}`)
    }
    case "SetAttributes": {
      const { attributes, user } = call
      return one(post("/laas/users", { userId: user, attributes }), (data) =>
        outcomeText({ _tag: "Attributes", user: String(data.userId), attributes: attributesIn(data) })
      )
    }
    case "Merge":
    case "Erase":
    case "RememberErased":
      return Effect.dieMessage(`the subject does not support ${call._tag}`)
    case "Look":
      return one(get(`/laas/get-user-coin-data?userId=${call.user}`), walletIn)
  }
}
