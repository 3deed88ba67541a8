import type { Data } from "../../contract.ts"
import { momentWords } from "../../parts/moments.ts"
import { Person } from "../../parts/names.tsx"
import { exact } from "../../parts/numbers.ts"
import { counts } from "../../words/common.ts"
import { words } from "../../words/rule.ts"

interface Props {
  readonly of: Data<"statistics.ofRule">["members"]
  /** The time whose awards count, in words. */
  readonly when: string
}

/** The members whom the rule paid most. */
export const EarnedMost = ({ of: { after, data }, when }: Props) =>
  data.length === 0 ? null : (
    <section>
      <h2>
        {words.earnedMost}{" "}
        <small>{after === null ? when : words.afterNewest(momentWords(Date.parse(after), Date.now()))}</small>
      </h2>
      <ul class="panel ranks">
        {data.slice(0, 5).map(({ awards, coins, userId }) => (
          <li key={userId}>
            <span>
              <Person userId={userId} />
            </span>
            <span class="number">
              {exact(coins)}
              <small>{counts.payments(awards)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
