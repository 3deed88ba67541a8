import { call } from "../../api.ts"
import type { Data } from "../../contract.ts"
import { Checks } from "../../parts/Checks.tsx"
import { Field } from "../../parts/Field.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { words } from "../../words/settings.ts"
import { SettingForm } from "./SettingForm.tsx"

interface Props {
  readonly settings: Data<"settings.get">
  readonly onSaved: () => void
}

/** How many days ahead members are notified that coins will expire. */
const Notices = ({ onSaved, settings: { expiryNotice } }: Props) => (
  <section>
    <h2>{words.beforeExpiry}</h2>
    <p class="quiet explains">{words.noticeExplained(<code>coins.expiring</code>)}</p>
    <SettingForm
      key={String(expiryNotice)}
      initial={{ expiryNotice: expiryNotice === null ? "" : String(expiryNotice) }}
      // The API refuses what is not a number of days.
      changeOf={(values) => ({
        expiryNotice: values.expiryNotice.trim() === "" ? null : Number(values.expiryNotice)
      })}
      submit={words.saveNotice}
      onSaved={onSaved}
    >
      {(field) => (
        <div class="few">
          <Field
            label={words.daysOfNotice}
            {...field("expiryNotice")}
            inputMode="numeric"
            optional
            hint={words.daysOfNoticeHint}
          />
        </div>
      )}
    </SettingForm>
  </section>
)

/** From how many coins on a second person must approve an adjustment. */
const Approving = ({ onSaved, settings: { approveAbove } }: Props) => (
  <section>
    <h2>{words.largeAdjustments}</h2>
    <p class="quiet explains">{words.approvalExplained}</p>
    <SettingForm
      key={String(approveAbove)}
      initial={{ approveAbove: approveAbove ?? "" }}
      changeOf={(values) => ({
        approveAbove: values.approveAbove.trim() === "" ? null : values.approveAbove.trim()
      })}
      submit={words.saveLimit}
      onSaved={onSaved}
    >
      {(field) => (
        <div class="few">
          <Field
            label={words.withoutApproval}
            {...field("approveAbove")}
            inputMode="decimal"
            optional
            hint={words.withoutApprovalHint}
          />
        </div>
      )}
    </SettingForm>
  </section>
)

interface Remembered {
  /** Has an entry if erased members are recognised. */
  readonly rememberErased: ReadonlyArray<"yes">
}

/** Whether an erased member who comes back is recognised. */
const Remembering = ({ onSaved, settings: { rememberErased } }: Props) => (
  <section>
    <h2>{words.erasedMembers}</h2>
    <SettingForm<Remembered>
      key={String(rememberErased)}
      initial={{ rememberErased: rememberErased ? ["yes"] : [] }}
      changeOf={(values) => ({ rememberErased: values.rememberErased.length > 0 })}
      submit={words.saveChoice}
      onSaved={onSaved}
    >
      {(field) => (
        <Checks
          legend={<span class="unseen">{words.erasedMembers}</span>}
          {...field("rememberErased")}
          options={[["yes", words.recognise, words.recogniseHint]]}
        />
      )}
    </SettingForm>
  </section>
)

/** What the partner has chosen for all of its rules and members. */
export const PartnerSettings = () => {
  const load = useLoad((signal) => call("settings.get", { signal }), [])
  return (
    <Loaded what={words.theSettings} of={load} skeleton={<Skeleton rows={6} />}>
      {(settings) => (
        <>
          <Notices settings={settings} onSaved={load.reload} />
          <Approving settings={settings} onSaved={load.reload} />
          <Remembering settings={settings} onSaved={load.reload} />
        </>
      )}
    </Loaded>
  )
}
