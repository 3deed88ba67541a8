import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Data, Rule } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Developers } from "../../parts/Developers.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { LimitMeter } from "../../parts/Meter.tsx"
import { ButtonLink, Page, type PageProps } from "../../parts/Page.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { Table } from "../../parts/Table.tsx"
import { kindOf, RuleStatus } from "../rules/columns.tsx"
import { ruleSentence } from "../rules/ruleSentence.ts"
import { stateOf } from "../rules/ruleState.ts"
import { SaidRule } from "../rules/SaidRule.tsx"
import { type StatusChange, StatusDialog, statusVerb } from "../rules/StatusDialog.tsx"
import { History } from "./History.tsx"
import { PartWay } from "./PartWay.tsx"
import { RuleAwards } from "./RuleAwards.tsx"
import { RuleTime } from "./RuleTime.tsx"

const policies: Readonly<Record<Rule["atLimit"], string>> = {
  reject: "An award is refused",
  suppress: "An award is recorded without effect",
  clamp: "An award pays what the coin limits leave"
}

/** Facts about a rule that its sentence and its meters do not show. */
const factsOf = ({
  atLimit,
  changedBy,
  condition,
  orderedBy
}: Rule): ReadonlyArray<readonly [term: string, said: string]> => [
  ...(condition === "" ? [] : [["Condition", condition] as const]),
  ["At a limit", policies[atLimit]],
  ...(orderedBy === null ? [] : [["Created by", orderedBy.name] as const]),
  ...(changedBy === null ? [] : [["Changed last by", changedBy.name] as const])
]

const Actions = ({ onChanged, rule }: { readonly rule: Rule; readonly onChanged: () => void }) => {
  const [changing, setChanging] = useState<StatusChange>()
  return (
    <>
      <May call="rules.update">
        {!rule.archived && (
          <Button kind="text" onClick={() => setChanging("Archive")}>
            Archive…
          </Button>
        )}
        <Button kind="text" onClick={() => setChanging(statusVerb(rule))}>
          {statusVerb(rule)}…
        </Button>
      </May>
      <ButtonLink to={`/rules/new?copy=${rule.id}`} kind="plain">
        Duplicate
      </ButtonLink>
      <ButtonLink to={`/rules/${rule.id}/edit`} kind="plain">
        Edit
      </ButtonLink>
      {!rule.archived && (
        <ButtonLink to={`/award?${new URLSearchParams({ ruleName: rule.rules[0]?.name ?? rule.name })}`}>
          Award
        </ButtonLink>
      )}
      {changing && (
        <StatusDialog
          rule={rule}
          verb={changing}
          onChanged={onChanged}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  )
}

const Conditions = ({ rule }: { readonly rule: Rule }) => (
  <section>
    <h2>Conditions</h2>
    <Table
      caption="Conditions of the rule"
      columns={[
        { title: "Name", cell: ({ name }) => name },
        { title: "Condition", cell: ({ condition }) => condition },
        {
          title: "Status",
          cell: ({ status }) => <Pill tone={status === "active" ? "good" : "plain"}>{status}</Pill>
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
      title={rule?.name ?? "Rule"}
      of="Rule"
      crumb={{ to: "/rules", text: "Rules" }}
      state={
        rule && (
          <>
            <RuleStatus rule={rule} usage={rule.usage} /> <Pill>{kindOf(rule)}</Pill>
          </>
        )
      }
      actions={rule !== undefined && <Actions rule={rule} onChanged={load.reload} />}
    >
      <Loaded what="the rule" of={load} skeleton={<Skeleton rows={5} />}>
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
