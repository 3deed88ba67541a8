import { Choice, Field } from "../../parts/Field.tsx"
import type { Form } from "../../parts/form.tsx"
import { words } from "../../words/rules.ts"
import type { RuleValues } from "./values.ts"

interface Props {
  readonly form: Form<RuleValues>
  readonly exists: boolean
}

const types = [
  ["single", words.types.single],
  ["batched", words.types.batched],
  ["combined", words.types.combined]
] as const

/** The fields of every rule, and those of its type. */
export const RuleFields = ({ exists, form: { field, values } }: Props) => {
  const isByAmount = values.type === "single" && values.unit.trim() !== ""
  return (
    <fieldset>
      <Field label={words.fields.name} {...field("name")} hint={words.nameHint} />
      <Choice
        label={words.pays}
        {...field("type")}
        disabled={exists}
        options={types}
        {...(exists ? { hint: words.typeHint } : {})}
      />
      <div class="pair">
        <Field
          label={words.fields.coinValue}
          {...field("coinValue")}
          inputMode="decimal"
          hint={isByAmount ? words.coinsByUnitHint : words.coinsHint}
        />
        {values.type === "single" && (
          <>
            <Field
              label={words.fields.unit}
              {...field("unit")}
              optional
              inputMode="decimal"
              hint={words.unitHint}
            />
            <Field
              label={words.fields.maxCoins}
              {...field("maxCoins")}
              optional
              inputMode="decimal"
              hint={words.maxCoinsHint}
            />
          </>
        )}
        <Field
          label={words.fields.maxNumberOfParticipant}
          {...field("maxNumberOfParticipant")}
          inputMode="numeric"
          hint={words.participantsHint}
        />
        <Field
          label={words.fields.userLimitAward}
          {...field("userLimitAward")}
          inputMode="numeric"
          hint={words.perMemberHint}
        />
        {values.type === "batched" && (
          <Field
            label={words.completions}
            {...field("completionNumber")}
            inputMode="numeric"
            disabled={exists}
          />
        )}
      </div>
      <Field
        label={words.fields.condition}
        {...field("condition")}
        optional={values.type === "combined"}
        hint={
          values.when.decides && values.type !== "combined" ? words.conditionHint : words.conditionByNameHint
        }
      />
      <Choice
        label={words.fields.status}
        {...field("status")}
        options={[
          ["active", words.active],
          ["inactive", words.inactiveRule]
        ]}
      />
    </fieldset>
  )
}
