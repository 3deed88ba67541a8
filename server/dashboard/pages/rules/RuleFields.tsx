import type { Faults } from "../../faults.ts"
import { Choice, Field } from "../../parts/Field.tsx"
import type { RuleValues } from "./values.ts"

interface Props {
  readonly values: RuleValues
  readonly change: (changes: Partial<RuleValues>) => void
  readonly faults: Faults
  readonly exists: boolean
}

const types = [
  ["single", "Single: pays each time"],
  ["batched", "Batched: pays every so many completions"],
  ["combined", "Combined: pays when all sub-rules are done"]
] as const

/** The fields of every rule, and those of its type. */
export const RuleFields = ({ change, exists, faults, values }: Props) => (
  <fieldset>
    <Field
      label="Name"
      name="name"
      value={values.name}
      onValue={(name) => change({ name })}
      hint="Lower case, unique among your rules and sub-rules. Awards use this name."
      fault={faults.name}
    />
    <Choice
      label="Type"
      name="type"
      value={values.type}
      disabled={exists}
      options={types}
      onValue={(given) => change({ type: types.find(([type]) => type === given)?.[0] ?? "single" })}
      {...(exists ? { hint: "Cannot be changed: members' progress depends on it." } : {})}
      fault={faults.type}
    />
    <div class="pair">
      <Field
        label="Coins"
        name="coinValue"
        inputMode="decimal"
        value={values.coinValue}
        onValue={(coinValue) => change({ coinValue })}
        hint="The coins of one payment."
        fault={faults.coinValue}
      />
      <Field
        label="Places"
        name="maxNumberOfParticipant"
        inputMode="numeric"
        value={values.maxNumberOfParticipant}
        onValue={(maxNumberOfParticipant) => change({ maxNumberOfParticipant })}
        hint="How many members it can pay."
        fault={faults.maxNumberOfParticipant}
      />
      <Field
        label="Per member"
        name="userLimitAward"
        inputMode="numeric"
        value={values.userLimitAward}
        onValue={(userLimitAward) => change({ userLimitAward })}
        hint="The most payments. Empty: no maximum."
        fault={faults.userLimitAward}
      />
      {values.type === "batched" && (
        <Field
          label="Completions for one payment"
          name="completionNumber"
          inputMode="numeric"
          value={values.completionNumber}
          disabled={exists}
          onValue={(completionNumber) => change({ completionNumber })}
          fault={faults.completionNumber}
        />
      )}
    </div>
    <Field
      label="Condition"
      name="condition"
      value={values.condition}
      optional={values.type === "combined"}
      onValue={(condition) => change({ condition })}
      hint="What a member has to do, for people to read. Your systems decide when it is met, and send the award."
      fault={faults.condition}
    />
    <Choice
      label="Status"
      name="status"
      value={values.status}
      options={[
        ["active", "Active"],
        ["inactive", "Inactive: cannot be awarded"]
      ]}
      onValue={(status) => change({ status: status === "inactive" ? "inactive" : "active" })}
      fault={faults.status}
    />
  </fieldset>
)
