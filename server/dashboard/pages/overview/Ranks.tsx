import { href } from "../../app/router.ts"
import { Given } from "../../parts/Given.tsx"
import { Person } from "../../parts/names.tsx"
import { exact } from "../../parts/numbers.ts"
import { overview as words } from "../../words/common.ts"
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

const RuleLink = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <a href={href(`/rules/${id}`)}>
    <Given>{name}</Given>
  </a>
)

/** What each rule paid. */
export const CostByRule = ({ of: { before, now } }: Props) => {
  const known = new Map(before.rules.map(({ coins, ruleId }) => [ruleId, coins]))
  const more = now.otherRules.rules + Math.max(0, now.rules.length - most)
  return (
    <Figure
      title={words.costByRule}
      when={words.inCoins(rangeWords(now))}
      csv={{ name: `cost-by-rule-${now.from}-${now.to}`, rows: () => ruleTable(now) }}
    >
      <div class="panel pad">
        {now.rules.length === 0 ? (
          <p class="quiet">{words.noRulePaid}</p>
        ) : (
          <HorizontalBars
            bars={now.rules.slice(0, most).map(({ coins, ruleId, ruleName }) => ({
              key: ruleId,
              name: <RuleLink id={ruleId} name={ruleName} />,
              value: Number(coins),
              aside: shortDelta(coins, known.get(ruleId))
            }))}
          />
        )}
        {more > 0 && <p class="quiet small">{words.otherRules(more)}</p>}
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
      title={words.notPaid}
      when={rangeWords(now)}
      csv={{ name: `not-paid-${now.from}-${now.to}`, rows: () => refusalTable(now) }}
    >
      <div class="panel pad">
        {refused === 0 ? (
          <p class="quiet">{words.nothingRefused}</p>
        ) : (
          <>
            <p class="sum">{words.notPaidSum(<b>{exact(refused)}</b>, exact(countOf(now.days, "awards")))}</p>
            <HorizontalBars
              kind="grey"
              bars={shown.map(({ code, count, limit, ruleId, ruleName }) => ({
                key: `${ruleId} ${code} ${JSON.stringify(limit)}`,
                name: refusalWords({ code, limit }),
                under: <RuleLink id={ruleId} name={ruleName} />,
                value: count
              }))}
            />
            {rest > 0 && <p class="quiet small">{words.otherReasons(exact(rest))}</p>}
          </>
        )}
      </div>
    </Figure>
  )
}

/** The members who earned most. */
export const MostActive = ({ of: { now } }: Props) => (
  <Figure
    title={words.mostActive}
    when={rangeWords(now.members)}
    csv={{ name: `most-active-${now.members.from}-${now.members.to}`, rows: () => memberTable(now) }}
  >
    {now.members.data.length === 0 ? (
      <p class="panel bare">{words.nobodyEarned}</p>
    ) : (
      <ul class="panel ranks">
        {now.members.data.slice(0, 5).map(({ awards, coins, userId }) => (
          <li key={userId}>
            <span>
              <Person userId={userId} />
            </span>
            <span class="number">
              {exact(coins)}
              {awards !== null && <small>{words.awards(awards)}</small>}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Figure>
)
