import { useState } from "preact/hooks"
import { place, setQuery } from "../../app/router.ts"
import type { Query, Rule } from "../../contract.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty, NoMatch } from "../../parts/Empty.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import { Loaded, Skeleton, useSettled } from "../../parts/load.tsx"
import { type More, ShowMore, useMore } from "../../parts/more.tsx"
import { counted } from "../../parts/numbers.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { Table } from "../../parts/Table.tsx"
import { ruleColumns } from "./columns.tsx"
import { type RuleWithUsage, readRules } from "./readRules.ts"
import { StatusDialog, statusVerb } from "./StatusDialog.tsx"

const example = {
  name: "first order",
  coinValue: "10",
  maxNumberOfParticipant: "500",
  condition: "places an order",
  userLimitAward: "1"
}

const New = () => <ButtonLink to="/rules/new">New rule</ButtonLink>

const names = ["q", "status", "type"] as const

/** The rows of one step of "Show more". */
const size = 50

const None = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <NoMatch title="No rule matches" filters={names}>
      The search finds rules by any part of their name, or of the name of a sub-rule.
    </NoMatch>
  ) : (
    <Empty title="No rules yet" action={<New />} curl={curlOf("rules.create", example)}>
      A rule defines what earns coins, how many coins it pays, and how many members can earn them.
    </Empty>
  )

interface RowsProps {
  readonly of: More<RuleWithUsage>
  readonly isFiltered: boolean
  readonly change: (rule: Rule) => void
}

const Rows = ({ change, isFiltered, of }: RowsProps) =>
  of.rows.length === 0 && !of.hasMore ? (
    <None isFiltered={isFiltered} />
  ) : (
    <>
      <p class="count" role="status">
        {of.rows.length === 0
          ? "None of the first rules matches."
          : `${counted(of.rows.length, "rule")}${of.hasMore ? ", and there are more" : ""}`}
      </p>
      {of.rows.length > 0 && (
        <Table caption="Rules" columns={ruleColumns(change)} rows={of.rows} keyOf={({ id }) => id} />
      )}
      <ShowMore of={of} />
    </>
  )

/** The partner's rules. Search, status and type are in the address. */
export const RulesPage = () => {
  const [changing, setChanging] = useState<Rule>()
  const { query } = place.value
  const [q = "", status = "", type = ""] = names.map((name) => query.get(name) ?? "")
  const search = useSettled(q.trim())
  // The API refuses a status or a type of an address that somebody has changed.
  const asked = {
    ...(search && { search }),
    ...(status && { status }),
    ...(type && { type })
  } as Query<"rules.list">
  const { first, list } = useMore(
    size,
    (after, signal) => {
      return readRules({ ...asked, limit: String(size), ...(after !== undefined && { after }) }, signal)
    },
    [search, status, type]
  )

  return (
    <Page
      title="Rules"
      actions={
        <>
          <CsvLink of="rules.list" query={asked} what="these rules" />
          <New />
        </>
      }
    >
      <search class="filters">
        <div class="grow">
          <Field
            label="Search"
            name="search"
            type="search"
            value={q}
            onValue={(q) => setQuery({ q })}
            placeholder="Part of a name"
          />
        </div>
        <Choice
          label="Status"
          name="status"
          value={status}
          options={[
            ["", "All"],
            ["active", "Active"],
            ["inactive", "Inactive"],
            ["archived", "Archived"]
          ]}
          onValue={(status) => setQuery({ status })}
        />
        <Choice
          label="Pays"
          name="type"
          value={type}
          options={[
            ["", "All"],
            ["single", "Every time"],
            ["batched", "Every N times"],
            ["combined", "All of several"]
          ]}
          onValue={(type) => setQuery({ type })}
        />
      </search>
      <Loaded what="the rules" of={first} skeleton={<Skeleton rows={6} />}>
        {() => <Rows of={list} isFiltered={Object.keys(asked).length > 0} change={setChanging} />}
      </Loaded>
      {changing && (
        <StatusDialog
          rule={changing}
          verb={statusVerb(changing)}
          onChanged={first.reload}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Page>
  )
}
