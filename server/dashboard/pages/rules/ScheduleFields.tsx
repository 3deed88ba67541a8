import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import type { RuleValues } from "./values.ts"

const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions()

const policies = [
  ["reject", "Refuse the award"],
  ["suppress", "Record it without effect"],
  ["clamp", "Pay what the coin limits leave"]
] as const

/** The rule's schedule, and what happens to an award at a limit. */
export const ScheduleFields = ({ form: { field } }: { readonly form: Form<RuleValues> }) => (
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
          hint={`In your time zone, ${ownZone}. Empty: at once.`}
        />
        <Field label="Ends" {...field("endsAt")} type="datetime-local" hint="Empty: without end." />
      </div>
    </fieldset>
    <fieldset>
      <legend>At a limit</legend>
      <div class="pair">
        <Choice label="An award that reaches a limit" {...field("atLimit")} options={policies} />
        <Field
          label="Time zone of the limits"
          {...field("timeZone")}
          hint="An IANA name, such as Europe/Berlin. Conditions on the day or hour use it, too, and coins that mature or expire."
        />
      </div>
    </fieldset>
  </>
)
