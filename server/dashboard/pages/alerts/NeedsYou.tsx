import { href } from "../../app/router.ts"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { AlertRows } from "./AlertRows.tsx"
import { latestAlerts } from "./latest.ts"

/** The most alerts on the overview. */
const most = 4

/** The first alerts, for the overview. */
export const NeedsYou = () => {
  const load = latestAlerts.value
  const count = load?.data?.data.length ?? 0
  return (
    <section>
      <div class="head">
        <h2>Needs you {count > 0 && <small>{count}</small>}</h2>
        <a href={href("/alerts")}>All alerts</a>
      </div>
      {load === undefined ? (
        <Skeleton rows={2} />
      ) : (
        <Loaded what="the alerts" of={load} skeleton={<Skeleton rows={2} />}>
          {({ data }) =>
            data.length === 0 ? (
              <p class="quiet">Nothing needs you.</p>
            ) : (
              <AlertRows of={data.slice(0, most)} />
            )
          }
        </Loaded>
      )}
    </section>
  )
}
