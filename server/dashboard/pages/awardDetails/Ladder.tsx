import type { AwardDetails, Rule } from "../../contract.ts"
import { Icon } from "../../parts/Icon.tsx"
import { exact } from "../../parts/numbers.ts"
import type { IconName } from "../../parts/strokes.ts"
import { words } from "../../words/awardDetails.ts"
import { endOf, ladderOf, type Rung } from "./ladder.ts"

const signs: Readonly<Record<Rung["sign"], readonly [icon: IconName, word: string]>> = {
  passed: ["tick", ""],
  cut: ["minus", words.cutSign],
  decided: ["full", words.decidedSign]
}

interface Props {
  readonly award: AwardDetails
  /** The rule as it is today; undefined if it could not be read. */
  readonly rule: Rule | undefined
}

/** What was decided about the award, step by step, with the coins that were left after each. */
export const Ladder = ({ award, rule }: Props) => {
  const rungs = ladderOf(award, rule)
  const most = Math.max(1, ...rungs.map(({ coins }) => Number(coins ?? 0)))
  const [outcome, coins] = endOf(award)
  return (
    <section>
      <div class="head">
        <h2>
          {words.decided} <small>{award.rule.changedSince ? words.byRecord : words.byRecordAndRule}</small>
        </h2>
      </div>
      <ol class="panel ladder">
        {rungs.map(({ coins, sign, text, title }) => (
          <li key={title} class={sign}>
            <Icon of={signs[sign][0]} />
            <div>
              <b>
                <span class="unseen">{signs[sign][1]}</span>
                {title}
              </b>
              <span class="under">{text}</span>
            </div>
            <svg class="left" aria-hidden="true">
              {coins !== undefined && (
                <rect width={`${(Number(coins) / most) * 100}%`} height="100%" rx="2" />
              )}
            </svg>
            <span class="number">
              {coins === undefined ? "" : exact(coins)}
              {coins !== undefined && <span class="unseen">{words.coinsLeft}</span>}
            </span>
          </li>
        ))}
        <li class="end">
          <Icon of={award.awarded ? "tick" : "minus"} />
          <b>{outcome}</b>
          <span />
          <b class="number">{coins}</b>
        </li>
      </ol>
      {award.rule.changedSince && <p class="quiet below">{words.ruleChanged}</p>}
    </section>
  )
}
