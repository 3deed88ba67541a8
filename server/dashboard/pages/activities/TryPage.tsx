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
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { Suggest } from "../../parts/Suggest.tsx"
import { words } from "../../words/activities.ts"
import { parts } from "../../words/common.ts"
import { ExpectedOutcomes } from "./Outcomes.tsx"
import { paidBy } from "./outcomeWords.ts"
import { nothingSeen, readSeen } from "./seen.ts"
import { checkTrial, dataFaultOf, type TrialValues, trialOf } from "./trial.ts"

/** An explanation, with the values that it is about. */
interface Tried {
  readonly values: TrialValues
  readonly outcomes: ReadonlyArray<ActivityOutcome>
}

const example = { type: "order.placed", data: '{"total": 62.5}' }

const headingOf = ({ outcomes, values: { type } }: Tried): string => {
  if (outcomes.length === 0) return words.noActiveRule(type.trim())
  const coins = paidBy(outcomes)
  return coins === 0 ? words.wouldPayNothing : words.wouldPayCoins(coins)
}

const Result = ({ isCurrent, of }: { readonly of: Tried; readonly isCurrent: boolean }) => (
  <div class={isCurrent ? undefined : "stale"}>
    <div class={paidBy(of.outcomes) > 0 ? "say" : "say calm"} role="status">
      <h2>{headingOf(of)}</h2>
      <p>{isCurrent ? words.notRecorded : words.hasChanged}</p>
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
      title={words.try}
      actions={
        <ButtonLink to="/activities" kind="plain">
          {words.all}
        </ButtonLink>
      }
    >
      <form class="beside explained" onSubmit={onSubmit} noValidate>
        <fieldset>
          <MemberField label={words.member} {...field("userId")} />
          <Suggest
            label={words.type}
            name="activity.type"
            value={values.type}
            onValue={(type) => change({ type })}
            options={seen.types}
            nothing={words.noType}
            placeholder={example.type}
            fault={faults["activity.type"]}
          />
          <Area
            label={words.data}
            name="activity.data"
            value={values.data}
            onValue={(data) => change({ data })}
            optional
            hint={words.dataHint(<code>{example.data}</code>)}
            fault={dataFaultOf(faults)}
          />
          <Field
            label={words.happenedAt}
            name="activity.occurredAt"
            value={values.occurredAt}
            onValue={(occurredAt) => change({ occurredAt })}
            type="datetime-local"
            optional
            hint={words.happenedHint}
            fault={faults["activity.occurredAt"]}
          />
        </fieldset>
        <aside aria-label={words.wouldDo}>
          {tried === undefined ? (
            <p class="say calm">{words.wouldDoHint}</p>
          ) : (
            <Result of={tried} isCurrent={tried.values === values} />
          )}
        </aside>
        <div class="rest">
          <FormFailure of={failure} />
          <div class="actions">
            <Button off={busy}>{busy ? parts.oneMoment : words.tryIt}</Button>
          </div>
          <CurlDetails text={curlOf("rules.explain", trialOf(values))} />
        </div>
      </form>
    </Page>
  )
}
