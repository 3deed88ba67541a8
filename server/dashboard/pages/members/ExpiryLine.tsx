import { dateWords, dayOf, dayWords } from "../../parts/days.ts"
import { rounded } from "../../parts/numbers.ts"
import { words } from "../../words/members.ts"
import { barsOf } from "./expiryBars.ts"
import type { MemberView } from "./readMember.ts"

const height = 64
/** Under the line, where no other bar is, for the day and the coins of a bar. */
const room = 38

/** When coins of the wallet expire, on a line from today to the last of these days. The list below has all of them. */
export const ExpiryLine = ({ expiring }: Pick<MemberView, "expiring">) => (
  <svg class="expiryLine" role="img" aria-label={words.expiryLine} height={height + room}>
    {barsOf(expiring, dayOf(Date.now())).map(({ coins, isLabelled, isSoon, on, place, share }) => (
      <g key={on} class={isSoon ? "soon" : undefined}>
        <title>{words.onDay(dayWords(on), Number(coins))}</title>
        <rect
          x={`${place}%`}
          width="12"
          y={height - Math.max(2, share * height)}
          height={Math.max(2, share * height)}
          rx="2"
          transform="translate(-6)"
        />
        {isLabelled && (
          <>
            <text class="day" x={`${place}%`} y={height + 16}>
              {dateWords(on)}
            </text>
            <text x={`${place}%`} y={height + 32}>
              {rounded(coins)}
            </text>
          </>
        )}
      </g>
    ))}
    <line x1="0" x2="100%" y1={height} y2={height} />
  </svg>
)
