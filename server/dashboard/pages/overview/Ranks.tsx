import { href } from "../../app/router.ts"
import { Person } from "../../parts/names.tsx"
import { counted, exact } from "../../parts/numbers.ts"
import { countOf, memberTable, refusalTable, refusalWords, ruleTable, shortDelta } from "./figures.ts"
import { HorizontalBars } from "./HorizontalBars.tsx"
import { Figure } from "./Plot.tsx"
import { rangeWords } from "./range.ts"
import type { Compared } from "./readOverview.ts"

interface Props {
  readonly of: Compared
}

/** How many lines a list shows. The CSV has all. */
const most = 7

/** What each rule paid. */
export const CostByRule = ({ of: { before, now } }: Props) => {
  const known = new Map(before.rules.map(({ coins, ruleId }) => [ruleId, coins]))
  const more = now.otherRules.rules + Math.max(0, now.rules.length - most)
  return (
    <Figure
      title="Cost by rule"
      when={`${rangeWords(now)}, coins`}
      csv={{ name: `cost-by-rule-${now.from}-${now.to}`, rows: () => ruleTable(now) }}
    >
      <div class="panel pad">
        {now.rules.length === 0 ? (
          <p class="quiet">No rule paid coins. A rule appears with its first award.</p>
        ) : (
          <HorizontalBars
            bars={now.rules.slice(0, most).map(({ coins, ruleId, ruleName }) => ({
              key: ruleId,
              name: <a href={href(`/rules/${ruleId}`)}>{ruleName}</a>,
              value: Number(coins),
              aside: shortDelta(coins, known.get(ruleId))
            }))}
          />
        )}
        {more > 0 && <p class="quiet small">and {counted(more, "other rule")}</p>}
      </div>
    </Figure>
  )
}

/** Why awards were not paid. */
export const NotPaid = ({ of: { now } }: Props) => {
  const refused = countOf(now.days, "refused")
  const shown = now.refusals.slice(0, most)
  const rest = refused - shown.reduce((sum, { count }) => sum + count, 0)
  return (
    <Figure
      title="Not paid, by limit"
      when={rangeWords(now)}
      csv={{ name: `not-paid-${now.from}-${now.to}`, rows: () => refusalTable(now) }}
    >
      <div class="panel pad">
        {refused === 0 ? (
          <p class="quiet">Nothing was refused. Awards that a limit stops appear here.</p>
        ) : (
          <>
            <p class="sum">
              about <b>{exact(refused)}</b> not paid, {exact(countOf(now.days, "awards"))} paid
            </p>
            <HorizontalBars
              kind="grey"
              bars={shown.map(({ code, count, limit, ruleId, ruleName }) => ({
                key: `${ruleId} ${code} ${JSON.stringify(limit)}`,
                name: refusalWords({ code, limit }),
                under: <a href={href(`/rules/${ruleId}`)}>{ruleName}</a>,
                value: count
              }))}
            />
            {rest > 0 && <p class="quiet small">and {exact(rest)} for other reasons</p>}
          </>
        )}
      </div>
    </Figure>
  )
}

/** The members who earned most. */
export const MostActive = ({ of: { now } }: Props) => (
  <Figure
    title="Most active"
    when={rangeWords(now.members)}
    csv={{ name: `most-active-${now.members.from}-${now.members.to}`, rows: () => memberTable(now) }}
  >
    {now.members.data.length === 0 ? (
      <p class="panel bare">Nobody earned coins. Members appear with their first award.</p>
    ) : (
      <ul class="panel ranks">
        {now.members.data.slice(0, 5).map(({ awards, coins, userId }) => (
          <li key={userId}>
            <span>
              <Person userId={userId} />
            </span>
            <span class="number">
              {exact(coins)}
              {awards !== null && <small>{counted(awards, "award")}</small>}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Figure>
)
