import { call } from "../../api.ts"
import type { Award } from "../../contract.ts"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { exact } from "../../parts/numbers.ts"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Time } from "../../parts/Time.tsx"

const amountOf = ({ coins, state }: Award): string =>
  state === "paid" ? `+${exact(coins)}` : state === "reversed" ? `−${exact(coins)}` : state

/** The newest awards. They are read by the list: the feed of events will take its place here, and in no other file. */
export const NewestAwards = () => {
  const load = useLoad((signal) => call("rules.awards", { query: { limit: "6" }, signal }), [])
  return (
    <section>
      <h2>Newest awards</h2>
      <Loaded of={load} skeleton={<Skeleton rows={6} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">Awards appear here.</p>
          ) : (
            <ul class="panel feed">
              {data.map((award) => (
                <li key={award.id}>
                  <span>
                    {award.userId} · {award.ruleName}
                    <small>
                      <Time at={award.createdAt} />
                    </small>
                  </span>
                  <span class={award.state === "paid" ? "plus" : "quiet"}>{amountOf(award)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
