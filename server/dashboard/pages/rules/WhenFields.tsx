import type { Faults } from "../../api.ts"
import { Button } from "../../parts/Button.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { Choice } from "../../parts/Field.tsx"
import { Options } from "../../parts/Options.tsx"
import { Suggest } from "../../parts/Suggest.tsx"
import { words } from "../../words/rules.ts"
import { words as sentence } from "../../words/sentence.ts"
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
  ["all", words.joins.all],
  ["any", words.joins.any]
] as const

interface ListProps {
  readonly parts: ReadonlyArray<Part>
  readonly onParts: (parts: ReadonlyArray<Part>) => void
  readonly path: string
  /** Comes before the numbers of the rows, such as "2." in a group. */
  readonly numbers: string
  /** The sub-rule that they belong to, such as "sub-rule 2". Empty for the rule itself. */
  readonly owner: string
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
        const name = words.condition(number, rest.owner)
        const own = `${path}.${index}`
        const onRemove = () => onParts(parts.filter((_, at) => at !== index))
        if ("kept" in part) {
          return (
            <div class="condition" key={own}>
              <p class="kept">
                {sentence.conditions(part.kept)}
                <small>{words.kept}</small>
              </p>
              <button type="button" class="link" aria-label={words.removeCondition(name)} onClick={onRemove}>
                {words.remove}
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
  <fieldset class="group" aria-label={words.group(numbers, rest.owner)}>
    <div class="condition">
      <Choice
        label={words.joinOfGroup(numbers, rest.owner)}
        name={`${path}.${of.joined}`}
        value={of.joined}
        options={joins}
        onValue={(joined) => onChange({ ...of, joined })}
        fault={rest.faults[`${path}.${of.joined}`]}
      />
      <button
        type="button"
        class="link"
        aria-label={words.removeGroup(numbers, rest.owner)}
        onClick={onRemove}
      >
        {words.remove}
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
      aria-label={words.addToGroup(numbers, rest.owner)}
      onClick={() => onChange({ ...of, parts: [...of.parts, newLeaf] })}
    >
      {words.addConditionHere}
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
          <code>{field}</code> <Fault of={problem} />
        </p>
      ))}
  </>
)

/** Who decides that the rule is awarded: the partner's systems, or the rule itself from activities. */
export const WhenFields = ({ faults, hasUnit, label = "", of, onChange, path, seen }: Props) => {
  const set = (changes: Partial<WhenValues>) => onChange({ ...of, ...changes })
  return (
    <div class="when">
      <Options
        legend={label === "" ? words.when : words.whenAwarded(label)}
        name={`${path}.decides`}
        value={of.decides ? "decides" : "named"}
        options={[
          ["named", words.decides.named],
          ["decides", words.decides.decides]
        ]}
        onValue={(value) => set({ decides: value === "decides" })}
      />
      {of.decides && (
        <>
          <div class="pair">
            <Suggest
              label={words.activityType(label)}
              name={`${path}.activity`}
              value={of.activity}
              onValue={(activity) => set({ activity })}
              options={seen.types}
              nothing={words.noActivityType}
              placeholder={words.activityTypeExample}
              hint={words.activityTypeHint}
              fault={faults[`${path}.activity`]}
            />
            {hasUnit && (
              <Suggest
                label={words.amount}
                name={`${path}.amount`}
                value={of.amount}
                onValue={(amount) => set({ amount })}
                options={seen
                  .fieldsOf(of.activity)
                  .filter(({ kind }) => kind !== "boolean")
                  .map(({ field, note }) => ({ value: field, note }))}
                nothing={words.noAmount}
                placeholder={words.fieldExample}
                hint={words.amountHint}
                fault={faults[`${path}.amount`]}
              />
            )}
          </div>
          {of.parts.length > 1 && (
            <Choice
              label={words.conditions(label)}
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
            owner={label}
            activity={of.activity}
            seen={seen}
            faults={faults}
          />
          <OtherFaults faults={faults} path={path} />
          <div class="actions">
            <Button kind="plain" onClick={() => set({ parts: [...of.parts, newLeaf] })}>
              {words.addCondition(label)}
            </Button>
            <Button
              kind="plain"
              onClick={() => set({ parts: [...of.parts, { joined: "any", parts: [newLeaf, newLeaf] }] })}
            >
              {words.addGroup(label)}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
