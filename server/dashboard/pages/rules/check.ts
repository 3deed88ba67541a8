import type { Faults } from "../../api.ts"
import { amountFault, coinsFault } from "../../parts/numbers.ts"
import { isTimeZone } from "../../parts/zones.ts"
import { daysFault, periodFault } from "./coinsInTime.ts"
import type { RuleValues } from "./values.ts"
import { checkWhen } from "./whenValues.ts"

const whole = /^[1-9][0-9]{0,14}$/

const got = (text: string): string => `, got ${JSON.stringify(text)}`

const countFault = (given: string): string | undefined => {
  const text = given.trim()
  if (text === "") return "is required"
  return whole.test(text) ? undefined : `must be a whole number of 1 or more${got(text)}`
}

const required = (text: string): string | undefined => (text.trim() === "" ? "is required" : undefined)

const given = (text: string, faultOf: (text: string) => string | undefined): string | undefined =>
  text.trim() === "" ? undefined : faultOf(text)

const amountFaults = ({
  maxCoins,
  type,
  unit
}: RuleValues): ReadonlyArray<readonly [string, string | undefined]> =>
  type !== "single"
    ? []
    : [
        ["unit", given(unit, amountFault)],
        [
          "maxCoins",
          given(
            maxCoins,
            (text) =>
              coinsFault(text) ?? (unit.trim() === "" ? "can only be given together with unit" : undefined)
          )
        ]
      ]

const limitFaults = ({ limits }: RuleValues): ReadonlyArray<readonly [string, string | undefined]> =>
  limits.flatMap(({ awards, coins }, index) => [
    [`limits.${index}`, awards.trim() + coins.trim() === "" ? "must have awards, coins or both" : undefined],
    [`limits.${index}.awards`, given(awards, countFault)],
    [`limits.${index}.coins`, given(coins, coinsFault)]
  ])

const subRuleFaults = ({ rules, type }: RuleValues): ReadonlyArray<readonly [string, string | undefined]> =>
  type !== "combined"
    ? []
    : rules.flatMap(({ condition, name, when }, index) => [
        [`rules.${index}.name`, required(name)],
        [`rules.${index}.condition`, required(condition)],
        ...checkWhen(when, `rules.${index}.when`, "")
      ])

/** Finds faults before the form is sent, in the API's words. A test compares both. The API checks everything again. */
export const check = (values: RuleValues): Faults => {
  const { completionNumber, type, userLimitAward } = values
  const limit = userLimitAward.trim()
  const found: ReadonlyArray<readonly [string, string | undefined]> = [
    ["name", required(values.name)],
    ["coinValue", coinsFault(values.coinValue)],
    ...amountFaults(values),
    ...(type === "combined" ? [] : checkWhen(values.when, "when", type === "single" ? values.unit : "")),
    ["maxNumberOfParticipant", countFault(values.maxNumberOfParticipant)],
    ["condition", type === "combined" ? undefined : required(values.condition)],
    ["completionNumber", type === "batched" ? countFault(completionNumber) : undefined],
    [
      "userLimitAward",
      limit === "" || limit === "-1" || whole.test(limit)
        ? undefined
        : `must be -1 (no maximum) or a whole number of 1 or more${got(limit)}`
    ],
    [
      "timeZone",
      isTimeZone(values.timeZone)
        ? undefined
        : `must be the IANA name of a time zone, such as Europe/Berlin${got(values.timeZone)}`
    ],
    ["pendingDays", daysFault(values.pendingDays)],
    ["coinsExpire", periodFault(values.coinsExpire)],
    ...subRuleFaults(values),
    ["budget", given(values.budget, coinsFault)],
    ...limitFaults(values)
  ]
  return Object.fromEntries(
    found.flatMap(([field, problem]) => (problem === undefined ? [] : [[field, problem] as const]))
  )
}
