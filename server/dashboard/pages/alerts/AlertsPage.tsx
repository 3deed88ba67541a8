import { Empty } from "../../parts/Empty.tsx"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { Page } from "../../parts/Page.tsx"
import { alerts } from "../../words/common.ts"
import { AlertRows } from "./AlertRows.tsx"
import { latestAlerts } from "./latest.ts"

/** Everything that may need a person. */
export const AlertsPage = () => {
  const load = latestAlerts.value
  return (
    <Page title={alerts.title}>
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
