import type { LimitUsage } from "../contract.ts"
import { exact, rounded } from "./numbers.ts"
import { Time } from "./Time.tsx"

interface Props {
  /** What is measured: "Places", "Budget". */
  readonly label: string
  readonly used: number
  readonly max: number
  /** False hides the label, for tables whose column has it. */
  readonly labelled?: boolean
  /** What follows the maximum, such as "today" or "coins". */
  readonly unit?: string
  /** Shown beside the label. */
  readonly note?: string
  /** When the used amount returns to zero. */
  readonly resetsAt?: string | null
  /** True for progress: a nearly full meter is not a warning. */
  readonly calm?: boolean
}

/** How much of a maximum is used, as text and as a bar. It is amber from 80 % on. */
export const Meter = ({ calm = false, label, labelled = true, max, note, resetsAt, unit, used }: Props) => {
  const share = max === 0 ? 1 : Math.min(1, used / max)
  // A small amount stays visible.
  const filled = used > 0 ? Math.max(share, 0.02) : 0
  const words = `${rounded(used)} of ${rounded(max)}${unit ? ` ${unit}` : ""}`
  return (
    <div class={`meter${!calm && share >= 0.8 ? " near" : ""}`}>
      <div class="words" title={`${exact(used)} of ${exact(max)}`}>
        {labelled && (
          <span>
            {note ? `${label} · ${note}` : label}
            {resetsAt && (
              <>
                {" · resets "}
                <Time at={resetsAt} />
              </>
            )}
          </span>
        )}
        <span>{words}</span>
      </div>
      <meter class="unseen" aria-label={label} aria-valuetext={words} min={0} max={max} value={used} />
      {/* Each browser draws a meter differently, so the bar is our own. */}
      <svg aria-hidden="true">
        <rect class="track" width="100%" height="100%" rx="3" />
        <rect class="fill" width={`${filled * 100}%`} height="100%" rx="3" />
      </svg>
    </div>
  )
}

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

interface LimitProps {
  readonly of: LimitUsage
  /** False hides the name, for tables whose column has it. */
  readonly labelled?: boolean
}

/** A limit as a meter, with its period and when it resets. */
export const LimitMeter = ({ labelled = true, of }: LimitProps) => {
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
