import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { Rule, Standing } from "../../contract.ts"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { counted, exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { StandingMeter } from "../../parts/Standing.tsx"
import { Table } from "../../parts/Table.tsx"
import { kindOf } from "../rules/columns.tsx"

interface Active {
  readonly rule: Rule
  readonly places: Standing | undefined
  readonly limit: Standing | undefined
}

const most = 8
const share = ({ max, used }: Standing): number => Number(used) / Math.max(1, Number(max))

/** The limit besides places that is the nearest to its end. */
const nearest = (limits: ReadonlyArray<Standing>): Standing | undefined =>
  limits.toSorted((one, other) => share(other) - share(one))[0]

const read = async (signal: AbortSignal) => {
  const query = { status: "active", limit: "100" } as const
  const [rules, usage] = await Promise.all([
    call("rules.list", { query, signal }),
    call("rules.usage", { query, signal })
  ])
  const known = new Map(usage.data.map(({ limits, ruleId }) => [ruleId, limits]))
  return rules.data.map((rule): Active => {
    const [places, ...limits] = known.get(rule.id) ?? []
    return { rule, places, limit: nearest(limits) }
  })
}

/** Active rules with what they have used; those that are nearly used up come first. */
export const ActiveRules = () => {
  const load = useLoad(read, [])
  const urgency = ({ limit, places }: Active): number =>
    Math.max(places === undefined ? 0 : share(places), limit === undefined ? 0 : share(limit))
  return (
    <section>
      <Loaded of={load} skeleton={<Skeleton rows={5} />}>
        {(active) => (
          <>
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
                { title: "Pays", numeric: true, cell: ({ rule }) => exact(rule.coinValue) },
                {
                  title: "Places",
                  cell: ({ places }) => places && <StandingMeter of={places} labelled={false} />
                },
                {
                  title: "Budget or limit",
                  secondary: true,
                  cell: ({ limit }) =>
                    limit === undefined ? (
                      <span class="quiet">none</span>
                    ) : (
                      <StandingMeter of={limit} labelled={false} />
                    )
                }
              ]}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}
