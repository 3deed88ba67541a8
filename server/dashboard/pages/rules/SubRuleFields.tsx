import { Button } from "../../parts/Button.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import type { Seen } from "../activities/seen.ts"
import { newSubRule, type RuleValues, type SubRuleValues } from "./values.ts"
import { WhenFields } from "./WhenFields.tsx"

interface Props {
  readonly form: Form<RuleValues>
  readonly seen: Seen
  /** Once the rule exists, only the status and the activities of its sub-rules can change. */
  readonly exists: boolean
}

const most = 30

/** The conditions of a combined rule. Each is awarded by its own name. */
export const SubRuleFields = ({ exists, form, seen }: Props) => {
  const { change, faults } = form
  const { rules } = form.values
  const set = (index: number, changes: Partial<SubRuleValues>) =>
    change({ rules: rules.map((each, at) => (at === index ? { ...each, ...changes } : each)) })
  return (
    <fieldset>
      <legend>Sub-rules</legend>
      <p class="hint">Each is awarded by its own name. The rule pays when all active ones are done.</p>
      {faults.rules && (
        <p class="fault" role="alert">
          <code>rules</code> {faults.rules}
        </p>
      )}
      {rules.map((subRule, index) => (
        <div class="sub-rule" key={index}>
          <div class="row">
            <Field
              label={`Name of sub-rule ${index + 1}`}
              name={`rules.${index}.name`}
              value={subRule.name}
              disabled={exists}
              onValue={(name) => set(index, { name })}
              fault={faults[`rules.${index}.name`]}
            />
            <Field
              label="Condition"
              name={`rules.${index}.condition`}
              value={subRule.condition}
              disabled={exists}
              onValue={(condition) => set(index, { condition })}
              fault={faults[`rules.${index}.condition`]}
            />
            {exists ? (
              <Choice
                label="Status"
                name={`rules.${index}.status`}
                value={subRule.status}
                options={[
                  ["active", "Active"],
                  ["inactive", "Inactive"]
                ]}
                onValue={(status) => set(index, { status })}
              />
            ) : (
              <button
                type="button"
                class="link remove"
                disabled={rules.length === 1}
                aria-label={`Remove sub-rule ${index + 1}`}
                onClick={() => change({ rules: rules.filter((_, at) => at !== index) })}
              >
                Remove
              </button>
            )}
          </div>
          <WhenFields
            of={subRule.when}
            onChange={(when) => set(index, { when })}
            path={`rules.${index}.when`}
            label={`sub-rule ${index + 1}`}
            hasUnit={false}
            seen={seen}
            faults={faults}
          />
        </div>
      ))}
      {!exists && rules.length < most && (
        <Button kind="plain" onClick={() => change({ rules: [...rules, newSubRule] })}>
          Add a sub-rule
        </Button>
      )}
    </fieldset>
  )
}
