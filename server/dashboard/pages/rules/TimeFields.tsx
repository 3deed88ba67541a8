import { Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import type { PeriodValues } from "./coinsInTime.ts"
import type { RuleValues } from "./values.ts"

/** When the coins of an award mature and expire. */
export const TimeFields = ({ form }: { readonly form: Form<RuleValues> }) => {
  const { change, faults, field, values } = form
  const part = (name: keyof PeriodValues) => ({
    name: `coinsExpire.${name}`,
    value: values.coinsExpire[name],
    onValue: (text: string) => change({ coinsExpire: { ...values.coinsExpire, [name]: text } }),
    inputMode: "numeric" as const
  })
  return (
    <fieldset>
      <legend>
        Coins in time <span class="quiet">optional</span>
      </legend>
      <Field
        label="Coins wait, in days"
        {...field("pendingDays")}
        inputMode="numeric"
        hint="Until then, they cannot be spent. Empty: they can be spent at once."
      />
      <div class="pair">
        <Field label="Expire after years" {...part("years")} name="coinsExpire" fault={faults.coinsExpire} />
        <Field label="Expire after months" {...part("months")} />
        <Field label="Expire after days" {...part("days")} />
      </div>
      <p class="hint">
        From the day on which coins can be spent, to the end of the last day. All empty: they do not expire. A
        change is for later awards only.
      </p>
    </fieldset>
  )
}
