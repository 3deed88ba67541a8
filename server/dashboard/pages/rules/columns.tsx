import { href } from "../../app/router.ts"
import type { Rule } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import { StandingMeter } from "../../parts/Standing.tsx"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import type { UsedRule } from "./read.ts"

/** "batched · 10", "combined · 3": the type, and the number that goes with it. */
export const kindOf = ({ completionNumber, rules, type }: Rule): string =>
  type === "batched"
    ? `batched · ${completionNumber}`
    : type === "combined"
      ? `combined · ${rules.length}`
      : type

/** Whether the rule can be awarded, in a word. A schedule counts too. */
export const Standing = ({ rule }: { readonly rule: Rule }) => {
  const now = new Date().toISOString()
  if (rule.status === "inactive") return <Pill>inactive</Pill>
  if (rule.startsAt !== null && rule.startsAt > now) {
    return (
      <Pill tone="near">
        starts <Time at={rule.startsAt} />
      </Pill>
    )
  }
  if (rule.endsAt === null) return <Pill tone="good">active</Pill>
  return rule.endsAt <= now ? (
    <Pill>ended</Pill>
  ) : (
    <Pill tone="near">
      ends <Time at={rule.endsAt} />
    </Pill>
  )
}

export const ruleColumns = (toggle: (rule: Rule) => void): ReadonlyArray<Column<UsedRule>> => [
  {
    title: "Rule",
    cell: (rule) => (
      <>
        <a href={href(`/rules/${rule.id}`)}>{rule.name}</a>
        <div class="narrow">
          <Standing rule={rule} />
        </div>
      </>
    )
  },
  { title: "Type", secondary: true, cell: (rule) => <Pill>{kindOf(rule)}</Pill> },
  { title: "Status", secondary: true, cell: (rule) => <Standing rule={rule} /> },
  { title: "Pays", numeric: true, cell: ({ coinValue }) => exact(coinValue) },
  { title: "Places", cell: ({ used: [places] }) => places && <StandingMeter of={places} labelled={false} /> },
  {
    title: "Limits",
    secondary: true,
    cell: ({ used: [, ...limits] }) =>
      limits.length === 0 ? (
        <span class="quiet">none</span>
      ) : (
        limits.map((limit) => <StandingMeter key={`${limit.period}${limit.measure}`} of={limit} />)
      )
  },
  {
    title: "Change",
    secondary: true,
    cell: (rule) => (
      <button type="button" class="link" onClick={() => toggle(rule)}>
        {rule.status === "active" ? "Deactivate" : "Activate"}
        <span class="unseen"> {rule.name}</span>
      </button>
    )
  }
]
