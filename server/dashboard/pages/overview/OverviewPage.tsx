import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { Page } from "../../parts/Page.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { ActiveRules } from "./ActiveRules.tsx"
import { Checklist } from "./Checklist.tsx"
import { DayPlot } from "./DayPlot.tsx"
import { NewestAwards } from "./NewestAwards.tsx"
import { Tiles } from "./Tiles.tsx"

/** The last 60 days: the tiles compare 30 with the 30 before. */
const firstDay = (): string => new Date(Date.now() - 59 * 86_400_000).toISOString().slice(0, 10)

const read = async (signal: AbortSignal) => {
  const [totals, board, awards, rules, members] = await Promise.all([
    call("coins.totals", { query: { from: firstDay(), to: new Date().toISOString().slice(0, 10) }, signal }),
    call("boards.points", { query: { take: "1" }, signal }),
    call("rules.awards", { query: { limit: "1" }, signal }),
    call("rules.list", { query: { limit: "1" }, signal }),
    call("members.list", { query: { limit: "1" }, signal })
  ])
  const done = { rule: rules.data.length > 0, member: members.data.length > 0, award: awards.data.length > 0 }
  return { totals, rewarded: board.count, done }
}

const Skeletons = () => (
  <>
    <Skeleton rows={4} size="tile" />
    <Skeleton rows={1} size="plot" />
    <Skeleton rows={4} />
  </>
)

/** How the programme is doing. Before the first award, how to get there. */
export const OverviewPage = () => {
  const load = useLoad(read, [])
  return (
    <Page
      title="Overview"
      actions={
        <a class="button" href={href("/rules/new")}>
          New rule
        </a>
      }
    >
      <Loaded of={load} skeleton={<Skeletons />}>
        {({ done, rewarded, totals }) =>
          done.award ? (
            <>
              <Tiles totals={totals} rewarded={rewarded} />
              <div class="columns">
                <div>
                  <DayPlot days={totals.days.slice(-30)} />
                  <ActiveRules />
                </div>
                <NewestAwards />
              </div>
            </>
          ) : (
            <Checklist done={done} reload={load.reload} />
          )
        }
      </Loaded>
    </Page>
  )
}
