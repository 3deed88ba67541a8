import type { Data, DayTotals } from "../../contract.ts"
import { counted, exact } from "../../parts/numbers.ts"
import { Sums } from "../../parts/Sums.tsx"

interface Props {
  readonly totals: Data<"coins.totals">
  readonly rewarded: number
}

const sum = (days: ReadonlyArray<DayTotals>, of: (day: DayTotals) => number): number =>
  days.reduce((total, day) => total + of(day), 0)

const awarded = (day: DayTotals): number => Number(day.awarded) - Number(day.reversed)
const returned = (day: DayTotals): number => Number(day.returned) - Number(day.refunded)

/** "+18 % on the 30 days before", or "in 30 days" if there is nothing to compare with. */
const change = (now: number, before: number): string =>
  before <= 0
    ? "in 30 days"
    : `${now >= before ? "+" : "−"}${exact(Math.round((Math.abs(now - before) / before) * 100))} % on the 30 days before`

/** Coins that adjustments have added and removed, apart from what was awarded and returned. Nothing without adjustments. */
const Adjusted = ({ days }: { readonly days: ReadonlyArray<DayTotals> }) => {
  const added = sum(days, ({ credited }) => Number(credited))
  const removed = sum(days, ({ debited }) => Number(debited))
  if (added === 0 && removed === 0) return null
  // The sums are rounded: the days are decimals.
  const net = Number((added - removed).toFixed(4))
  return (
    <p class="quiet apart">
      Adjusted by hand in 30 days: {net < 0 ? "−" : net > 0 ? "+" : ""}
      {counted(Math.abs(net), "coin")}
      {added > 0 && removed > 0 && ` (${exact(added)} added, ${exact(removed)} removed)`}
    </p>
  )
}

export const Tiles = ({ rewarded, totals }: Props) => {
  const [before, now] = [totals.days.slice(0, -30), totals.days.slice(-30)]
  const given = sum(now, awarded)
  const back = sum(now, returned)
  return (
    <>
      <Sums
        sums={[
          { label: "Coins outstanding", value: Number(totals.outstanding), note: "in all wallets" },
          { label: "Awarded", value: given, note: change(given, sum(before, awarded)) },
          {
            label: "Returned",
            value: back,
            note: given > 0 ? `${exact(Math.round((back / given) * 100))} % of awarded` : "in 30 days"
          },
          { label: "Members rewarded", value: rewarded, note: "who hold points" }
        ]}
      />
      <Adjusted days={now} />
    </>
  )
}
