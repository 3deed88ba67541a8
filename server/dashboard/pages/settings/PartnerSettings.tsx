import { call } from "../../api.ts"
import type { Data } from "../../contract.ts"
import { Checks } from "../../parts/Checks.tsx"
import { Field } from "../../parts/Field.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { SettingForm } from "./SettingForm.tsx"

interface Props {
  readonly settings: Data<"settings.get">
  readonly onSaved: () => void
}

/** How many days ahead members are notified that coins will expire. */
const Notices = ({ onSaved, settings: { expiryNotice } }: Props) => (
  <section>
    <h2>Before coins expire</h2>
    <p class="quiet explains">
      The event <code>coins.expiring</code> is sent so many days ahead, once for the coins of a wallet that
      expire at the same time. Your systems and webhooks notify the member.
    </p>
    <SettingForm
      key={String(expiryNotice)}
      initial={{ expiryNotice: expiryNotice === null ? "" : String(expiryNotice) }}
      // The API refuses what is not a number of days.
      changeOf={(values) => ({
        expiryNotice: values.expiryNotice.trim() === "" ? null : Number(values.expiryNotice)
      })}
      submit="Save the notice"
      onSaved={onSaved}
    >
      {(field) => (
        <div class="few">
          <Field
            label="Days of notice"
            {...field("expiryNotice")}
            inputMode="numeric"
            optional
            hint="From 1 to 365. Empty: nobody is notified."
          />
        </div>
      )}
    </SettingForm>
  </section>
)

/** From how many coins on a second person must approve an adjustment. */
const Approving = ({ onSaved, settings: { approveAbove } }: Props) => (
  <section>
    <h2>Large adjustments</h2>
    <p class="quiet explains">
      An adjustment by a person of more coins waits under Approvals until another person approves it, and so
      does the reversal of such an adjustment. Requests that wait already stay as they are.
    </p>
    <SettingForm
      key={String(approveAbove)}
      initial={{ approveAbove: approveAbove ?? "" }}
      changeOf={(values) => ({
        approveAbove: values.approveAbove.trim() === "" ? null : values.approveAbove.trim()
      })}
      submit="Save the limit"
      onSaved={onSaved}
    >
      {(field) => (
        <div class="few">
          <Field
            label="Coins without approval"
            {...field("approveAbove")}
            inputMode="decimal"
            optional
            hint="0: every adjustment waits. Empty: none waits."
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
    <h2>Erased members</h2>
    <SettingForm<Remembered>
      key={String(rememberErased)}
      initial={{ rememberErased: rememberErased ? ["yes"] : [] }}
      changeOf={(values) => ({ rememberErased: values.rememberErased.length > 0 })}
      submit="Save the choice"
      onSaved={onSaved}
    >
      {(field) => (
        <Checks
          legend={<span class="unseen">Erased members</span>}
          {...field("rememberErased")}
          options={[
            [
              "yes",
              "Recognise who comes back",
              "A digest of the erased id is stored. Limits per member hold on for a person who comes back under it. Turning this off deletes the digests."
            ]
          ]}
        />
      )}
    </SettingForm>
  </section>
)

/** What the partner has chosen for all of its rules and members. */
export const PartnerSettings = () => {
  const load = useLoad((signal) => call("settings.get", { signal }), [])
  return (
    <Loaded what="the settings" of={load} skeleton={<Skeleton rows={6} />}>
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
