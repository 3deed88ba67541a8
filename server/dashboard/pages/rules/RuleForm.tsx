import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { ApiFailure, call } from "../../api.ts"
import { navigate, place } from "../../app/router.ts"
import type { Body, Data, Rule } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Code } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { FormFailure, notSaved, useForm } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { ButtonLink, Page, type PageProps } from "../../parts/Page.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { isTimeZone } from "../../parts/zones.ts"
import { parts } from "../../words/common.ts"
import { words } from "../../words/rules.ts"
import { nothingSeen, readSeen } from "../activities/seen.ts"
import { check } from "./check.ts"
import { LimitFields } from "./LimitFields.tsx"
import { MergeDialog } from "./MergeDialog.tsx"
import { RuleFields } from "./RuleFields.tsx"
import { ruleSentence } from "./ruleSentence.ts"
import { SaidRule } from "./SaidRule.tsx"
import { ScheduleFields } from "./ScheduleFields.tsx"
import { Simulation } from "./Simulation.tsx"
import { SubRuleFields } from "./SubRuleFields.tsx"
import { isSimulated } from "./simulated.ts"
import { TimeFields } from "./TimeFields.tsx"
import { changesOf, copyOf, creationOf, describedOf, newRule, type RuleValues, valuesOf } from "./values.ts"
import { WhenFields } from "./WhenFields.tsx"
import { isWhenComplete } from "./whenValues.ts"

interface Props<O extends "rules.create" | "rules.update"> {
  readonly initial: RuleValues
  /** The rule as it is stored; undefined for a new rule. */
  readonly stored: Rule | undefined
  /** The version of the stored rule. */
  readonly version?: string
  readonly submit: string
  readonly operation: O
  /** The request body for the values. */
  readonly bodyOf: (values: RuleValues) => Partial<Body<O>>
  readonly send: (values: RuleValues, attempt: string) => Promise<unknown>
  /** A dialog that can change the values. */
  readonly children?: (change: (changes: Partial<RuleValues>) => void) => ComponentChildren
}

/** Whether activities decide about the rule, or about one of its sub-rules. */
const decides = ({ rules, type, when }: RuleValues): boolean =>
  type === "combined" ? rules.some((subRule) => subRule.when.decides) : when.decides

const isDescribable = ({ rules, timeZone, type, when }: RuleValues): boolean =>
  isTimeZone(timeZone) &&
  (type === "combined" ? rules.every((subRule) => isWhenComplete(subRule.when)) : isWhenComplete(when))

/** The form of a rule. Beside it are the rule's sentence and the request. */
const RuleForm = <O extends "rules.create" | "rules.update">(props: Props<O>) => {
  const { bodyOf, children, initial, operation, send, stored, submit, version = "" } = props
  const exists = stored !== undefined
  const draft = { form: stored === undefined ? "rule" : `rule ${stored.id}`, stamp: version }
  const form = useForm({ initial, check, send, draft })
  const { busy, change, discard, failure, faults, onSubmit, values } = form
  // These are only suggestions, so the form does not wait for them.
  const { data: seen = nothingSeen } = useLoad(readSeen, [])
  return (
    <div class="beside">
      <form onSubmit={onSubmit} noValidate>
        {discard && (
          <div class="notice slim" role="status">
            <p>{words.isDraft}</p>
            <button type="button" class="link" onClick={discard}>
              {words.discardDraft}
            </button>
          </div>
        )}
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
          <Button off={busy}>{busy ? words.saving : submit}</Button>
          <ButtonLink to="/rules" kind="plain">
            {parts.cancel}
          </ButtonLink>
        </div>
      </form>
      <aside aria-label={words.whatIsSent}>
        <p class="say">
          <SaidRule
            sentence={
              (isDescribable(values) ? ruleSentence(describedOf(values), values.timeZone) : undefined) ??
              words.notSaidYet
            }
          />
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
      {children?.(change)}
    </div>
  )
}

const NewRule = ({ initial }: { readonly initial: RuleValues }) => (
  <RuleForm
    initial={initial}
    stored={undefined}
    submit={words.create}
    operation="rules.create"
    bodyOf={creationOf}
    send={async (values, idempotencyKey) => {
      // The API reports missing fields.
      const body = creationOf(values) as Body<"rules.create">
      const { name } = await call("rules.create", { body, idempotencyKey })
      toast(words.created(name))
      navigate("/rules")
    }}
  />
)

/** The form of a new rule. With `copy` in the address, it begins with the values of that rule. */
export const NewRulePage = () => {
  const copied = place.value.query.get("copy")
  const load = useLoad(
    async (signal) =>
      copied === null
        ? newRule
        : copyOf(valuesOf(await call("rules.get", { params: { id: copied }, signal }))),
    [copied]
  )
  return (
    <Page title={words.newRule}>
      <Loaded what={words.theRule} of={load} skeleton={<Skeleton rows={8} />}>
        {(initial) => <NewRule key={copied} initial={initial} />}
      </Loaded>
    </Page>
  )
}

type StoredRule = Data<"rules.get">

/** The form of a rule that exists. If another person saves the rule meanwhile, the changes of both can be put together. */
const EditRule = ({ rule }: { readonly rule: StoredRule }) => {
  // The rule that the changes are compared with.
  const [base, setBase] = useState(rule)
  const [conflict, setConflict] = useState<{ readonly theirs: StoredRule; readonly mine: RuleValues }>()
  return (
    <RuleForm
      initial={valuesOf(rule)}
      stored={base}
      version={base.version}
      submit={words.save}
      operation="rules.update"
      bodyOf={(values) => changesOf(base, values)}
      send={async (values, idempotencyKey) => {
        const body = changesOf(base, values)
        try {
          const { name } = await call("rules.update", { body, version: base.version, idempotencyKey })
          toast(words.saved(name))
          navigate("/rules")
        } catch (error) {
          if (!(error instanceof ApiFailure) || error.code !== "rule_changed") throw error
          const theirs = await call("rules.get", { params: { id: base.id } })
          setConflict({ theirs, mine: values })
          return notSaved
        }
      }}
    >
      {(change) =>
        conflict && (
          <MergeDialog
            base={base}
            theirs={conflict.theirs}
            mine={conflict.mine}
            onMerged={(values) => {
              setBase(conflict.theirs)
              setConflict(undefined)
              change(values)
              toast(words.bothInForm)
            }}
            onClose={() => setConflict(undefined)}
          />
        )
      }
    </RuleForm>
  )
}

export const EditRulePage = ({ params: { id = "" } }: PageProps) => {
  const load = useLoad((signal) => call("rules.get", { params: { id }, signal }), [id])
  // A later read, such as after a new sign-in, must not become the version that the changes are compared with.
  const [rule, setRule] = useState<StoredRule>()
  if (rule === undefined && load.data !== undefined) setRule(load.data)
  return (
    <Page title={rule === undefined ? words.rule : words.edit(rule.name)} of={words.rule}>
      <Loaded what={words.theRule} of={{ ...load, data: rule ?? load.data }} skeleton={<Skeleton rows={8} />}>
        {(rule) => <EditRule rule={rule} />}
      </Loaded>
    </Page>
  )
}
