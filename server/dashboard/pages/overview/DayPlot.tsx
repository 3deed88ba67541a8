import { place, setQuery } from "../../app/router.ts"
import type { DayTotals } from "../../contract.ts"
import { Bars } from "../../parts/Bars.tsx"

const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

/** Coins or awards by day. The address says which. */
export const DayPlot = ({ days }: { readonly days: ReadonlyArray<DayTotals> }) => {
  const shows = place.value.query.get("show") === "awards" ? "awards" : "coins"
  const bars = days.map((day, index) => ({
    label: short.format(new Date(`${day.day}T00:00:00Z`)),
    value: shows === "awards" ? day.awards : Number(day.awarded),
    current: index === days.length - 1
  }))
  const other = shows === "awards" ? "coins" : "awards"
  return (
    <Bars
      bars={bars}
      unit={shows}
      caption={shows === "awards" ? "Awards that paid by day" : "Coins awarded by day"}
      title={
        <>
          {shows === "awards" ? "Awards by day" : "Coins by day"} <small>awarded, UTC</small>
          <button
            type="button"
            class="link small"
            onClick={() => setQuery({ show: other === "awards" ? "awards" : undefined })}
          >
            show {other}
          </button>
        </>
      }
    />
  )
}
