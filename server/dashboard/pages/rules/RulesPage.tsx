import { useState } from "preact/hooks"
import { place, setQuery } from "../../app/router.ts"
import type { Rule } from "../../contract.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty, NoMatch } from "../../parts/Empty.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { counted } from "../../parts/numbers.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { Table } from "../../parts/Table.tsx"
import { ruleColumns } from "./columns.tsx"
import { readRules } from "./readRules.ts"
import { StatusDialog } from "./StatusDialog.tsx"

const example = {
  name: "first order",
  coinValue: "10",
  maxNumberOfParticipant: "500",
  condition: "places an order",
  userLimitAward: "1"
}

const New = () => <ButtonLink to="/rules/new">New rule</ButtonLink>

const isStatus = (text: string): text is Rule["status"] => text === "active" || text === "inactive"

/** The partner's rules. Search, status and type are in the address. */
export const RulesPage = () => {
  const load = useLoad((signal) => readRules(signal), [])
  const [changing, setChanging] = useState<Rule>()
  const { query } = place.value
  const asked = { q: query.get("q") ?? "", status: query.get("status") ?? "", type: query.get("type") ?? "" }
  const words = asked.q.trim().toLowerCase()
  const matches = (rule: Rule): boolean =>
    [rule.name, rule.condition, ...rule.rules.map(({ name }) => name)].some((text) =>
      text.toLowerCase().includes(words)
    ) &&
    (asked.status === "" || rule.status === asked.status) &&
    (asked.type === "" || rule.type === asked.type)

  return (
    <Page
      title="Rules"
      actions={
        <>
          <CsvLink
            of="rules.list"
            query={{ ...(isStatus(asked.status) && { status: asked.status }) }}
            what="these rules"
          />
          <New />
        </>
      }
    >
      <Loaded of={load} skeleton={<Skeleton rows={6} />}>
        {({ hasMore, rules }) => {
          if (rules.length === 0) {
            return (
              <Empty title="No rules yet" action={<New />} curl={curlOf("rules.create", example)}>
                A rule defines what earns coins, how many coins it pays, and how many members can earn them.
              </Empty>
            )
          }
          const found = rules.filter(matches)
          return (
            <>
              <search class="filters">
                <div class="grow">
                  <Field
                    label="Search"
                    name="q"
                    type="search"
                    value={asked.q}
                    onValue={(q) => setQuery({ q })}
                    placeholder="Name or condition"
                  />
                </div>
                <Choice
                  label="Status"
                  name="status"
                  value={asked.status}
                  options={[
                    ["", "All"],
                    ["active", "Active"],
                    ["inactive", "Inactive"]
                  ]}
                  onValue={(status) => setQuery({ status })}
                />
                <Choice
                  label="Type"
                  name="type"
                  value={asked.type}
                  options={[
                    ["", "All"],
                    ["single", "Single"],
                    ["batched", "Batched"],
                    ["combined", "Combined"]
                  ]}
                  onValue={(type) => setQuery({ type })}
                />
              </search>
              <p class="count" role="status">
                {counted(found.length, "rule")}
                {found.length < rules.length && ` of ${rules.length}`}
                {hasMore && ". There are more: these are the first."}
              </p>
              {found.length === 0 ? (
                <NoMatch title="No rule matches" filters={["q", "status", "type"]} />
              ) : (
                <Table
                  caption="Rules"
                  columns={ruleColumns(setChanging)}
                  rows={found}
                  keyOf={({ id }) => id}
                />
              )}
            </>
          )
        }}
      </Loaded>
      {changing && (
        <StatusDialog rule={changing} onChanged={load.reload} onClose={() => setChanging(undefined)} />
      )}
    </Page>
  )
}
