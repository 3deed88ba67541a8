import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Data, Rule } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Copyable } from "../../parts/Copy.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Developers } from "../../parts/Developers.tsx"
import { type Fact, Facts } from "../../parts/Facts.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { LimitMeter } from "../../parts/Meter.tsx"
import { ButtonLink, Page, type PageProps } from "../../parts/Page.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { Table } from "../../parts/Table.tsx"
import { words } from "../../words/rule.ts"
import { kindOf, RuleStatus } from "../rules/columns.tsx"
import { ruleSentence } from "../rules/ruleSentence.ts"
import { stateOf } from "../rules/ruleState.ts"
import { SaidRule } from "../rules/SaidRule.tsx"
import { type StatusChange, StatusDialog, usualChange } from "../rules/StatusDialog.tsx"
import { History } from "./History.tsx"
import { PartWay } from "./PartWay.tsx"
import { RuleAwards } from "./RuleAwards.tsx"
import { RuleTime } from "./RuleTime.tsx"

/** Facts about a rule that its sentence and its meters do not show. */
const factsOf = ({ atLimit, changedBy, condition, orderedBy }: Rule): ReadonlyArray<Fact> => [
  ...(condition === "" ? [] : [[words.condition, condition] as const]),
  [words.atLimit, words.policies[atLimit]],
  ...(orderedBy === null ? [] : [[words.createdBy, <Given>{orderedBy.name}</Given>] as const]),
  ...(changedBy === null ? [] : [[words.changedLastBy, <Given>{changedBy.name}</Given>] as const])
]

const Actions = ({ onChanged, rule }: { readonly rule: Rule; readonly onChanged: () => void }) => {
  const [changing, setChanging] = useState<StatusChange>()
  return (
    <>
      <May call="rules.update">
        {!rule.archived && (
          <Button kind="text" onClick={() => setChanging("archive")}>
            {words.verbs.archive}
          </Button>
        )}
        <Button kind="text" onClick={() => setChanging(usualChange(rule))}>
          {words.verbs[usualChange(rule)]}
        </Button>
      </May>
      <ButtonLink to={`/rules/new?copy=${rule.id}`} kind="plain">
        {words.duplicate}
      </ButtonLink>
      <ButtonLink to={`/rules/${rule.id}/edit`} kind="plain">
        {words.edit}
      </ButtonLink>
      {!rule.archived && (
        <ButtonLink to={`/award?${new URLSearchParams({ ruleName: rule.rules[0]?.name ?? rule.name })}`}>
          {words.award}
        </ButtonLink>
      )}
      {changing && (
        <StatusDialog
          rule={rule}
          change={changing}
          onChanged={onChanged}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  )
}

const Conditions = ({ rule }: { readonly rule: Rule }) => (
  <section>
    <h2>{words.conditions}</h2>
    <Table
      caption={words.conditionsOfRule}
      columns={[
        { title: words.name, cell: ({ name }) => name },
        { title: words.condition, cell: ({ condition }) => condition },
        {
          title: words.status,
          cell: ({ status }) => (
            <Pill tone={status === "active" ? "good" : "plain"}>{words.statuses[status]}</Pill>
          )
        }
      ]}
      rows={rule.rules}
      keyOf={({ name }) => name}
    />
  </section>
)

const About = ({ rule }: { readonly rule: Data<"rules.get"> }) => {
  const ended = stateOf(rule, rule.usage, new Date().toISOString()) === "ended"
  return (
    <>
      <p class="say words">
        <SaidRule sentence={ruleSentence(rule) ?? ""} />
      </p>
      <div class="meters wide">
        {rule.usage.map((limit) => (
          <LimitMeter key={`${limit.period} ${limit.measure}`} of={limit} ended={ended} />
        ))}
      </div>
      <Facts of={factsOf(rule)} />
    </>
  )
}

/** One rule: its sentence, its usage, the members who are part-way, and its awards. */
export const RulePage = ({ params: { id = "" } }: PageProps) => {
  const load = useLoad((signal) => call("rules.get", { params: { id }, signal }), [id])
  const [reversals, setReversals] = useState(0)
  const rule = load.data
  return (
    <Page
      title={rule?.name ?? words.rule}
      of={words.rule}
      crumb={{ to: "/rules", text: words.rules }}
      state={
        rule && (
          <>
            <RuleStatus rule={rule} usage={rule.usage} /> <Pill>{kindOf(rule)}</Pill>
          </>
        )
      }
      under={rule && <Copyable text={rule.id} what={words.idToCopy} />}
      actions={rule !== undefined && <Actions rule={rule} onChanged={load.reload} />}
    >
      <Loaded what={words.theRule} of={load} skeleton={<Skeleton rows={5} />}>
        {(rule) => (
          <>
            <section>
              <About rule={rule} />
            </section>
            <RuleTime rule={rule} />
            {rule.type === "combined" && <Conditions rule={rule} />}
            {rule.type !== "single" && <PartWay rule={rule} reversals={reversals} />}
            <RuleAwards
              rule={rule}
              onChanged={() => {
                setReversals(reversals + 1)
                load.reload()
              }}
            />
            <History rule={rule} />
            <Developers json={rule} curl={curlOf("rules.get", undefined, { id: rule.id })} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
