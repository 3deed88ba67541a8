import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { place } from "../../app/router.ts"
import type { ActivityOutcome } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { CurlDetails } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Area, Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { useLoad } from "../../parts/load.tsx"
import { MemberField } from "../../parts/MemberField.tsx"
import { counted } from "../../parts/numbers.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { Suggest } from "../../parts/Suggest.tsx"
import { ExpectedOutcomes } from "./Outcomes.tsx"
import { paidBy } from "./outcomeWords.ts"
import { nothingSeen, readSeen } from "./seen.ts"
import { checkTrial, dataFaultOf, type TrialValues, trialOf } from "./trial.ts"

/** An explanation, with the values that it is about. */
interface Tried {
  readonly values: TrialValues
  readonly outcomes: ReadonlyArray<ActivityOutcome>
}

const headingOf = ({ outcomes, values: { type } }: Tried): string => {
  if (outcomes.length === 0) return `No active rule is awarded for ${type.trim()}`
  const coins = paidBy(outcomes)
  return coins === 0 ? "Would pay nothing" : `Would pay ${counted(coins, "coin")}`
}

const Result = ({ isCurrent, of }: { readonly of: Tried; readonly isCurrent: boolean }) => (
  <div class={isCurrent ? undefined : "stale"}>
    <div class={paidBy(of.outcomes) > 0 ? "say" : "say calm"} role="status">
      <h2>{headingOf(of)}</h2>
      <p>{isCurrent ? "Nothing was recorded." : "The form has changed since: try it again."}</p>
    </div>
    <ExpectedOutcomes of={of.outcomes} />
  </div>
)

/** Explains what an activity would earn now. It writes nothing. */
export const TryPage = () => {
  const { query } = place.value
  const { data: seen = nothingSeen } = useLoad(readSeen, [])
  const [tried, setTried] = useState<Tried>()
  const form = useForm<TrialValues>({
    initial: { userId: query.get("userId") ?? "", type: query.get("type") ?? "", data: "", occurredAt: "" },
    check: checkTrial,
    send: async (values) => {
      const explained = await call("rules.explain", { body: trialOf(values) })
      if ("outcomes" in explained) setTried({ values, outcomes: explained.outcomes })
    }
  })
  const { busy, change, failure, faults, field, onSubmit, values } = form
  return (
    <Page
      title="Try an activity"
      actions={
        <ButtonLink to="/activities" kind="plain">
          All activities
        </ButtonLink>
      }
    >
      <form class="beside explained" onSubmit={onSubmit} noValidate>
        <fieldset>
          <MemberField label="Member" {...field("userId")} />
          <Suggest
            label="Activity type"
            name="activity.type"
            value={values.type}
            onValue={(type) => change({ type })}
            options={seen.types}
            nothing="No activity of the newest 100 has a type like that."
            placeholder="order.placed"
            fault={faults["activity.type"]}
          />
          <Area
            label="Data"
            name="activity.data"
            value={values.data}
            onValue={(data) => change({ data })}
            optional
            hint={
              <>
                A JSON object, such as <code>{'{"total": 62.5}'}</code>.
              </>
            }
            fault={dataFaultOf(faults)}
          />
          <Field
            label="Happened at"
            name="activity.occurredAt"
            value={values.occurredAt}
            onValue={(occurredAt) => change({ occurredAt })}
            type="datetime-local"
            optional
            hint="In your time zone. Empty: now. Conditions on the day or hour read it."
            fault={faults["activity.occurredAt"]}
          />
        </fieldset>
        <aside aria-label="What it would do">
          {tried === undefined ? (
            <p class="say calm">
              This says which rules the activity would meet, what they would pay, and why. Nothing is
              recorded.
            </p>
          ) : (
            <Result of={tried} isCurrent={tried.values === values} />
          )}
        </aside>
        <div class="rest">
          <FormFailure of={failure} />
          <div class="actions">
            <Button off={busy}>{busy ? "One moment…" : "Try it"}</Button>
          </div>
          <CurlDetails text={curlOf("rules.explain", trialOf(values))} />
        </div>
      </form>
    </Page>
  )
}
