import { Button } from "../../parts/Button.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import { parts } from "../../words/common.ts"
import { words } from "../../words/rules.ts"
import { type LimitValues, newLimit, type RuleValues } from "./values.ts"

const most = 8
const periods = [
  ["day", words.periods.day],
  ["week", words.periods.week],
  ["month", words.periods.month],
  ["year", words.periods.year],
  ["ever", words.periods.ever]
] as const

/** The most that the rule pays in a calendar period. */
export const LimitFields = ({ form }: { readonly form: Form<RuleValues> }) => {
  const { change, faults } = form
  const { limits } = form.values
  const set = (index: number, changes: Partial<LimitValues>) =>
    change({ limits: limits.map((each, at) => (at === index ? { ...each, ...changes } : each)) })
  return (
    <fieldset>
      <legend>
        {words.fields.limits} <span class="quiet">{parts.optional}</span>
      </legend>
      <Field
        label={words.fields.budget}
        {...form.field("budget")}
        inputMode="decimal"
        optional
        hint={words.budgetHint}
        fault={faults.budget ?? faults[`limits.${limits.length}.coins`]}
      />
      <p class="hint">{words.limitsHint}</p>
      {limits.map((limit, index) => (
        <div class="row" key={index}>
          <Choice
            label={words.limit(index + 1)}
            name={`limits.${index}.per`}
            value={limit.per}
            options={[
              ["member", words.limitPer.member],
              ["rule", words.limitPer.rule]
            ]}
            onValue={(per) => set(index, { per })}
          />
          <Choice
            label={words.period}
            name={`limits.${index}.period`}
            value={limit.period}
            options={periods}
            onValue={(period) => set(index, { period })}
          />
          <Field
            label={words.payments}
            name={`limits.${index}.awards`}
            inputMode="numeric"
            value={limit.awards}
            onValue={(awards) => set(index, { awards })}
            fault={faults[`limits.${index}.awards`] ?? (faults[`limits.${index}`] && "or coins is required")}
          />
          <Field
            label={words.coins}
            name={`limits.${index}.coins`}
            inputMode="decimal"
            value={limit.coins}
            onValue={(coins) => set(index, { coins })}
            fault={faults[`limits.${index}.coins`]}
          />
          <button
            type="button"
            class="link remove"
            aria-label={words.removeLimit(index + 1)}
            onClick={() => change({ limits: limits.filter((_, at) => at !== index) })}
          >
            {words.remove}
          </button>
        </div>
      ))}
      {limits.length < most && (
        <Button kind="plain" onClick={() => change({ limits: [...limits, newLimit] })}>
          {words.addLimit}
        </Button>
      )}
    </fieldset>
  )
}
