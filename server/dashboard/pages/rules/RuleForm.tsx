import { call } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import type { Body, Rule } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Code } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { ButtonLink, Page, type PageProps } from "../../parts/Page.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { nothingSeen, readSeen } from "../activities/seen.ts"
import { check } from "./check.ts"
import { LimitFields } from "./LimitFields.tsx"
import { RuleFields } from "./RuleFields.tsx"
import { ruleSentence } from "./ruleSentence.ts"
import { ScheduleFields } from "./ScheduleFields.tsx"
import { Simulation } from "./Simulation.tsx"
import { SubRuleFields } from "./SubRuleFields.tsx"
import { isSimulated } from "./simulated.ts"
import { TimeFields } from "./TimeFields.tsx"
import { changesOf, creationOf, describedOf, newRule, type RuleValues, valuesOf } from "./values.ts"
import { WhenFields } from "./WhenFields.tsx"
import { isWhenComplete } from "./whenValues.ts"

interface Props<O extends "rules.create" | "rules.update"> {
  readonly initial: RuleValues
  /** The rule as it is stored; undefined for a new rule. */
  readonly stored: Rule | undefined
  readonly submit: string
  readonly operation: O
  /** The request body for the values. */
  readonly bodyOf: (values: RuleValues) => Partial<Body<O>>
  readonly send: (values: RuleValues, attempt: string) => Promise<void>
}

/** Whether activities decide about the rule, or about one of its sub-rules. */
const decides = ({ rules, type, when }: RuleValues): boolean =>
  type === "combined" ? rules.some((subRule) => subRule.when.decides) : when.decides

const isDescribable = ({ rules, type, when }: RuleValues): boolean =>
  type === "combined" ? rules.every((subRule) => isWhenComplete(subRule.when)) : isWhenComplete(when)

/** The form of a rule. Beside it are the rule's sentence and the request. */
const RuleForm = <O extends "rules.create" | "rules.update">(props: Props<O>) => {
  const { bodyOf, initial, operation, send, stored, submit } = props
  const exists = stored !== undefined
  const form = useForm({ initial, check, send })
  const { busy, change, failure, faults, onSubmit, values } = form
  // These are only suggestions, so the form does not wait for them.
  const { data: seen = nothingSeen } = useLoad(readSeen, [])
  return (
    <div class="beside">
      <form onSubmit={onSubmit} noValidate>
        <RuleFields form={form} exists={exists} />
        {values.type === "combined" ? (
          <SubRuleFields form={form} exists={exists} seen={seen} />
        ) : (
          <WhenFields
            of={values.when}
            onChange={(when) => change({ when })}
            path="when"
            hasUnit={values.type === "single" && values.unit.trim() !== ""}
            seen={seen}
            faults={faults}
          />
        )}
        <TimeFields form={form} />
        <LimitFields form={form} />
        <ScheduleFields form={form} />
        <FormFailure of={failure} />
        <div class="actions">
          <Button off={busy}>{busy ? "Saving…" : submit}</Button>
          <ButtonLink to="/rules" kind="plain">
            Cancel
          </ButtonLink>
        </div>
      </form>
      <aside aria-label="What will be sent">
        <p class="say">
          {(isDescribable(values) ? ruleSentence(describedOf(values)) : undefined) ??
            "This says what the rule will do, once its numbers and conditions are filled in."}
        </p>
        {decides(values) && (
          <Simulation
            // An inactive rule would pay nothing.
            rule={{ ...bodyOf(values), status: "active" } as Body<"rules.simulate">["rule"]}
            timeZone={values.timeZone}
            asItIs={
              stored && isSimulated(stored)
                ? { rule: { id: stored.id, status: "active" }, timeZone: stored.timeZone }
                : undefined
            }
            isComplete={isDescribable(values)}
          />
        )}
        <Code label="JSON" text={JSON.stringify(bodyOf(values), null, 2)} />
        <Code label="curl" text={curlOf(operation, bodyOf(values))} />
      </aside>
    </div>
  )
}

export const NewRulePage = () => (
  <Page title="New rule">
    <RuleForm
      initial={newRule}
      stored={undefined}
      submit="Create the rule"
      operation="rules.create"
      bodyOf={creationOf}
      send={async (values, idempotencyKey) => {
        // The API reports missing fields.
        const body = creationOf(values) as Body<"rules.create">
        const { name } = await call("rules.create", { body, idempotencyKey })
        toast(`Rule ${name} created`)
        navigate("/rules")
      }}
    />
  </Page>
)

export const EditRulePage = ({ params: { id = "" } }: PageProps) => {
  const load = useLoad((signal) => call("rules.get", { params: { id }, signal }), [id])
  return (
    <Page title={load.data === undefined ? "Rule" : `Edit ${load.data.name}`}>
      <Loaded of={load} skeleton={<Skeleton rows={8} />}>
        {(rule) => (
          <RuleForm
            initial={valuesOf(rule)}
            stored={rule}
            submit="Save the changes"
            operation="rules.update"
            bodyOf={(values) => changesOf(rule, values)}
            send={async (values, idempotencyKey) => {
              const { name } = await call("rules.update", { body: changesOf(rule, values), idempotencyKey })
              toast(`Rule ${name} saved`)
              navigate("/rules")
            }}
          />
        )}
      </Loaded>
    </Page>
  )
}
