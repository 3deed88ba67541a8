import type { ComponentChildren } from "preact"
import { dayName } from "../../parts/days.ts"
import { exact, rounded } from "../../parts/numbers.ts"
import { overview as words } from "../../words/common.ts"
import { language, locales } from "../../words/language.ts"
import { changeWords, countOf, deltaWords, shareWords, sumOf } from "./figures.ts"
import { rangeWords } from "./range.ts"
import type { Compared } from "./readOverview.ts"

interface TileProps {
  readonly label: string
  /** The period of a sum, or the instant of a stock. */
  readonly when: string
  readonly value: number | string
  readonly delta: string
  readonly children?: ComponentChildren
}

const Tile = ({ children, delta, label, value, when }: TileProps) => (
  <div>
    <dt>
      {label} <span>{when}</span>
    </dt>
    <dd>
      <span class="value" title={exact(value)}>
        {rounded(value)}
      </span>
      <span class="delta">{delta}</span>
      <small>{children ?? "\u00a0"}</small>
    </dd>
  </div>
)

const moment = new Intl.DateTimeFormat(locales[language].dates, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit"
})

/** Coins that adjustments have added and removed, apart from what was earned and spent. Nothing without adjustments. */
const Adjusted = ({ of: { now } }: { readonly of: Compared }) => {
  const [added, removed] = [sumOf(now.days, "credited"), sumOf(now.days, "debited")]
  if (added === "0" && removed === "0") return null
  return <p class="quiet apart">{words.adjusted(rangeWords(now), Number(added), exact(removed))}</p>
}

/** What is owed now, and what happened in the range, against the range before. */
export const Tiles = ({ of }: { readonly of: Compared }) => {
  const { before, now } = of
  const when = rangeWords(now)
  const both = (figure: "earned" | "expired" | "spent") =>
    [sumOf(now.days, figure), sumOf(before.days, figure)] as const
  const [earned, earnedBefore] = both("earned")
  const [spent, spentBefore] = both("spent")
  const [expired, expiredBefore] = both("expired")
  const owedBefore = before.days.at(-1)
  const refused = countOf(now.days, "refused")
  const awards = countOf(now.days, "awards")
  const reversed = sumOf(now.days, "reversed")
  return (
    <>
      <dl class="panel tiles five">
        <Tile
          label={words.owed}
          when={moment.format(new Date(now.at))}
          value={now.owed}
          delta={changeWords(now.owed, owedBefore?.owed ?? "0", (change) =>
            owedBefore === undefined ? change : words.since(change, dayName(owedBefore.day))
          )}
        >
          {words.pending(exact(now.pending))}
        </Tile>
        <Tile label={words.coinsEarned} when={when} value={earned} delta={deltaWords(earned, earnedBefore)}>
          {words.wereReversed(Number(reversed))}
        </Tile>
        <Tile label={words.coinsSpent} when={when} value={spent} delta={deltaWords(spent, spentBefore)}>
          {shareWords(spent, earned)}
        </Tile>
        <Tile
          label={words.coinsExpired}
          when={when}
          value={expired}
          delta={deltaWords(expired, expiredBefore)}
        >
          {shareWords(expired, earned)}
        </Tile>
        <Tile
          label={words.awardsPaid}
          when={when}
          value={awards}
          delta={deltaWords(awards, countOf(before.days, "awards"))}
        >
          {refused === 0 ? undefined : words.aboutNotPaid(exact(refused))}
        </Tile>
      </dl>
      <Adjusted of={of} />
    </>
  )
}
