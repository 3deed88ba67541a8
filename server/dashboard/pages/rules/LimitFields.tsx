import { Button } from "../../parts/Button.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import { type LimitValues, newLimit, type RuleValues } from "./values.ts"

const most = 8
const periods = [
  ["day", "a day"],
  ["week", "a week"],
  ["month", "a month"],
  ["year", "a year"],
  ["ever", "ever"]
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
        Limits <span class="quiet">optional</span>
      </legend>
      <Field
        label="Budget"
        {...form.field("budget")}
        inputMode="decimal"
        optional
        hint="The most coins that the rule ever pays, to all members together."
        fault={faults.budget ?? faults[`limits.${limits.length}.coins`]}
      />
      <p class="hint">The most payments or coins in a calendar period:</p>
      {limits.map((limit, index) => (
        <div class="row" key={index}>
          <Choice
            label={`Limit ${index + 1}`}
            name={`limits.${index}.per`}
            value={limit.per}
            options={[
              ["member", "Per member"],
              ["rule", "All members"]
            ]}
            onValue={(per) => set(index, { per })}
          />
          <Choice
            label="Period"
            name={`limits.${index}.period`}
            value={limit.period}
            options={periods}
            onValue={(period) => set(index, { period })}
          />
          <Field
            label="Payments"
            name={`limits.${index}.awards`}
            inputMode="numeric"
            value={limit.awards}
            onValue={(awards) => set(index, { awards })}
            fault={faults[`limits.${index}.awards`] ?? (faults[`limits.${index}`] && "or coins is required")}
          />
          <Field
            label="Coins"
            name={`limits.${index}.coins`}
            inputMode="decimal"
            value={limit.coins}
            onValue={(coins) => set(index, { coins })}
            fault={faults[`limits.${index}.coins`]}
          />
          <button
            type="button"
            class="link remove"
            aria-label={`Remove limit ${index + 1}`}
            onClick={() => change({ limits: limits.filter((_, at) => at !== index) })}
          >
            Remove
          </button>
        </div>
      ))}
      {limits.length < most && (
        <Button kind="plain" onClick={() => change({ limits: [...limits, newLimit] })}>
          Add a limit
        </Button>
      )}
    </fieldset>
  )
}
