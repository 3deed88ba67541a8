import { href } from "../../app/router.ts"
import type { LimitUsage, Rule } from "../../contract.ts"
import { Given } from "../../parts/Given.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { May } from "../../parts/May.tsx"
import { LimitMeter } from "../../parts/Meter.tsx"
import { exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/rules.ts"
import { periodText } from "./coinsInTime.ts"
import type { RuleWithUsage } from "./readRules.ts"
import { memberLimits, ruleSentence } from "./ruleSentence.ts"
import { isPaying, stateOf } from "./ruleState.ts"
import { usualChange } from "./StatusDialog.tsx"

/** How often the rule pays: "every 10 times", "all of 3". Only a single rule can pay by amount. */
export const kindOf = ({ completionNumber, rules, type, unit }: Rule): string =>
  type === "batched"
    ? words.everyTimes(completionNumber)
    : type === "combined"
      ? words.allOf(rules.length)
      : unit === null
        ? words.everyTime
        : words.byAmount

/** The coins of a payment, and when they mature and expire. For a rule that pays by amount, also the unit and the maximum. */
export const Pays = ({
  of: { coinsExpire, coinValue, maxCoins, pendingDays, unit }
}: {
  readonly of: Rule
}) => (
  <>
    {exact(coinValue)}
    {unit !== null && <small class="below">{words.forEvery(exact(unit))}</small>}
    {maxCoins !== null && <small class="below">{words.atMost(exact(maxCoins))}</small>}
    {pendingDays !== null && <small class="below">{words.after(Number(pendingDays))}</small>}
    {coinsExpire !== null && <small class="below">{words.forPeriod(periodText(coinsExpire))}</small>}
  </>
)

/** The limits per member. They have no meter, since each member's usage differs. */
export const MemberLimits = ({ of }: { readonly of: Rule }) => {
  const limits = memberLimits(of)
  return limits.length === 0 ? null : <small class="below">{words.perMember(limits.join(", "))}</small>
}

const stateTones = {
  running: "good",
  nearly: "near",
  full: "full",
  ended: "over",
  upcoming: "plain",
  inactive: "plain",
  archived: "over"
} as const
const stateIcons = {
  running: "tick",
  nearly: "near",
  full: "full",
  ended: "square",
  upcoming: "clock",
  inactive: "minus",
  archived: "square"
} as const

interface StatusProps {
  readonly rule: Rule
  /** The usage of its limits per rule. */
  readonly usage: ReadonlyArray<LimitUsage>
}

/** Whether the rule can be awarded, by its status, its schedule, its places and its budget. */
export const RuleStatus = ({ rule, usage }: StatusProps) => {
  const state = stateOf(rule, usage, new Date().toISOString())
  const at = state === "ended" ? rule.endsAt : state === "upcoming" ? rule.startsAt : null
  const endsAt = isPaying(state) ? rule.endsAt : null
  return (
    <Pill tone={stateTones[state]}>
      <Icon of={stateIcons[state]} />
      {"\u00a0"}
      {words.states[state]}
      {at !== null && (
        <>
          {" "}
          <Time at={at} />
        </>
      )}
      {endsAt !== null && words.thenEnds(<Time at={endsAt} />)}
    </Pill>
  )
}

export const ruleColumns = (changeStatus: (rule: Rule) => void): ReadonlyArray<Column<RuleWithUsage>> => [
  {
    title: words.rule,
    cell: (rule) => (
      <>
        <a href={href(`/rules/${rule.id}`)}>
          <Given>{rule.name}</Given>
        </a>
        <small class="below secondary clamped">{ruleSentence(rule)}</small>
        <div class="narrow">
          <RuleStatus rule={rule} usage={rule.used} />
        </div>
      </>
    )
  },
  { title: words.status, secondary: true, cell: (rule) => <RuleStatus rule={rule} usage={rule.used} /> },
  { title: words.pays, numeric: true, cell: (rule) => <Pays of={rule} /> },
  {
    title: words.members,
    cell: ({ used: [places] }) => places && <LimitMeter of={places} labelled={false} />
  },
  {
    title: words.limits,
    secondary: true,
    cell: ({ used: [, ...limits], ...rule }) =>
      limits.length + memberLimits(rule).length === 0 ? (
        <span class="quiet">{words.noLimits}</span>
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
    title: words.change,
    secondary: true,
    cell: (rule) => (
      <May call="rules.update">
        <button type="button" class="link" onClick={() => changeStatus(rule)}>
          {words.verbs[usualChange(rule)]}
          <span class="unseen"> {rule.name}</span>
        </button>
      </May>
    )
  }
]
