import { Empty } from "../../parts/Empty.tsx"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { Page } from "../../parts/Page.tsx"
import { AlertRows } from "./AlertRows.tsx"
import { latestAlerts } from "./latest.ts"

/** Everything that may need a person. */
export const AlertsPage = () => {
  const load = latestAlerts.value
  return (
    <Page title="Alerts">
      {load === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <Loaded what="the alerts" of={load} skeleton={<Skeleton rows={4} />}>
          {({ data, hasMore }) =>
            data.length === 0 ? (
              <Empty title="Nothing needs you">
                Rules of which 80 % is used or that end within seven days, failing webhooks and waiting
                approvals are listed here.
              </Empty>
            ) : (
              <>
                <AlertRows of={data} />
                {hasMore && <p class="quiet">More rules are nearly used up or end soon than are listed.</p>}
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}
