import { dayWords } from "../../parts/days.ts"
import { momentWords } from "../../parts/moments.ts"
import { exact } from "../../parts/numbers.ts"
import { words } from "../../words/awardDetails.ts"
import type { LifeStep } from "./life.ts"

const dates = new Map<string, Intl.DateTimeFormat>()

/** The local day that ends at an instant, such as 2027-11-13. */
const dayThatEnds = (at: string, timeZone: string): string => {
  const known = dates.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone })
  dates.set(timeZone, known)
  return known.format(Date.parse(at) - 1)
}

const dateOf = ({ at, endOfDayIn }: LifeStep): string =>
  endOfDayIn === undefined
    ? momentWords(Date.parse(at), Date.now())
    : words.endOf(dayWords(dayThatEnds(at, endOfDayIn)))

const signed = (coins: string): string => coins.replace(/[0-9.]+/, (digits) => exact(digits))

/** The steps of an award's life, from left to right, or from top to bottom on a narrow screen. */
export const LifeLine = ({ of }: { readonly of: ReadonlyArray<LifeStep> }) => (
  <ol class="panel life">
    {of.map((step) => (
      <li
        key={`${step.words} ${step.at}`}
        class={step.place}
        aria-current={step.place === "here" ? "step" : undefined}
      >
        <b>{step.coins === null ? "–" : signed(step.coins)}</b>
        <span>{step.words}</span>
        <small>
          <time dateTime={step.at}>{dateOf(step)}</time>
        </small>
      </li>
    ))}
  </ol>
)
