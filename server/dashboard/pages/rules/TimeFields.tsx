import { Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import { parts } from "../../words/common.ts"
import { words } from "../../words/rules.ts"
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
        {words.inTime} <span class="quiet">{parts.optional}</span>
      </legend>
      <Field
        label={words.fields.pendingDays}
        {...field("pendingDays")}
        inputMode="numeric"
        hint={words.pendingHint}
      />
      <div class="pair">
        <Field label={words.expireYears} {...part("years")} name="coinsExpire" fault={faults.coinsExpire} />
        <Field label={words.expireMonths} {...part("months")} />
        <Field label={words.expireDays} {...part("days")} />
      </div>
      <p class="hint">{words.expireHint}</p>
    </fieldset>
  )
}
