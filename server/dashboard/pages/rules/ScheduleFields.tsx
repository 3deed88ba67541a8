import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import { Suggest } from "../../parts/Suggest.tsx"
import { timeZones } from "../../parts/zones.ts"
import { parts } from "../../words/common.ts"
import { words } from "../../words/rules.ts"
import type { RuleValues } from "./values.ts"

const zones = timeZones.map((value) => ({ value }))

const policies = [
  ["reject", words.policies.reject],
  ["suppress", words.policies.suppress],
  ["clamp", words.policies.clamp]
] as const

/** The rule's schedule, and what happens to an award at a limit. */
export const ScheduleFields = ({ form: { field, values } }: { readonly form: Form<RuleValues> }) => (
  <>
    <fieldset>
      <legend>
        {words.schedule} <span class="quiet">{parts.optional}</span>
      </legend>
      <div class="pair">
        <Field
          label={words.fields.startsAt}
          {...field("startsAt")}
          type="datetime-local"
          hint={words.startsHint(values.timeZone)}
        />
        <Field label={words.fields.endsAt} {...field("endsAt")} type="datetime-local" hint={words.endsHint} />
      </div>
      <Suggest
        label={words.fields.timeZone}
        {...field("timeZone")}
        options={zones}
        nothing={words.noTimeZone}
        hint={words.timeZoneHint}
      />
    </fieldset>
    <fieldset>
      <legend>{words.fields.atLimit}</legend>
      <Choice label={words.reachesLimit} {...field("atLimit")} options={policies} />
    </fieldset>
  </>
)
