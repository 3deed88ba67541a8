import type { Simulation } from "../../contract.ts"

interface Bar {
  readonly label: string
  readonly value: number
  readonly current: boolean
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
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(instant)
  )

/** The zone if the browser knows it. The API refuses unknown zones before the days are shown. */
const known = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone
  } catch {
    return "UTC"
  }
}

/** A bar for every day of the time, in the rule's time zone. The API leaves out days without coins. */
export const barsOf = (
  { days }: Pick<Simulation, "days">,
  { from, to }: { readonly from: string; readonly to: string },
  timeZone: string
): ReadonlyArray<Bar> => {
  const zone = known(timeZone)
  const coins = new Map(days.map((each) => [each.day, Number(each.coins)]))
  const last = Date.parse(`${dayIn(to, zone)}T00:00:00Z`)
  const bars: Array<Bar> = []
  for (let at = Date.parse(`${dayIn(from, zone)}T00:00:00Z`); at <= last; at += day) {
    const date = new Date(at)
    const label = date.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })
    bars.push({ label, value: coins.get(date.toISOString().slice(0, 10)) ?? 0, current: at === last })
  }
  return bars
}

const refusals: Readonly<Record<string, string>> = {
  participant_limit_reached: "No place left",
  user_limit_reached: "The member was paid as often as possible",
  limit_reached: "A limit was reached",
  award_suppressed: "Recorded without effect at a limit",
  rule_not_running: "Before the start or after the end",
  amount_invalid: "The amount was missing or malformed",
  amount_too_small: "The amount earned nothing",
  amount_too_large: "The amount was too large",
  balance_too_large: "The wallet was full"
}

/** The refusals in words, the most frequent first. */
export const refusalsOf = ({
  refusals: found
}: Pick<Simulation, "refusals">): ReadonlyArray<readonly [words: string, count: number]> =>
  Object.entries(found)
    .toSorted(([, one], [, other]) => other - one)
    .map(([code, count]) => [refusals[code] ?? code, count])
