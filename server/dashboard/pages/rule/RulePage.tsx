import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { PageProps } from "../../app/routes.tsx"
import type { Data, Rule } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { Page } from "../../parts/Page.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { StandingMeter } from "../../parts/Standing.tsx"
import { Table } from "../../parts/Table.tsx"
import { kindOf, Standing } from "../rules/columns.tsx"
import { StatusDialog, statusVerb } from "../rules/StatusDialog.tsx"
import { ruleSentence } from "../rules/sentence.ts"
import { factsOf } from "./facts.ts"
import { PartWay } from "./PartWay.tsx"
import { RuleAwards } from "./RuleAwards.tsx"

const Actions = ({ onChanged, rule }: { readonly rule: Rule; readonly onChanged: () => void }) => {
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Button kind="plain" onClick={() => setChanging(true)}>
        {statusVerb(rule)}
      </Button>
      <a class="button plain" href={href(`/rules/${rule.id}/edit`)}>
        Edit
      </a>
      <a
        class="button"
        href={href(`/award?${new URLSearchParams({ ruleName: rule.rules[0]?.name ?? rule.name })}`)}
      >
        Award
      </a>
      {changing && <StatusDialog rule={rule} onChanged={onChanged} onClose={() => setChanging(false)} />}
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

const About = ({ rule }: { readonly rule: Data<"rules.get"> }) => (
  <>
    <p class="say words">{ruleSentence(rule)}</p>
    <p class="standing">
      <Standing rule={rule} /> <Pill>{kindOf(rule)}</Pill>
    </p>
    <div class="meters wide">
      {rule.usage.map((limit) => (
        <StandingMeter key={`${limit.period} ${limit.measure}`} of={limit} />
      ))}
    </div>
    <dl class="told">
      {factsOf(rule).map(([term, said]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  </>
)

/** One rule: what it does, what it has used, who is about to be paid, and its awards. */
export const RulePage = ({ params: { id = "" } }: PageProps) => {
  const load = useLoad((signal) => call("rules.get", { params: { id }, signal }), [id])
  const [reversals, setReversals] = useState(0)
  const rule = load.data
  return (
    <Page
      title={rule?.name ?? "Rule"}
      actions={rule !== undefined && <Actions rule={rule} onChanged={load.reload} />}
    >
      <Loaded of={load} skeleton={<Skeleton rows={5} />}>
        {(rule) => (
          <>
            <section>
              <About rule={rule} />
            </section>
            {rule.type === "combined" && <Conditions rule={rule} />}
            {rule.type !== "single" && <PartWay rule={rule} reversals={reversals} />}
            <RuleAwards
              rule={rule}
              onReversed={() => {
                setReversals(reversals + 1)
                load.reload()
              }}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
