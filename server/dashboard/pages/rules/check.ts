import type { Faults } from "../../api.ts"
import { coinsFault } from "../../parts/numbers.ts"
import type { RuleValues } from "./values.ts"

const whole = /^[1-9][0-9]{0,14}$/

const got = (text: string): string => `, got ${JSON.stringify(text)}`

const countFault = (given: string): string | undefined => {
  const text = given.trim()
  if (text === "") return "is required"
  return whole.test(text) ? undefined : `must be a whole number of 1 or more${got(text)}`
}

const required = (text: string): string | undefined => (text.trim() === "" ? "is required" : undefined)

const limitFaults = ({ limits }: RuleValues): ReadonlyArray<readonly [string, string | undefined]> =>
  limits.flatMap(({ awards, coins }, index) => [
    [`limits.${index}`, awards.trim() + coins.trim() === "" ? "must have awards, coins or both" : undefined],
    [`limits.${index}.awards`, awards.trim() === "" ? undefined : countFault(awards)],
    [`limits.${index}.coins`, coins.trim() === "" ? undefined : coinsFault(coins)]
  ])

const subRuleFaults = ({ rules, type }: RuleValues): ReadonlyArray<readonly [string, string | undefined]> =>
  type !== "combined"
    ? []
    : rules.flatMap(({ condition, name }, index) => [
        [`rules.${index}.name`, required(name)],
        [`rules.${index}.condition`, required(condition)]
      ])

/** Finds faults before the form is sent, in the API's words. A test compares both. The API checks everything again. */
export const check = (values: RuleValues): Faults => {
  const { completionNumber, type, userLimitAward } = values
  const limit = userLimitAward.trim()
  const found: ReadonlyArray<readonly [string, string | undefined]> = [
    ["name", required(values.name)],
    ["coinValue", coinsFault(values.coinValue)],
    ["maxNumberOfParticipant", countFault(values.maxNumberOfParticipant)],
    ["condition", type === "combined" ? undefined : required(values.condition)],
    ["completionNumber", type === "batched" ? countFault(completionNumber) : undefined],
    [
      "userLimitAward",
      limit === "" || limit === "-1" || whole.test(limit)
        ? undefined
        : `must be -1 (no maximum) or a whole number of 1 or more${got(limit)}`
    ],
    ...subRuleFaults(values),
    ...limitFaults(values)
  ]
  return Object.fromEntries(
    found.flatMap(([field, problem]) => (problem === undefined ? [] : [[field, problem] as const]))
  )
}
