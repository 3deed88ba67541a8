import type { Faults } from "../../faults.ts"
import { Choice, Field } from "../../parts/Field.tsx"
import type { RuleValues } from "./values.ts"

interface Props {
  readonly values: RuleValues
  readonly change: (changes: Partial<RuleValues>) => void
  readonly faults: Faults
}

const { timeZone: ownZone } = Intl.DateTimeFormat().resolvedOptions()

const policies = [
  ["reject", "Refuse the award"],
  ["suppress", "Record it without effect"],
  ["clamp", "Pay what the coin limits leave"]
] as const

/** The rule's schedule, and what happens to an award at a limit. */
export const ScheduleFields = ({ change, faults, values }: Props) => (
  <>
    <fieldset>
      <legend>
        Schedule <span class="quiet">optional</span>
      </legend>
      <div class="pair">
        <Field
          label="Starts"
          name="startsAt"
          type="datetime-local"
          value={values.startsAt}
          onValue={(startsAt) => change({ startsAt })}
          hint={`In your time zone, ${ownZone}. Empty: at once.`}
          fault={faults.startsAt}
        />
        <Field
          label="Ends"
          name="endsAt"
          type="datetime-local"
          value={values.endsAt}
          onValue={(endsAt) => change({ endsAt })}
          hint="Empty: without end."
          fault={faults.endsAt}
        />
      </div>
    </fieldset>
    <fieldset>
      <legend>At a limit</legend>
      <div class="pair">
        <Choice
          label="An award that reaches a limit"
          name="atLimit"
          value={values.atLimit}
          options={policies}
          onValue={(given) =>
            change({ atLimit: policies.find(([policy]) => policy === given)?.[0] ?? "reject" })
          }
          fault={faults.atLimit}
        />
        <Field
          label="Time zone of the limits"
          name="timeZone"
          value={values.timeZone}
          onValue={(timeZone) => change({ timeZone })}
          hint="An IANA name, such as Europe/Berlin."
          fault={faults.timeZone}
        />
      </div>
    </fieldset>
  </>
)
