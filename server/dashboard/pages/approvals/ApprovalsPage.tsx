import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href, place } from "../../app/router.ts"
import type { ApprovalRequest, Data } from "../../contract.ts"
import { approvalChanges } from "../../feed.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Page } from "../../parts/Page.tsx"
import { Older } from "../../parts/Pager.tsx"
import { Table } from "../../parts/Table.tsx"
import { words } from "../../words/approvals.ts"
import { endedColumns, waitingColumns } from "./columns.tsx"
import { DecideDialog, type Verdict } from "./DecideDialog.tsx"
import { useEvents } from "./live.ts"
import { readApprovals } from "./readApprovals.ts"

interface Props {
  readonly start: Data<"events.list">
  readonly restart: () => void
}

const idOf = ({ id }: ApprovalRequest): string => id

const Lists = ({ restart, start }: Props) => {
  const before = place.value.query.get("before")
  const load = useLoad((signal) => readApprovals(before, signal), [start, before, approvalChanges.value])
  useEvents(start, restart)
  const [step, setStep] = useState<{ readonly verdict: Verdict; readonly of: ApprovalRequest }>()
  return (
    <>
      <Loaded what={words.what} of={load} skeleton={<Skeleton rows={6} />}>
        {({ ended, waiting, ...asked }) => (
          <>
            <section>
              {waiting.data.length === 0 ? (
                <Empty title={words.nothing}>
                  {words.nothingHint(<a href={href("/settings")}>{words.settings}</a>)}
                </Empty>
              ) : (
                <Table
                  caption={words.waiting}
                  columns={waitingColumns((verdict, of) => setStep({ verdict, of }))}
                  rows={waiting.data}
                  keyOf={idOf}
                />
              )}
              {waiting.next !== null && <p class="quiet">{words.newestOnly}</p>}
            </section>
            {(ended.data.length > 0 || ended.next !== null || asked.before !== null) && (
              <section>
                <h2>{words.ended}</h2>
                {ended.data.length > 0 ? (
                  <Table caption={words.ended} columns={endedColumns} rows={ended.data} keyOf={idOf} />
                ) : (
                  <p class="quiet">{words.noneOnPage}</p>
                )}
                {/* While the list reloads, the next page of the old list is not a page of the new one. */}
                <Older by="before" next={asked.before === before ? ended.next : null} />
              </section>
            )}
          </>
        )}
      </Loaded>
      {step && (
        <DecideDialog
          {...step}
          onClose={() => {
            setStep(undefined)
            approvalChanges.value += 1
          }}
        />
      )}
    </>
  )
}

/** Adjustments that wait for another person, and what became of the earlier ones. The lists follow the events. */
export const ApprovalsPage = () => {
  // Read before the lists, so that no event between is missed.
  const start = useLoad((signal) => call("events.list", { query: { newest: "1" }, signal }), [])
  return (
    <Page title={words.title} actions={<CsvLink of="approvals.list" what={words.allRequests} />}>
      <Loaded what={words.what} of={start} skeleton={<Skeleton rows={6} />}>
        {(data) => <Lists start={data} restart={start.reload} />}
      </Loaded>
    </Page>
  )
}
