import { useState } from "preact/hooks"
import { hrefWith, setQuery } from "../../app/router.ts"
import { Field } from "../../parts/Field.tsx"
import { overview as words } from "../../words/common.ts"
import { choices, queryOfLast, type Range, rangeFault } from "./range.ts"

/** Two dates of the reader. They take effect once they are a range. */
const OwnDates = ({ of }: { readonly of: Range }) => {
  const [{ from, to }, setDates] = useState({ from: of.from, to: of.to })
  const set = (dates: { readonly from: string; readonly to: string }) => {
    setDates(dates)
    if (rangeFault(dates.from, dates.to) === undefined) setQuery({ ...dates, days: undefined })
  }
  return (
    <div class="own">
      <Field
        label={words.from}
        name="from"
        type="date"
        value={from}
        onValue={(value) => set({ from: value, to })}
      />
      <Field
        label={words.to}
        name="to"
        type="date"
        value={to}
        onValue={(value) => set({ from, to: value })}
        fault={rangeFault(from, to)}
      />
    </div>
  )
}

/** Chooses the days of the overview, in UTC. They are in the address. */
export const RangePicker = ({ of }: { readonly of: Range }) => {
  const [isOwn, setOwn] = useState(of.last === undefined)
  return (
    <search class="range" aria-label={words.days}>
      {choices.map((last) => (
        <a
          key={last}
          href={hrefWith(queryOfLast(last))}
          aria-current={of.last === last ? "true" : undefined}
          onClick={() => setOwn(false)}
        >
          {words.lastDays(last)}
        </a>
      ))}
      <button type="button" class="link" aria-expanded={isOwn} onClick={() => setOwn(!isOwn)}>
        {words.ownDates}
      </button>
      {isOwn && <OwnDates of={of} />}
    </search>
  )
}
