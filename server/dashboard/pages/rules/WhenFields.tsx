import { phraseOf } from "../../../../lib/rewards/activities/sentence.ts"
import type { Faults } from "../../api.ts"
import { Button } from "../../parts/Button.tsx"
import { Choice } from "../../parts/Field.tsx"
import { Options } from "../../parts/Options.tsx"
import { Suggest } from "../../parts/Suggest.tsx"
import type { Seen } from "../activities/seen.ts"
import { ConditionRow } from "./ConditionRow.tsx"
import { type GroupValues, newLeaf, type Part, type WhenValues } from "./whenValues.ts"

interface Props {
  readonly of: WhenValues
  readonly onChange: (values: WhenValues) => void
  /** The path in the API: `when`, or the path of a sub-rule's `when`. */
  readonly path: string
  /** What it belongs to, if that is a sub-rule, such as "sub-rule 2". */
  readonly label?: string
  /** Whether an award has an amount. */
  readonly hasUnit: boolean
  readonly seen: Seen
  readonly faults: Faults
}

const joins = [
  ["all", "all of these are true"],
  ["any", "any of these is true"]
] as const

interface ListProps {
  readonly parts: ReadonlyArray<Part>
  readonly onParts: (parts: ReadonlyArray<Part>) => void
  readonly path: string
  /** Comes before the numbers of the rows, such as "2." in a group. */
  readonly numbers: string
  /** Comes after them, such as " of sub-rule 2". */
  readonly suffix: string
  readonly activity: string
  readonly seen: Seen
  readonly faults: Faults
}

/** The rows of one level. */
const Rows = ({ numbers, onParts, parts, path, ...rest }: ListProps) => {
  const set = (index: number, part: Part) => onParts(parts.map((each, at) => (at === index ? part : each)))
  return (
    <>
      {parts.map((part, index) => {
        const number = `${numbers}${index + 1}`
        const name = `condition ${number}${rest.suffix}`
        const own = `${path}.${index}`
        const onRemove = () => onParts(parts.filter((_, at) => at !== index))
        if ("kept" in part) {
          return (
            <div class="condition" key={own}>
              <p class="kept">
                {phraseOf(part.kept)}
                <small>Made over the API. This form shows it, and keeps it as it is.</small>
              </p>
              <button type="button" class="link" aria-label={`Remove ${name}`} onClick={onRemove}>
                Remove
              </button>
            </div>
          )
        }
        return "parts" in part ? (
          <Group
            key={own}
            {...rest}
            of={part}
            numbers={number}
            path={own}
            onChange={(group) => set(index, group)}
            onRemove={onRemove}
          />
        ) : (
          <ConditionRow
            key={own}
            {...rest}
            of={part}
            label={name}
            path={own}
            onChange={(changes) => set(index, { ...part, ...changes })}
            onRemove={onRemove}
          />
        )
      })}
    </>
  )
}

interface GroupProps extends Omit<ListProps, "parts" | "onParts"> {
  readonly of: GroupValues
  readonly onChange: (group: GroupValues) => void
  readonly onRemove: () => void
}

/** Conditions inside of the others, joined in their own way. */
const Group = ({ numbers, of, onChange, onRemove, path, ...rest }: GroupProps) => (
  <fieldset class="group" aria-label={`Group ${numbers}${rest.suffix}`}>
    <div class="condition">
      <Choice
        label={`Join of group ${numbers}${rest.suffix}`}
        name={`${path}.${of.joined}`}
        value={of.joined}
        options={joins}
        onValue={(joined) => onChange({ ...of, joined })}
        fault={rest.faults[`${path}.${of.joined}`]}
      />
      <button
        type="button"
        class="link"
        aria-label={`Remove group ${numbers}${rest.suffix}`}
        onClick={onRemove}
      >
        Remove
      </button>
    </div>
    <Rows
      {...rest}
      numbers={`${numbers}.`}
      path={`${path}.${of.joined}`}
      parts={of.parts}
      onParts={(parts) =>
        onChange({ ...of, parts: parts.flatMap((part) => ("parts" in part ? [] : [part])) })
      }
    />
    <button
      type="button"
      class="link"
      aria-label={`Add a condition to group ${numbers}${rest.suffix}`}
      onClick={() => onChange({ ...of, parts: [...of.parts, newLeaf] })}
    >
      Add a condition
    </button>
  </fieldset>
)

/** Faults of conditions that no row shows, such as too many or too deeply nested ones. */
const OtherFaults = ({ faults, path }: Pick<Props, "faults" | "path">) => (
  <>
    {Object.entries(faults)
      .filter(([field]) => field === path || field === `${path}.conditions`)
      .map(([field, problem]) => (
        <p key={field} class="fault" role="alert">
          <code>{field}</code> {problem}
        </p>
      ))}
  </>
)

/** Who decides that the rule is awarded: the partner's systems, or the rule itself from activities. */
export const WhenFields = ({ faults, hasUnit, label, of, onChange, path, seen }: Props) => {
  const set = (changes: Partial<WhenValues>) => onChange({ ...of, ...changes })
  const suffix = label === undefined ? "" : ` of ${label}`
  return (
    <div class="when">
      <Options
        legend={label === undefined ? "When" : `When ${label} is awarded`}
        name={`${path}.decides`}
        value={of.decides ? "decides" : "named"}
        options={[
          ["named", "Awarded by your systems"],
          ["decides", "Decides by itself from activities"]
        ]}
        onValue={(value) => set({ decides: value === "decides" })}
      />
      {of.decides && (
        <>
          <div class="pair">
            <Suggest
              label={`Activity type${suffix}`}
              name={`${path}.activity`}
              value={of.activity}
              onValue={(activity) => set({ activity })}
              options={seen.types}
              nothing="No activity of the newest 100 has a type like that. It can be used all the same."
              placeholder="order.placed"
              hint="It is awarded when an activity of this type is recorded, and the conditions are true."
              fault={faults[`${path}.activity`]}
            />
            {hasUnit && (
              <Suggest
                label="Amount in the data"
                name={`${path}.amount`}
                value={of.amount}
                onValue={(amount) => set({ amount })}
                options={seen
                  .fieldsOf(of.activity)
                  .filter(({ kind }) => kind !== "boolean")
                  .map(({ field, note }) => ({ value: field, note }))}
                nothing="Not seen lately. The amount is a field such as data.total."
                placeholder="data.total"
                hint="The field whose number is the amount of the award."
                fault={faults[`${path}.amount`]}
              />
            )}
          </div>
          {of.parts.length > 1 && (
            <Choice
              label={`Conditions${suffix}`}
              name={`${path}.conditions`}
              value={of.joined}
              options={joins}
              onValue={(joined) => set({ joined })}
            />
          )}
          <Rows
            parts={of.parts}
            onParts={(parts) => set({ parts })}
            path={`${path}.conditions.${of.joined}`}
            numbers=""
            suffix={suffix}
            activity={of.activity}
            seen={seen}
            faults={faults}
          />
          <OtherFaults faults={faults} path={path} />
          <div class="actions">
            <Button kind="plain" onClick={() => set({ parts: [...of.parts, newLeaf] })}>
              {`Add a condition${suffix}`}
            </Button>
            <Button
              kind="plain"
              onClick={() => set({ parts: [...of.parts, { joined: "any", parts: [newLeaf, newLeaf] }] })}
            >
              {`Add a group${suffix}`}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
