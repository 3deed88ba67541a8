import type { Rule, Simulation } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { language, locales } from "../../words/language.ts"
import { words } from "../../words/rules.ts"

interface Bar {
  readonly label: string
  readonly value: number
  readonly current: boolean
  readonly other?: number
}

/** The days that a simulation looks back. */
export const lookback = 30
const day = 24 * 60 * 60 * 1000

/** The time of a simulation that begins now. */
export const timeBefore = (now: Date): { readonly from: string; readonly to: string } => ({
  from: new Date(now.getTime() - lookback * day).toISOString(),
  to: now.toISOString()
})

/** The day of an instant in a time zone, such as 2026-10-31. */
const dayIn = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(instant)
  )

/** The zone if the browser knows it. The API refuses unknown zones before the days are shown. */
const known = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone
  } catch {
    return "UTC"
  }
}

const coinsByDay = ({ days }: Pick<Simulation, "days">) =>
  new Map(days.map(({ coins, day }) => [day, Number(coins)]))

/** A bar for every day of the time, in the rule's time zone. The API leaves out days without coins. */
export const barsOf = (
  simulation: Pick<Simulation, "days">,
  { from, to }: { readonly from: string; readonly to: string },
  timeZone: string,
  asItIs?: Pick<Simulation, "days">
): ReadonlyArray<Bar> => {
  const zone = known(timeZone)
  const coins = coinsByDay(simulation)
  const others = asItIs && coinsByDay(asItIs)
  const last = Date.parse(`${dayIn(to, zone)}T00:00:00Z`)
  const bars: Array<Bar> = []
  for (let at = Date.parse(`${dayIn(from, zone)}T00:00:00Z`); at <= last; at += day) {
    const date = new Date(at)
    const label = date.toLocaleDateString(locales[language].dates, {
      day: "numeric",
      month: "short",
      timeZone: "UTC"
    })
    const name = date.toISOString().slice(0, 10)
    const bar = { label, value: coins.get(name) ?? 0, current: at === last }
    bars.push(others === undefined ? bar : { ...bar, other: others.get(name) ?? 0 })
  }
  return bars
}

const refusals: Readonly<Record<string, string>> = words.refusals

/** How many times something happened under the rule in the form. If it is compared with the stored rule, also how many times under that. */
export type Step = readonly [words: string, count: number, asItIs: number | undefined]

/** The refusals in words, the most frequent first. */
export const refusalsOf = (
  { refusals: found }: Pick<Simulation, "refusals">,
  asItIs?: Pick<Simulation, "refusals">
): ReadonlyArray<Step> =>
  Object.keys({ ...found, ...asItIs?.refusals })
    .map((code): Step => [refusals[code] ?? code, found[code] ?? 0, asItIs && (asItIs.refusals[code] ?? 0)])
    .toSorted(([, one], [, other]) => other - one)

/** Whether the rule that is stored can be simulated: whether activities decide about it, or about one of its active sub-rules. */
export const isSimulated = ({ rules, type, when }: Pick<Rule, "rules" | "type" | "when">): boolean =>
  type === "combined"
    ? rules.some((subRule) => subRule.status === "active" && subRule.when !== null)
    : when !== null

type Paid = Pick<Simulation, "coins" | "members">

/** How the change affects the coins that the stored rule would have paid, such as "▲ 8 % on 120 coins to 14 members". */
export const changeOn = (changed: Paid, asItIs: Paid): string => {
  const before = Number(asItIs.coins)
  if (before === 0) return words.wouldPayNothing
  const share = Math.round(((Number(changed.coins) - before) / before) * 100)
  const sign = share === 0 ? "±" : share > 0 ? "▲" : "▼"
  return words.changeOn(`${sign} ${exact(Math.abs(share))} %`, before, asItIs.members)
}
