import { exact, rounded } from "./numbers.ts"
import { Time } from "./Time.tsx"

interface Props {
  /** What is measured: "Places", "Budget". */
  readonly label: string
  readonly used: number
  readonly max: number
  /** Whether the label stands above; in a table the column has it. */
  readonly labelled?: boolean
  /** What follows the maximum, such as "today" or "coins". */
  readonly unit?: string
  /** What is said beside the label. */
  readonly note?: string
  /** When it starts from zero again. */
  readonly resetsAt?: string | null
  /** Progress: nothing is wrong when it is nearly full. */
  readonly calm?: boolean
}

/** How much of a maximum is used, in words and as a bar. From 80 % on it is amber. */
export const Meter = ({ calm = false, label, labelled = true, max, note, resetsAt, unit, used }: Props) => {
  const share = max === 0 ? 1 : Math.min(1, used / max)
  // A little is not nothing.
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
      {/* Browsers draw a meter each in their own way. */}
      <svg aria-hidden="true">
        <rect class="track" width="100%" height="100%" rx="3" />
        <rect class="fill" width={`${filled * 100}%`} height="100%" rx="3" />
      </svg>
    </div>
  )
}
