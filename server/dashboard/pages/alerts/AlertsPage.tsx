import { side } from "../../api.ts"
import { href } from "../../app/router.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { Page } from "../../parts/Page.tsx"
import { alerts, app } from "../../words/common.ts"
import { AlertRows } from "./AlertRows.tsx"
import { latestAlerts } from "./latest.ts"

/** Everything that may need a person. */
export const AlertsPage = () => {
  const load = latestAlerts.value
  return (
    <Page title={alerts.title}>
      {side.value === "live" && (
        <p class="quiet">{alerts.byMail(<a href={href("/settings")}>{app.settings}</a>)}</p>
      )}
      {load === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <Loaded what={alerts.what} of={load} skeleton={<Skeleton rows={4} />}>
          {({ data, hasMore }) =>
            data.length === 0 ? (
              <Empty title={alerts.nothing}>{alerts.hint}</Empty>
            ) : (
              <>
                <AlertRows of={data} />
                {hasMore && <p class="quiet">{alerts.more}</p>}
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}
