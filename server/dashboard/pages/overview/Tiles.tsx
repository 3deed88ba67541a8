import type { ComponentChildren } from "preact"
import { counted, exact, rounded } from "../../parts/numbers.ts"
import { countOf, deltaWords, shareWords, sumOf } from "./figures.ts"
import { dayName, rangeWords } from "./range.ts"
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

const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit"
})

/** Coins that adjustments have added and removed, apart from what was earned and spent. Nothing without adjustments. */
const Adjusted = ({ of: { now } }: { readonly of: Compared }) => {
  const [added, removed] = [sumOf(now.days, "credited"), sumOf(now.days, "debited")]
  if (added === "0" && removed === "0") return null
  return (
    <p class="quiet apart">
      Adjusted by hand, {rangeWords(now)}: {counted(Number(added), "coin")} added, {exact(removed)} removed
    </p>
  )
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
          label="Owed to members"
          when={moment.format(new Date(now.at))}
          value={now.owed}
          delta={deltaWords(now.owed, owedBefore?.owed ?? "0").replace(
            / on .*/,
            owedBefore === undefined ? "" : ` since ${dayName(owedBefore.day)}`
          )}
        >
          {exact(now.pending)} of it pending
        </Tile>
        <Tile label="Coins earned" when={when} value={earned} delta={deltaWords(earned, earnedBefore)}>
          {exact(reversed)} {reversed === "1" ? "was" : "were"} reversed
        </Tile>
        <Tile label="Coins spent" when={when} value={spent} delta={deltaWords(spent, spentBefore)}>
          {shareWords(spent, earned, "earned")}
        </Tile>
        <Tile label="Coins expired" when={when} value={expired} delta={deltaWords(expired, expiredBefore)}>
          {shareWords(expired, earned, "earned")}
        </Tile>
        <Tile
          label="Awards paid"
          when={when}
          value={awards}
          delta={deltaWords(awards, countOf(before.days, "awards"))}
        >
          {refused === 0 ? undefined : `about ${exact(refused)} not paid`}
        </Tile>
      </dl>
      <Adjusted of={of} />
    </>
  )
}
