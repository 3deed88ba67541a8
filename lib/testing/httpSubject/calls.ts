/** The requests for calls, and the wording of answers with what the HTTP interface returns. */

import { Effect } from "effect"
import type { AwardFields, PartnerName, ResolvedCall, RuleDraft } from "../HarnessCommand.ts"
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
  replayedText,
  unitsOf
} from "../ModelOutcome.ts"
import { createBody, defined, unknownId, updateBody } from "../requestFields.ts"
import type { Observed, SubjectIds } from "../Subject.ts"
import {
  type JsonFields,
  oneOf,
  type Requests,
  recordIn,
  recordsIn,
  type ServiceResponse
} from "./requests.ts"

const ruleLine = ({ name, coins, max, status }: Pick<RuleDraft, "name" | "coins" | "max" | "status">) =>
  `rule ${name}, ${status}, pays ${Number(coins)}, ${max} places`

const awardLine = (user: string, rule: string, isPaid: boolean): string =>
  `${isPaid ? "paid" : "counted"} ${rule} for ${user}`

const transferLine = (user: string, coins: number): string => `moved ${coins} from ${user}`

const walletLine = (user: string, coins: string): string => `${user} holds ${coins}`

const explanationLine = (explanation: Omit<ModelExplanation, "refusal">, code: string): string => {
  const { decision, limits, progress, suppressedBy, units } = explanation
  const why = decision === "refused" ? ` (${code})` : suppressedBy === null ? "" : ` (${suppressedBy})`
  const head = `${decision}${why} ${coinsText(units)}, ${progress.done} of ${progress.of} done`
  return [head, ...limits.map(limitText)].join("; ")
}

const expectedLine = (outcome: ModelOutcome): string => {
  switch (outcome._tag) {
    case "Refused":
      return refusedText(refusalCodes[outcome.reason])
    case "Award":
      return awardLine(outcome.user, outcome.rule, outcome.units > 0)
    case "Transfer":
      return transferLine(outcome.user, outcome.units / 10_000)
    case "Explained":
      return explanationLine(outcome, outcome.refusal === null ? "" : refusalCodes[outcome.refusal.reason])
    case "Wallet":
      return walletLine(outcome.user, coinsText(outcome.held))
    // The response to a creation has fewer fields than that to an update. All fields are compared with the list of rules.
    case "Rule":
      return ruleLine(outcome.rule)
    case "Undone":
    case "Member":
      return outcomeText(outcome)
  }
}

/** Words an expected answer. */
export const say = ({ outcome, replay }: ModelAnswer): string =>
  replay ? replayedText(expectedLine(outcome)) : expectedLine(outcome)

/** A refusal in the wording of the model. Other errors are shown as they are. */
const refusal = (status: number, { appErrorCode, errorType, error }: JsonFields): string => {
  if (status !== 400 && status !== 422) return `answered ${status}: ${error}`
  return refusedText(
    String(appErrorCode || errorType)
      .toLowerCase()
      .replaceAll(" ", "_")
  )
}

const observedRule = ({ name, coinValue, maxNumberOfParticipant, status }: JsonFields): string =>
  ruleLine({
    name: String(name),
    coins: String(coinValue),
    max: Number(maxNumberOfParticipant),
    status: status === "inactive" ? "inactive" : "active"
  })

const observedAward = ({ userId, ruleName, awarded }: JsonFields): string =>
  awardLine(String(userId), String(ruleName), awarded === true)

const observedUndo =
  (what: "award" | "transfer") =>
  ({ coins }: JsonFields): string =>
    outcomeText({ _tag: "Undone", what, units: unitsOf(String(coins)) })

const observedLimit = ({ per, period, measure, used, max, resetsAt }: JsonFields): LimitUse => ({
  per: oneOf(["member", "rule"], per),
  period: oneOf(["day", "week", "month", "year", "ever"], period),
  measure: oneOf(["awards", "coins", "participants"], measure),
  used: String(used),
  max: String(max),
  resetsAt: resetsAt === null ? null : Date.parse(String(resetsAt))
})

const suppressions = ["limit_reached", "user_limit_reached", "participant_limit_reached"] as const

const observedExplanation = (data: JsonFields): string => {
  const { done, of } = recordIn(data.progress)
  return explanationLine(
    {
      decision: oneOf(["refused", "pays", "counts", "suppressed"], data.outcome),
      units: unitsOf(String(data.coins)),
      suppressedBy: data.suppressedBy === null ? null : oneOf(suppressions, data.suppressedBy),
      progress: { done: Number(done), of: Number(of) },
      limits: recordsIn(data.limits).map(observedLimit)
    },
    String(recordIn(data.refusal).appErrorCode)
  )
}

const observe = (response: ServiceResponse, lineOf: (data: JsonFields) => string): Observed => {
  const { data, replayed, status, text } = response
  if (status >= 300) {
    const line = refusal(status, data)
    // The service could not write, and says that it wrote nothing.
    return status === 503 && /nothing was written/.test(text) ? { line, conflict: true } : { line }
  }
  const line = lineOf(data)
  const id = typeof data.id === "string" ? { id: data.id } : {}
  return { line: replayed ? replayedText(line) : line, record: text, replayed, ...id }
}

/** One outcome of a bulk request: an award, or a refusal with the fields of a failed response. */
const observedItem = ({ status, data }: JsonFields): Observed => {
  const fields = recordIn(data)
  if (status !== "success") return { line: refusal(400, fields) }
  return { line: observedAward(fields), id: String(fields.id) }
}

const awardBody = ({ user, rule, note, metadata }: AwardFields) =>
  defined({ userId: user, ruleName: rule, narration: note, metadata })

/** Sends the request for a call, and returns the answer in the wording of `say`. */
export const perform = (
  as: (partner: PartnerName) => Requests,
  call: ResolvedCall,
  { events, rules }: SubjectIds
): Effect.Effect<ReadonlyArray<Observed>> => {
  if (call._tag === "AwardMany") {
    const requests = as(call.awards[0]?.partner ?? "home")
    return Effect.map(
      requests.post("/laas/rules/awards", { awards: call.awards.map(awardBody) }),
      (response) =>
        response.status < 300
          ? recordsIn(response.data.outcomes).map(observedItem)
          : [observe(response, () => "")]
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
    case "Transfer": {
      const body = defined({ userId: call.user, coins: call.coins, metadata: call.metadata })
      return one(post("/laas/coins/transfer-from-user-wallet", body, call.key), ({ userId, coins }) =>
        transferLine(String(userId), Number(coins))
      )
    }
    case "Reverse": {
      const body = { awardId: events[call.event] ?? unknownId, narration: call.note }
      return one(post("/laas/rules/award/reverse", body, call.key), observedUndo("award"))
    }
    case "Refund": {
      const body = { transactionId: events[call.event] ?? unknownId, narration: call.note }
      return one(post("/laas/coins/refund", body, call.key), observedUndo("transfer"))
    }
    case "Explain": {
      const body = { userId: call.user, ruleName: call.rule }
      return one(post("/laas/rules/award/explain", body), observedExplanation)
    }
    case "Look":
      return one(get(`/laas/get-user-coin-data?userId=${call.user}`), ({ userId, totalPartnerCoins }) =>
        walletLine(String(userId), String(totalPartnerCoins))
      )
  }
}
