import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { ActiveRules } from "./ActiveRules.tsx"
import { Checklist } from "./Checklist.tsx"
import { DayPlot } from "./DayPlot.tsx"
import { NewestEvents } from "./NewestEvents.tsx"
import { Owed } from "./Owed.tsx"
import { readOverview } from "./readOverview.ts"
import { Tiles } from "./Tiles.tsx"

const Skeletons = () => (
  <>
    <Skeleton rows={4} size="tile" />
    <Skeleton rows={1} size="plot" />
    <Skeleton rows={4} />
  </>
)

/** The state of the programme, or a checklist until the first award, or until the first activity with an active rule. */
export const OverviewPage = () => {
  const load = useLoad(readOverview, [])
  return (
    <Page title="Overview" actions={<ButtonLink to="/rules/new">New rule</ButtonLink>}>
      <Loaded of={load} skeleton={<Skeletons />}>
        {({ rewarded, rules, start, toDo, totals, usage }) =>
          toDo === undefined ? (
            <>
              <Tiles totals={totals} rewarded={rewarded} />
              <div class="columns">
                <div>
                  <DayPlot days={totals.days.slice(-30)} />
                  <Owed />
                  <ActiveRules rules={rules} usage={usage} />
                </div>
                <NewestEvents start={start} reload={load.reload} />
              </div>
            </>
          ) : (
            <Checklist done={toDo} reload={load.reload} />
          )
        }
      </Loaded>
    </Page>
  )
}
