import { useState } from "preact/hooks"
import { place, setQuery } from "../../app/router.ts"
import type { Query, Rule } from "../../contract.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty, NoMatch } from "../../parts/Empty.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import { Loaded, Skeleton, useSettled } from "../../parts/load.tsx"
import { type More, ShowMore, useMore } from "../../parts/more.tsx"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { Table } from "../../parts/Table.tsx"
import { words } from "../../words/rules.ts"
import { ruleColumns } from "./columns.tsx"
import { type RuleWithUsage, readRules } from "./readRules.ts"
import { StatusDialog, usualChange } from "./StatusDialog.tsx"

const example = {
  name: words.example.name,
  coinValue: "10",
  maxNumberOfParticipant: "500",
  condition: words.example.condition,
  userLimitAward: "1"
}

const New = () => <ButtonLink to="/rules/new">{words.newRule}</ButtonLink>

const names = ["q", "status", "type"] as const

/** The rows of one step of "Show more". */
const size = 50

const None = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <NoMatch title={words.noMatch} filters={names}>
      {words.noMatchHint}
    </NoMatch>
  ) : (
    <Empty title={words.noRules} action={<New />} curl={curlOf("rules.create", example)}>
      {words.noRulesHint}
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
          ? words.noneOfFirst
          : of.hasMore
            ? words.countAndMore(of.rows.length)
            : words.count(of.rows.length)}
      </p>
      {of.rows.length > 0 && (
        <Table caption={words.title} columns={ruleColumns(change)} rows={of.rows} keyOf={({ id }) => id} />
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
      title={words.title}
      actions={
        <>
          <CsvLink of="rules.list" query={asked} what={words.theseRules} />
          <New />
        </>
      }
    >
      <search class="filters">
        <div class="grow">
          <Field
            label={words.search}
            name="search"
            type="search"
            value={q}
            onValue={(q) => setQuery({ q })}
            placeholder={words.partOfName}
          />
        </div>
        <Choice
          label={words.status}
          name="status"
          value={status}
          options={[
            ["", words.all],
            ["active", words.active],
            ["inactive", words.inactive],
            ["archived", words.archived]
          ]}
          onValue={(status) => setQuery({ status })}
        />
        <Choice
          label={words.pays}
          name="type"
          value={type}
          options={[
            ["", words.all],
            ["single", words.shortTypes.single],
            ["batched", words.shortTypes.batched],
            ["combined", words.shortTypes.combined]
          ]}
          onValue={(type) => setQuery({ type })}
        />
      </search>
      <Loaded what={words.rules} of={first} skeleton={<Skeleton rows={6} />}>
        {() => <Rows of={list} isFiltered={Object.keys(asked).length > 0} change={setChanging} />}
      </Loaded>
      {changing && (
        <StatusDialog
          rule={changing}
          change={usualChange(changing)}
          onChanged={first.reload}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Page>
  )
}
