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
      <Loaded what="the requests" of={load} skeleton={<Skeleton rows={6} />}>
        {({ ended, waiting, ...asked }) => (
          <>
            <section>
              {waiting.data.length === 0 ? (
                <Empty title="Nothing waits for you">
                  Adjustments by your colleagues of more coins than the{" "}
                  <a href={href("/settings")}>settings</a> allow wait here until another person approves them.
                </Empty>
              ) : (
                <Table
                  caption="Waiting for approval"
                  columns={waitingColumns((verdict, of) => setStep({ verdict, of }))}
                  rows={waiting.data}
                  keyOf={idOf}
                />
              )}
              {waiting.next !== null && (
                <p class="quiet">The newest 100 are shown. Older ones follow when these are decided.</p>
              )}
            </section>
            {(ended.data.length > 0 || ended.next !== null || asked.before !== null) && (
              <section>
                <h2>Decided or lapsed</h2>
                {ended.data.length > 0 ? (
                  <Table caption="Decided or lapsed" columns={endedColumns} rows={ended.data} keyOf={idOf} />
                ) : (
                  <p class="quiet">None on this page.</p>
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
    <Page title="Approvals" actions={<CsvLink of="approvals.list" what="all requests" />}>
      <Loaded what="the requests" of={start} skeleton={<Skeleton rows={6} />}>
        {(data) => <Lists start={data} restart={start.reload} />}
      </Loaded>
    </Page>
  )
}
