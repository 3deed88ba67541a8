import { href } from "../../app/router.ts"
import type { Rule } from "../../contract.ts"
import { May } from "../../parts/May.tsx"
import { LimitMeter } from "../../parts/Meter.tsx"
import { counted, exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { periodText } from "./coinsInTime.ts"
import type { RuleWithUsage } from "./readRules.ts"
import { memberLimits, ruleSentence } from "./ruleSentence.ts"
import { statusVerb } from "./StatusDialog.tsx"

/** The type with its number: "batched · 10", "combined · 3". Only a single rule can pay by amount. */
export const kindOf = ({ completionNumber, rules, type, unit }: Rule): string =>
  type === "batched"
    ? `batched · ${completionNumber}`
    : type === "combined"
      ? `combined · ${rules.length}`
      : unit === null
        ? type
        : "by amount"

/** The coins of a payment, and when they mature and expire. For a rule that pays by amount, also the unit and the maximum. */
export const Pays = ({
  of: { coinsExpire, coinValue, maxCoins, pendingDays, unit }
}: {
  readonly of: Rule
}) => (
  <>
    {exact(coinValue)}
    {unit !== null && <small class="below">for every {exact(unit)}</small>}
    {maxCoins !== null && <small class="below">at most {exact(maxCoins)}</small>}
    {pendingDays !== null && <small class="below">after {counted(Number(pendingDays), "day")}</small>}
    {coinsExpire !== null && <small class="below">for {periodText(coinsExpire)}</small>}
  </>
)

/** The limits per member. They have no meter, since each member's usage differs. */
export const MemberLimits = ({ of }: { readonly of: Rule }) => {
  const limits = memberLimits(of)
  return limits.length === 0 ? null : <small class="below">{limits.join(", ")} per member</small>
}

/** Whether the rule can be awarded, by its status and schedule. */
export const RuleStatus = ({ rule }: { readonly rule: Rule }) => {
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

export const ruleColumns = (changeStatus: (rule: Rule) => void): ReadonlyArray<Column<RuleWithUsage>> => [
  {
    title: "Rule",
    cell: (rule) => (
      <>
        <a href={href(`/rules/${rule.id}`)}>{rule.name}</a>
        <small class="below secondary">{ruleSentence(rule)}</small>
        <div class="narrow">
          <RuleStatus rule={rule} />
        </div>
      </>
    )
  },
  { title: "Status", secondary: true, cell: (rule) => <RuleStatus rule={rule} /> },
  { title: "Pays", numeric: true, cell: (rule) => <Pays of={rule} /> },
  { title: "Places", cell: ({ used: [places] }) => places && <LimitMeter of={places} labelled={false} /> },
  {
    title: "Limits",
    secondary: true,
    cell: ({ used: [, ...limits], ...rule }) =>
      limits.length + memberLimits(rule).length === 0 ? (
        <span class="quiet">none</span>
      ) : (
        <>
          {limits.map((limit) => (
            <LimitMeter key={`${limit.period}${limit.measure}`} of={limit} />
          ))}
          <MemberLimits of={rule} />
        </>
      )
  },
  {
    title: "Change",
    secondary: true,
    cell: (rule) => (
      <May call="rules.update">
        <button type="button" class="link" onClick={() => changeStatus(rule)}>
          {statusVerb(rule)}
          <span class="unseen"> {rule.name}</span>
        </button>
      </May>
    )
  }
]
