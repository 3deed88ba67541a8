import { href } from "../../app/router.ts"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { alerts } from "../../words/common.ts"
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
        <h2>
          {alerts.needsYou} {count > 0 && <small>{count}</small>}
        </h2>
        <a href={href("/alerts")}>{alerts.all}</a>
      </div>
      {load === undefined ? (
        <Skeleton rows={2} />
      ) : (
        <Loaded what={alerts.what} of={load} skeleton={<Skeleton rows={2} />}>
          {({ data }) =>
            data.length === 0 ? (
              <p class="quiet">{alerts.nothingYet}</p>
            ) : (
              <AlertRows of={data.slice(0, most)} />
            )
          }
        </Loaded>
      )}
    </section>
  )
}
