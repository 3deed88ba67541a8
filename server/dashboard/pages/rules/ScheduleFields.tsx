import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import { Suggest } from "../../parts/Suggest.tsx"
import { timeZones } from "../../parts/zones.ts"
import type { RuleValues } from "./values.ts"

const zones = timeZones.map((value) => ({ value }))

const policies = [
  ["reject", "Refuse the award"],
  ["suppress", "Record it without effect"],
  ["clamp", "Pay what the coin limits leave"]
] as const

/** The rule's schedule, and what happens to an award at a limit. */
export const ScheduleFields = ({ form: { field, values } }: { readonly form: Form<RuleValues> }) => (
  <>
    <fieldset>
      <legend>
        Schedule <span class="quiet">optional</span>
      </legend>
      <div class="pair">
        <Field
          label="Starts"
          {...field("startsAt")}
          type="datetime-local"
          hint={`In the time zone ${values.timeZone}. Empty: at once.`}
        />
        <Field label="Ends" {...field("endsAt")} type="datetime-local" hint="Empty: without end." />
      </div>
      <Suggest
        label="Time zone"
        {...field("timeZone")}
        options={zones}
        nothing="No time zone has this in its name."
        hint="Of the schedule, of the days and months of limits, of conditions on the day or hour, and of coins that mature or expire."
      />
    </fieldset>
    <fieldset>
      <legend>At a limit</legend>
      <Choice label="An award that reaches a limit" {...field("atLimit")} options={policies} />
    </fieldset>
  </>
)
