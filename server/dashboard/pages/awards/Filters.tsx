import { setQuery } from "../../app/router.ts"
import { Choice, Field } from "../../parts/Field.tsx"
import { MemberField } from "../../parts/MemberField.tsx"
import { RuleField } from "../../parts/RuleField.tsx"
import { words } from "../../words/awards.ts"

export const names = ["userId", "ruleName", "state", "from", "to"] as const
export type Filters = Readonly<Record<(typeof names)[number], string>>

const pad = (value: number): string => String(value).padStart(2, "0")

/** The local day of an instant for a date field, moved by `later` days. */
const dayOf = (instant: string, later = 0): string => {
  const at = new Date(instant)
  at.setDate(at.getDate() + later)
  return Number.isNaN(at.getTime())
    ? ""
    : `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** The instant at which a local day begins, moved by `later` days. The address has instants, since they mean the same everywhere. */
const startOf = (day: string, later = 0): string => {
  const [year = Number.NaN, month = 1, date = 1] = day.split("-").map(Number)
  const at = new Date(year, month - 1, date + later)
  return Number.isNaN(at.getTime()) ? "" : at.toISOString()
}

/** Changes a filter, and removes the mark that a link had set. */
const set = (changes: Partial<Filters>): void => setQuery({ award: "", ...changes })

export const FilterFields = ({ of }: { readonly of: Filters }) => (
  <search class="filters">
    <div class="grow">
      <MemberField
        label={words.member}
        name="userId"
        value={of.userId}
        onValue={(userId) => set({ userId })}
      />
    </div>
    <div class="grow">
      <RuleField
        label={words.rule}
        name="ruleName"
        value={of.ruleName}
        onValue={(ruleName) => set({ ruleName })}
      />
    </div>
    <Choice
      label={words.state}
      name="state"
      value={of.state}
      options={[
        ["", words.all],
        ["paid", words.choices.paid],
        ["pending", words.choices.pending],
        ["counted", words.choices.counted],
        ["suppressed", words.choices.suppressed],
        ["partly_reversed", words.choices.partly_reversed],
        ["reversed", words.choices.reversed]
      ]}
      onValue={(state) => set({ state })}
    />
    <div class="day">
      <Field
        label={words.from}
        name="from"
        type="date"
        value={dayOf(of.from)}
        onValue={(day) => set({ from: startOf(day) })}
      />
    </div>
    <div class="day">
      <Field
        label={words.until}
        name="to"
        type="date"
        value={dayOf(of.to, -1)}
        onValue={(day) => set({ to: startOf(day, 1) })}
      />
    </div>
  </search>
)
