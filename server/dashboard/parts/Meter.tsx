import { useId } from "preact/hooks"
import type { LimitUsage } from "../contract.ts"
import { parts } from "../words/common.ts"
import { Icon } from "./Icon.tsx"
import { exact, rounded } from "./numbers.ts"
import type { IconName } from "./strokes.ts"
import { Time } from "./Time.tsx"

interface Props {
  /** What is measured: "Members who can earn it", "Budget". */
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
  /** True if the thing that is measured is over. */
  readonly ended?: boolean
}

const near = 0.8

/** The states of a meter are told apart by a word, a sign and a texture, so that colour is not needed. */
const signs: Readonly<Record<"near" | "full" | "over", readonly [icon: IconName, word: string]>> = {
  near: ["near", parts.nearlyUsedUp],
  full: ["full", parts.full],
  over: ["square", parts.ended]
}

/** How much of a maximum is used, as text and as a bar: striped from 80 % on, solid when it is full, dotted when it is over. */
export const Meter = ({
  calm = false,
  ended = false,
  label,
  labelled = true,
  max,
  note,
  resetsAt,
  unit,
  used
}: Props) => {
  const texture = useId()
  const share = max === 0 ? 1 : Math.min(1, used / max)
  // A small amount stays visible.
  const filled = used > 0 ? Math.max(share, 0.02) : 0
  const state = calm ? undefined : ended ? "over" : share >= 1 ? "full" : share >= near ? "near" : undefined
  const sign = state && signs[state]
  const words = `${parts.usedOf(rounded(used), rounded(max))}${unit ? ` ${unit}` : ""}`
  return (
    <div class={state === undefined ? "meter" : `meter ${state}`}>
      <div class="words" title={parts.usedOf(exact(used), exact(max))}>
        {labelled && (
          <span>
            {note ? `${label} · ${note}` : label}
            {resetsAt && parts.resets(<Time at={resetsAt} />)}
          </span>
        )}
        {sign && (
          <span class="sign">
            <Icon of={sign[0]} /> {sign[1]}
          </span>
        )}
        <span>{words}</span>
      </div>
      <meter class="unseen" aria-label={label} aria-valuetext={words} min={0} max={max} value={used} />
      {/* Each browser draws a meter differently, so the bar is our own. */}
      <svg class="bar" aria-hidden="true">
        <defs>
          <pattern id={texture} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect class="ground" width="6" height="6" />
            {state === "over" ? <circle cx="3" cy="3" r="1.1" /> : <path d="M-1 4 4 -1M2 7 7 2" />}
          </pattern>
        </defs>
        <rect class="track" width="100%" height="100%" rx="3" />
        <rect
          class="fill"
          width={`${filled * 100}%`}
          height="100%"
          rx="3"
          fill={state === "near" || state === "over" ? `url(#${texture})` : undefined}
        />
      </svg>
    </div>
  )
}

/** The name of a limit: members who can earn it, budget, or payments or coins in a period. */
const limitName = ({ measure, per, period }: LimitUsage): string => {
  const { awards, budget, coins, memberAwards, memberCoins, participants } = parts.limits
  if (measure === "participants") return participants
  if (measure === "coins" && per === "rule" && period === "ever") return budget
  if (per === "member") return measure === "coins" ? memberCoins : memberAwards
  return measure === "coins" ? coins : awards
}

interface LimitProps {
  readonly of: LimitUsage
  /** False hides the name, for tables whose column has it. */
  readonly labelled?: boolean
  /** True if the rule has ended. */
  readonly ended?: boolean
}

/** A limit as a meter, with its period and when it resets. */
export const LimitMeter = ({ ended = false, labelled = true, of }: LimitProps) => {
  const { max, period, resetsAt, used } = of
  return (
    <Meter
      label={limitName(of)}
      labelled={labelled}
      ended={ended}
      used={Number(used)}
      max={Number(max)}
      unit={parts.windows[period]}
      resetsAt={resetsAt}
    />
  )
}
