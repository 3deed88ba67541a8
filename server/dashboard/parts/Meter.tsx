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
  /** True for progress: a nearly full meter is no warning. */
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
