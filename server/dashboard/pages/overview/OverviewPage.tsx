import { useCallback, useEffect, useRef } from "preact/hooks"
import { csvOf } from "../../../../lib/schema/csv.ts"
import { place } from "../../app/router.ts"
import { Button } from "../../parts/Button.tsx"
import { dayOf } from "../../parts/days.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Page } from "../../parts/Page.tsx"
import { saveCsv } from "../../parts/save.ts"
import { overview as words } from "../../words/common.ts"
import { NeedsYou } from "../alerts/NeedsYou.tsx"
import { Checklist } from "./Checklist.tsx"
import { CoinsByDay } from "./CoinsByDay.tsx"
import { dayTable } from "./figures.ts"
import { NewestEvents } from "./NewestEvents.tsx"
import { Owed } from "./Owed.tsx"
import { RangePicker } from "./RangePicker.tsx"
import { CostByRule, MostActive, NotPaid } from "./Ranks.tsx"
import { lengthOf, type Range, rangeIn, rangeWords } from "./range.ts"
import { readOverview, readStatistics, type Start } from "./readOverview.ts"
import { Tiles } from "./Tiles.tsx"

const Skeletons = () => (
  <>
    <Skeleton rows={5} size="tile" />
    <Skeleton rows={1} size="plot" />
    <Skeleton rows={1} size="plot" />
  </>
)

/** How long events are collected before the figures are read again, in milliseconds. */
const settling = 2000

/** Calls back once for many events. */
const useSettledEvents = (changed: () => void): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      changed()
    }, settling)
  }, [changed])
}

interface Props {
  readonly range: Range
  readonly start: Start
  /** Reads the newest events again. */
  readonly reload: () => void
}

/** The state of the programme in a range. Live events update its figures. */
const Programme = ({ range, reload, start }: Props) => {
  const load = useLoad((signal) => readStatistics(range, signal), [range.from, range.to])
  const changed = useSettledEvents(load.reload)
  return (
    <>
      <Loaded what={words.figures} of={load} skeleton={<Skeleton rows={5} size="tile" />}>
        {(of) => <Tiles of={of} />}
      </Loaded>
      <div class="columns overview">
        <NeedsYou />
        <div class="plots">
          {load.failure === undefined && (
            <Loaded what={words.what} of={load} skeleton={<Skeletons />}>
              {(of) => (
                <>
                  <CoinsByDay of={of} />
                  <Owed of={of} />
                  <div class="halves">
                    <CostByRule of={of} />
                    <NotPaid of={of} />
                  </div>
                </>
              )}
            </Loaded>
          )}
        </div>
        <div>
          <NewestEvents start={start} reload={reload} changed={changed} />
          {load.data && load.failure === undefined && <MostActive of={load.data} />}
        </div>
      </div>
    </>
  )
}

/** Saves the figures of each day. */
const DaysAsCsv = ({ range }: { readonly range: Range }) => (
  <Button
    kind="plain"
    onClick={() =>
      void readStatistics(range).then(({ now }) =>
        saveCsv(`programme-${now.from}-${now.to}.csv`, csvOf(dayTable(now.days)))
      )
    }
  >
    CSV
  </Button>
)

/** The state of the programme, or a checklist until the first award, or until the first activity with an active rule. */
export const OverviewPage = () => {
  const range = rangeIn(place.value.query, dayOf(Date.now()))
  const load = useLoad(readOverview, [])
  const isProgramme = load.data !== undefined && load.data.toDo === undefined
  return (
    <Page title={words.title} actions={isProgramme && <DaysAsCsv range={range} />}>
      <Loaded what={words.what} of={load} skeleton={<Skeletons />}>
        {({ start, toDo }) =>
          toDo === undefined ? (
            <>
              <RangePicker of={range} />
              <p class="lead">{words.compared(rangeWords(range), lengthOf(range))}</p>
              <Programme range={range} start={start} reload={load.reload} />
            </>
          ) : (
            <Checklist done={toDo} reload={load.reload} />
          )
        }
      </Loaded>
    </Page>
  )
}
