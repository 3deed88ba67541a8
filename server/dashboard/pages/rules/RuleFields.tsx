import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import type { RuleValues } from "./values.ts"

interface Props {
  readonly form: Form<RuleValues>
  readonly exists: boolean
}

const types = [
  ["single", "Every time"],
  ["batched", "Every N times"],
  ["combined", "All of several conditions"]
] as const

/** The fields of every rule, and those of its type. */
export const RuleFields = ({ exists, form: { field, values } }: Props) => {
  const isByAmount = values.type === "single" && values.unit.trim() !== ""
  return (
    <fieldset>
      <Field
        label="Name"
        {...field("name")}
        hint="Lower case, unique among your rules and sub-rules. Awards use this name."
      />
      <Choice
        label="Pays"
        {...field("type")}
        disabled={exists}
        options={types}
        {...(exists ? { hint: "Cannot be changed: members' progress depends on it." } : {})}
      />
      <div class="pair">
        <Field
          label="Coins"
          {...field("coinValue")}
          inputMode="decimal"
          hint={isByAmount ? "Paid for every full unit of the amount." : "The coins of one payment."}
        />
        {values.type === "single" && (
          <>
            <Field
              label="For every"
              {...field("unit")}
              optional
              inputMode="decimal"
              hint="A unit of the award's amount, such as 10 euros. Empty: awards have no amount."
            />
            <Field
              label="At most"
              {...field("maxCoins")}
              optional
              inputMode="decimal"
              hint="The most coins of one award by amount. Empty: no maximum."
            />
          </>
        )}
        <Field
          label="Members who can earn it"
          {...field("maxNumberOfParticipant")}
          inputMode="numeric"
          hint="The most members that it pays."
        />
        <Field
          label="Per member"
          {...field("userLimitAward")}
          inputMode="numeric"
          hint="The most payments. Empty: no maximum."
        />
        {values.type === "batched" && (
          <Field
            label="Times for one payment"
            {...field("completionNumber")}
            inputMode="numeric"
            disabled={exists}
          />
        )}
      </div>
      <Field
        label="Condition"
        {...field("condition")}
        optional={values.type === "combined"}
        hint={
          values.when.decides && values.type !== "combined"
            ? "What a member has to do, for people to read."
            : "What a member has to do, for people to read. Your systems decide when it is met, and send the award."
        }
      />
      <Choice
        label="Status"
        {...field("status")}
        options={[
          ["active", "Active"],
          ["inactive", "Inactive: cannot be awarded"]
        ]}
      />
    </fieldset>
  )
}
