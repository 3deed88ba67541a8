import type { DayStatistics, Statistics } from "../../contract.ts"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { exact } from "../../parts/numbers.ts"
import { overview as words } from "../../words/common.ts"

type Coins = "credited" | "debited" | "earned" | "expired" | "refunded" | "reversed" | "spent"

/** The sum of a figure over days, without rounding. */
export const sumOf = (days: ReadonlyArray<DayStatistics>, figure: Coins): string =>
  decimalOf(days.reduce((sum, day) => sum + partsOf(day[figure]), 0n))

export const countOf = (days: ReadonlyArray<DayStatistics>, figure: "awards" | "refused"): number =>
  days.reduce((sum, day) => sum + day[figure], 0)

/** The change of a figure in per cent, in a sentence such as "▲ 8 % since 18 Oct". */
export const changeWords = (
  now: number | string,
  before: number | string,
  sentence: (change: string) => string
): string => {
  const [value, other] = [Number(now), Number(before)]
  if (other === 0) return value === 0 ? words.zeroBefore : words.fromZero
  const percent = Math.round((Math.abs(value - other) / other) * 100)
  const sign = value > other ? "▲ " : value < other ? "▼ " : ""
  return sentence(`${sign}${exact(percent)} %`)
}

/** "▲ 8 % on 38,240": the change and the figure before. */
export const deltaWords = (now: number | string, before: number | string): string =>
  changeWords(now, before, (change) => words.on(change, exact(before)))

/** "▲ 8 %", for a list. */
export const shortDelta = (now: string, before: string | undefined): string =>
  before === undefined || Number(before) === 0 ? words.isNew : changeWords(now, before, (change) => change)

/** "66 % of earned"; undefined if nothing was earned. */
export const shareWords = (part: string, earned: string): string | undefined =>
  Number(earned) === 0 ? undefined : words.ofEarned(exact(Math.round((Number(part) / Number(earned)) * 100)))

/** How much more, or less, was owed after a day: the coins that came, less those that went. */
export const moreOwed = (day: DayStatistics): string => {
  const came = partsOf(day.earned) + partsOf(day.refunded) + partsOf(day.credited) + partsOf(day.unexpired)
  const gone = partsOf(day.reversed) + partsOf(day.spent) + partsOf(day.debited) + partsOf(day.expired)
  if (came === gone) return "0"
  return came > gone ? `+${exact(decimalOf(came - gone))}` : `−${exact(decimalOf(gone - came))}`
}

/** The mean of up to seven values around each: weekdays of two ranges do not meet. */
export const meansOf = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
  values.map((_, index) => {
    const around = values.slice(Math.max(0, index - 3), index + 4)
    return around.reduce((sum, each) => sum + each, 0) / around.length
  })

/** A round step, so that about `count` of them make the length. */
const stepOf = (length: number, count: number): number => {
  const least = length / count
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 2.5, 5].find((each) => each * power >= least) ?? 10) * power
}

export interface Scale {
  readonly least: number
  readonly most: number
  /** From the largest to the smallest. */
  readonly ticks: ReadonlyArray<number>
}

const scaleBetween = (least: number, most: number): Scale => {
  const step = stepOf(most - least, 4)
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (last - index) * step)
  return { least: first * step, most: last * step, ticks }
}

/** The scale of bars above and below zero. */
export const barScale = (above: number, below: number): Scale =>
  above + below === 0 ? { least: 0, most: 1, ticks: [1, 0] } : scaleBetween(-below, above)

/** The scale of a line. It need not begin at zero. */
export const lineScale = (values: ReadonlyArray<number>): Scale => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return least === most ? scaleBetween(Math.max(0, least - 1), most + 1) : scaleBetween(least, most)
}

/** Where a value stands on a scale, in per cent from the top. */
export const heightOn = ({ least, most }: Scale, value: number): number =>
  ((most - value) / (most - least)) * 100

type Refusal = Statistics["refusals"][number]

/** Why awards were not paid, in a few words. */
export const refusalWords = ({ code, limit }: Pick<Refusal, "code" | "limit">): string => {
  if (code !== "limit_reached") return words.reasons[code]
  if (limit === null) return words.aLimit
  const { measure, per, period } = limit
  if (per === "rule" && period === "ever" && measure === "coins") return words.budgetUsedUp
  const { coinsOfMember, coinsOfRule, paymentsOfMember, paymentsOfRule, periods } = words
  const ofMember = measure === "coins" ? coinsOfMember : paymentsOfMember
  const ofRule = measure === "coins" ? coinsOfRule : paymentsOfRule
  return (per === "member" ? ofMember : ofRule)(periods[period])
}

const columns = [
  "day",
  "awards",
  "earned",
  "reversed",
  "spent",
  "refunded",
  "expired",
  "credited",
  "debited",
  "refused",
  "owed"
] as const

type Table = ReadonlyArray<ReadonlyArray<string>>

/** The tables behind the plots, for CSV. */
export const dayTable = (days: ReadonlyArray<DayStatistics>): Table => [
  columns,
  ...days.map((day) => columns.map((column) => String(day[column])))
]

export const ruleTable = ({ from, otherRules, rules, to }: Statistics): Table => [
  ["from", "to", "rule", "awards", "coins", "reversed"],
  ...rules.map(({ awards, coins, reversed, ruleName }) => [
    from,
    to,
    ruleName,
    String(awards),
    coins,
    reversed
  ]),
  ...(otherRules.rules === 0
    ? []
    : [
        [
          from,
          to,
          words.moreRules(otherRules.rules),
          String(otherRules.awards),
          otherRules.coins,
          otherRules.reversed
        ]
      ])
]

export const refusalTable = ({ from, otherRefusals, refusals, to }: Statistics): Table => [
  ["from", "to", "rule", "code", "per", "period", "measure", "count"],
  ...refusals.map(({ code, count, limit, ruleName }) => [
    from,
    to,
    ruleName,
    code,
    limit?.per ?? "",
    limit?.period ?? "",
    limit?.measure ?? "",
    String(count)
  ]),
  ...(otherRefusals === 0 ? [] : [[from, to, words.moreReasons, "", "", "", "", String(otherRefusals)]])
]

export const memberTable = ({ members: { data, from, to } }: Statistics): Table => [
  ["from", "to", "user", "awards", "coins"],
  ...data.map(({ awards, coins, userId }) => [from, to, userId, awards === null ? "" : String(awards), coins])
]
