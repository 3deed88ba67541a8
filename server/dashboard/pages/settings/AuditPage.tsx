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
import { actionOf, actions, options } from "./actions.ts"
import { SettingsFrame } from "./SettingsFrame.tsx"

const size = 20

const columns: ReadonlyArray<Column<AuditEntry>> = [
  { title: "When", tight: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: "What",
    cell: ({ action, actor, detail, outcome, userId }) => (
      <>
        {actions[action]} {outcome === "refused" && <Pill tone="near">refused</Pill>}
        {userId && <span class="under">user {userId}</span>}
        {detail && (
          <span class="under">
            <Given>{detail}</Given>
          </span>
        )}
        <span class="under narrow">by {actor}</span>
      </>
    )
  },
  {
    title: "Who, and from where",
    secondary: true,
    cell: ({ actor, address }) => (
      <>
        {actor}
        {address && <span class="under">{address}</span>}
      </>
    )
  }
]

const Nothing = ({ filtered }: { readonly filtered: boolean }) =>
  filtered ? (
    <NoMatch title="No entry matches" filters={["action", "before"]} clear="Clear the filter">
      The filter and the page are in the address, so that a link leads to the same view.
    </NoMatch>
  ) : (
    <Empty title="Nothing yet" curl={curlOf("iam.audit")}>
      Who did what, when and from where: every sign-in, change and redemption is recorded here.
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
      title="Audit trail"
      actions={<CsvLink of="iam.audit" query={{ ...(action && { action }) }} what="these entries" />}
    >
      <search class="filters">
        <Choice
          label="Action"
          name="action"
          value={action ?? ""}
          options={[["", "All actions"], ...options]}
          onValue={(value) => setQuery({ action: value, before: undefined })}
        />
      </search>
      <Loaded what="the audit trail" of={load} skeleton={<Skeleton rows={10} />}>
        {({ data, next, ...asked }) =>
          data.length === 0 ? (
            <Nothing filtered={action !== undefined || before !== undefined} />
          ) : (
            <>
              <Table caption="Audit trail" columns={columns} rows={data} keyOf={({ id }) => id} />
              {/* While the list reloads, the next page of the old list is not a page of the new one. */}
              <Older by="before" next={asked.action === action && asked.before === before ? next : null} />
            </>
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}
