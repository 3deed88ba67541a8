import { Button } from "../../parts/Button.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import { words } from "../../words/rules.ts"
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

/** The path of the sub-rules in the API. */
const path = "rules"

/** The conditions of a combined rule. Each is awarded by its own name. */
export const SubRuleFields = ({ exists, form, seen }: Props) => {
  const { change, faults } = form
  const { rules } = form.values
  const set = (index: number, changes: Partial<SubRuleValues>) =>
    change({ rules: rules.map((each, at) => (at === index ? { ...each, ...changes } : each)) })
  return (
    <fieldset>
      <legend>{words.subRules}</legend>
      <p class="hint">{words.subRulesHint}</p>
      {faults.rules && (
        <p class="fault" role="alert">
          <code>{path}</code> <Fault of={faults.rules} />
        </p>
      )}
      {rules.map((subRule, index) => (
        <div class="sub-rule" key={index}>
          <div class="row">
            <Field
              label={words.nameOfSubRule(index + 1)}
              name={`rules.${index}.name`}
              value={subRule.name}
              disabled={exists}
              onValue={(name) => set(index, { name })}
              fault={faults[`rules.${index}.name`]}
            />
            <Field
              label={words.fields.condition}
              name={`rules.${index}.condition`}
              value={subRule.condition}
              disabled={exists}
              onValue={(condition) => set(index, { condition })}
              fault={faults[`rules.${index}.condition`]}
            />
            {exists ? (
              <Choice
                label={words.status}
                name={`rules.${index}.status`}
                value={subRule.status}
                options={[
                  ["active", words.active],
                  ["inactive", words.inactive]
                ]}
                onValue={(status) => set(index, { status })}
              />
            ) : (
              <button
                type="button"
                class="link remove"
                disabled={rules.length === 1}
                aria-label={words.removeSubRule(index + 1)}
                onClick={() => change({ rules: rules.filter((_, at) => at !== index) })}
              >
                {words.remove}
              </button>
            )}
          </div>
          <WhenFields
            of={subRule.when}
            onChange={(when) => set(index, { when })}
            path={`rules.${index}.when`}
            label={words.subRule(index + 1)}
            hasUnit={false}
            seen={seen}
            faults={faults}
          />
        </div>
      ))}
      {!exists && rules.length < most && (
        <Button kind="plain" onClick={() => change({ rules: [...rules, newSubRule] })}>
          {words.addSubRule}
        </Button>
      )}
    </fieldset>
  )
}
