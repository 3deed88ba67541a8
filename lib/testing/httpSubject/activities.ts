/** Reads activities, attributes and `when` of rules from answers of a service, and formats them. */

import { type Scalar, sortedJson, type WhenDraft } from "../ActivityDraft.ts"
import type { PartnerName } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import { type ActivityResult, coinsText, refusalCodes } from "../ModelOutcome.ts"
import { type JsonFields, recordIn, recordsIn } from "./requests.ts"

/** Formats the result of an activity under one rule. `code` is the code of the refusal; null if the award was not refused. */
export const resultLine = (
  { because, met, rule, units }: Pick<ActivityResult, "because" | "met" | "rule" | "units">,
  code: string | null
): string => {
  const paid = `${rule} ${met ? "met" : "not met"}, ${units > 0 ? "awarded" : "not awarded"}, ${coinsText(units)}`
  return `${paid}${code === null ? "" : ` (${code})`} ${sortedJson(because)}`
}

/** Returns the results of an activity with the codes of their refusals. */
export const resultsLine = (results: ReadonlyArray<ActivityResult>): string =>
  results.map((each) => resultLine(each, each.refusal && refusalCodes[each.refusal.reason])).join("; ")

/** Formats the outcomes in an answer like `resultsLine`. */
export const resultsIn = ({ outcomes }: JsonFields): string =>
  recordsIn(outcomes)
    .map(({ awarded, because, coins, met, refusal, ruleName }) => {
      const code = refusal === null ? "" : ` (${recordIn(refusal).appErrorCode})`
      const paid = `${ruleName} ${met === true ? "met" : "not met"}, ${awarded === true ? "awarded" : "not awarded"}`
      return `${paid}, ${coins}${code} ${sortedJson(because)}`
    })
    .join("; ")

const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

export const attributesIn = ({ attributes }: JsonFields): Readonly<Record<string, Scalar>> =>
  Object.fromEntries(
    Object.entries(recordIn(attributes)).filter((entry): entry is [string, Scalar] => isScalar(entry[1]))
  )

const isWhen = (value: unknown): value is WhenDraft => typeof recordIn(value).activity === "string"

/** Returns `when` of a rule or sub-rule in an answer. */
export const whenIn = ({ when }: JsonFields): WhenDraft | null => (isWhen(when) ? when : null)

export const attributesLine = (user: string, attributes: Readonly<Record<string, Scalar>>): string =>
  `attributes of ${user}: ${sortedJson(attributes)}`

/** Returns the line of a listed activity, without its id. */
export const activityIn = (activity: JsonFields): string => {
  const { data, occurredAt, reversedAt, type, userId } = activity
  const state = reversedAt === null ? "" : ", reversed"
  const at = Date.parse(String(occurredAt))
  return `activity ${type} of ${userId} at ${at}${state} ${sortedJson(data)}: ${resultsIn(activity)}`
}

/** Returns the lines that `activityIn` should return, according to the model. */
export const expectedActivities = (state: Model.State, partner: PartnerName): ReadonlyArray<string> =>
  state.history.flatMap((event, index) => {
    const { kind, occurredAt, outcome, texts, user } = event
    if (event.partner !== partner || kind !== "activity" || outcome._tag !== "Activity") return []
    const [[, data] = ["", "{}"]] = texts
    const reversed = Model.isUndone(state, index) ? ", reversed" : ""
    const { results, type } = outcome
    return [
      `activity ${type} of ${user} at ${occurredAt}${reversed} ${sortedJson(JSON.parse(data))}: ${resultsLine(results)}`
    ]
  })
