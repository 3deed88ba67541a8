import type { Standing } from "../contract.ts"
import { Meter } from "./Meter.tsx"

const windows: Readonly<Record<Standing["period"], string>> = {
  day: "today",
  week: "this week",
  month: "this month",
  year: "this year",
  ever: ""
}

/** What a limit is called: places, a budget, or payments and coins of a window. */
export const nameOf = ({ measure, per, period }: Standing): string => {
  if (measure === "participants") return "Places"
  if (measure === "coins" && per === "rule" && period === "ever") return "Budget"
  return `${measure === "coins" ? "Coins" : "Payments"}${per === "member" ? " of this member" : ""}`
}

interface Props {
  readonly of: Standing
  /** Whether the name stands above the bar; in a table the column may have it. */
  readonly labelled?: boolean
}

/** A limit as a meter, with its window and when that resets. */
export const StandingMeter = ({ labelled = true, of }: Props) => {
  const { max, period, resetsAt, used } = of
  return (
    <Meter
      label={nameOf(of)}
      labelled={labelled}
      used={Number(used)}
      max={Number(max)}
      unit={windows[period]}
      resetsAt={resetsAt}
    />
  )
}
