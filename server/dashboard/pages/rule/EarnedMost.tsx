import type { Data } from "../../contract.ts"
import { momentWords } from "../../parts/moments.ts"
import { Person } from "../../parts/names.tsx"
import { counted, exact } from "../../parts/numbers.ts"

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
        Earned most{" "}
        <small>
          {after === null
            ? when
            : `after ${momentWords(Date.parse(after), Date.now())}, of the newest awards`}
        </small>
      </h2>
      <ul class="panel ranks">
        {data.slice(0, 5).map(({ awards, coins, userId }) => (
          <li key={userId}>
            <span>
              <Person userId={userId} />
            </span>
            <span class="number">
              {exact(coins)}
              <small>{counted(awards, "payment")}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
