import { href } from "../../app/router.ts"
import type { LimitUsage, Rule, Usage } from "../../contract.ts"
import { LimitMeter } from "../../parts/Meter.tsx"
import { counted } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import { Table } from "../../parts/Table.tsx"
import { kindOf, MemberLimits, Pays } from "../rules/columns.tsx"
import { memberLimits } from "../rules/ruleSentence.ts"

interface Active {
  readonly rule: Rule
  readonly places: LimitUsage | undefined
  readonly limit: LimitUsage | undefined
}

const most = 8
const share = ({ max, used }: LimitUsage): number => Number(used) / Math.max(1, Number(max))

/** The limit with the highest usage. The caller leaves out the number of participants. */
const nearest = (limits: ReadonlyArray<LimitUsage>): LimitUsage | undefined =>
  limits.toSorted((one, other) => share(other) - share(one))[0]

interface Props {
  readonly rules: ReadonlyArray<Rule>
  readonly usage: ReadonlyArray<Usage>
}

const urgency = ({ limit, places }: Active): number =>
  Math.max(places === undefined ? 0 : share(places), limit === undefined ? 0 : share(limit))

/** Active rules with their usage, the most used first. */
export const ActiveRules = ({ rules, usage }: Props) => {
  const known = new Map(usage.map(({ limits, ruleId }) => [ruleId, limits]))
  const active = rules.map((rule): Active => {
    const [places, ...limits] = known.get(rule.id) ?? []
    return { rule, places, limit: nearest(limits) }
  })
  return (
    <section>
      <div class="head">
        <h2>
          Active rules <small>{counted(active.length, "rule")}</small>
        </h2>
        <a href={href("/rules?status=active")}>All</a>
      </div>
      <Table
        caption="Active rules"
        rows={active.toSorted((one, other) => urgency(other) - urgency(one)).slice(0, most)}
        keyOf={({ rule }) => rule.id}
        columns={[
          { title: "Rule", cell: ({ rule }) => <a href={href(`/rules/${rule.id}`)}>{rule.name}</a> },
          { title: "Type", secondary: true, cell: ({ rule }) => <Pill>{kindOf(rule)}</Pill> },
          { title: "Pays", numeric: true, cell: ({ rule }) => <Pays of={rule} /> },
          {
            title: "Places",
            cell: ({ places }) => places && <LimitMeter of={places} labelled={false} />
          },
          {
            title: "Budget or limit",
            secondary: true,
            cell: ({ limit, rule }) =>
              limit !== undefined ? (
                <LimitMeter of={limit} labelled={false} />
              ) : memberLimits(rule).length > 0 ? (
                <MemberLimits of={rule} />
              ) : (
                <span class="quiet">none</span>
              )
          }
        ]}
      />
    </section>
  )
}
