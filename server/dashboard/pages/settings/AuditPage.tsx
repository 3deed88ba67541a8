import { call } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import type { AuditEntry } from "../../contract.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty, NoMatch } from "../../parts/Empty.tsx"
import { Choice } from "../../parts/Field.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Older } from "../../parts/Pager.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { app } from "../../words/common.ts"
import { words } from "../../words/settings.ts"
import { actionOf, actions, options } from "./actions.ts"
import { SettingsFrame } from "./SettingsFrame.tsx"

const size = 20

const columns: ReadonlyArray<Column<AuditEntry>> = [
  { title: words.when, tight: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: words.what,
    cell: ({ action, actor, detail, outcome, userId }) => (
      <>
        {actions[action]} {outcome === "refused" && <Pill tone="near">{words.refused}</Pill>}
        {userId && <span class="under">{words.user(userId)}</span>}
        {detail && (
          <span class="under">
            <Given>{detail}</Given>
          </span>
        )}
        <span class="under narrow">{words.by(<Given>{actor}</Given>)}</span>
      </>
    )
  },
  {
    title: words.who,
    secondary: true,
    cell: ({ actor, address }) => (
      <>
        <Given>{actor}</Given>
        {address && <span class="under">{address}</span>}
      </>
    )
  }
]

const Nothing = ({ filtered }: { readonly filtered: boolean }) =>
  filtered ? (
    <NoMatch title={words.noEntryMatches} filters={["action", "before"]} clear={words.clearFilter}>
      {words.filterInAddress}
    </NoMatch>
  ) : (
    <Empty title={words.nothingYet} curl={curlOf("iam.audit")}>
      {words.nothingYetHint}
    </Empty>
  )

/** The audit trail, newest first. The action and the page are in the address. */
export const AuditPage = () => {
  const { query } = place.value
  const action = actionOf(query.get("action"))
  const before = query.get("before") ?? undefined
  const load = useLoad(
    async (signal) => {
      const query = { limit: String(size), ...(action && { action }), ...(before && { before }) }
      return { ...(await call("iam.audit", { query, signal })), action, before }
    },
    [action, before]
  )
  return (
    <SettingsFrame
      title={app.audit}
      actions={<CsvLink of="iam.audit" query={{ ...(action && { action }) }} what={words.theseEntries} />}
    >
      <search class="filters">
        <Choice
          label={words.action}
          name="action"
          value={action ?? ""}
          options={[["", words.allActions], ...options]}
          onValue={(value) => setQuery({ action: value, before: undefined })}
        />
      </search>
      <Loaded what={words.theAudit} of={load} skeleton={<Skeleton rows={10} />}>
        {({ data, next, ...asked }) =>
          data.length === 0 ? (
            <Nothing filtered={action !== undefined || before !== undefined} />
          ) : (
            <>
              <Table caption={app.audit} columns={columns} rows={data} keyOf={({ id }) => id} />
              {/* While the list reloads, the next page of the old list is not a page of the new one. */}
              <Older by="before" next={asked.action === action && asked.before === before ? next : null} />
            </>
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}
