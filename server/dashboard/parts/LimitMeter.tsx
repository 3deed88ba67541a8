import type { LimitUsage } from "../contract.ts"
import { Meter } from "./Meter.tsx"

const windows: Readonly<Record<LimitUsage["period"], string>> = {
  day: "today",
  week: "this week",
  month: "this month",
  year: "this year",
  ever: ""
}

/** The name of a limit: places, budget, or payments or coins in a period. */
const limitName = ({ measure, per, period }: LimitUsage): string => {
  if (measure === "participants") return "Places"
  if (measure === "coins" && per === "rule" && period === "ever") return "Budget"
  return `${measure === "coins" ? "Coins" : "Payments"}${per === "member" ? " of this member" : ""}`
}

interface Props {
  readonly of: LimitUsage
  /** False hides the name, for tables whose column has it. */
  readonly labelled?: boolean
}

/** A limit as a meter, with its period and when it resets. */
export const LimitMeter = ({ labelled = true, of }: Props) => {
  const { max, period, resetsAt, used } = of
  return (
    <Meter
      label={limitName(of)}
      labelled={labelled}
      used={Number(used)}
      max={Number(max)}
      unit={windows[period]}
      resetsAt={resetsAt}
    />
  )
}
