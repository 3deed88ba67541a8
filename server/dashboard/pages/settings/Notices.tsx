import { call } from "../../api.ts"
import type { Data } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { CurlDetails } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { toast } from "../../parts/Toasts.tsx"

type Settings = Data<"settings.get">

const textOf = ({ expiryNotice }: Settings): string => (expiryNotice === null ? "" : String(expiryNotice))

/** An empty text turns the notices off. The API refuses what is not a number of days. */
const changeOf = (text: string): Settings => ({ expiryNotice: text.trim() === "" ? null : Number(text) })

interface FormProps {
  readonly settings: Settings
  readonly onSaved: () => void
}

const NoticeForm = ({ onSaved, settings }: FormProps) => {
  const { busy, failure, field, onSubmit, values } = useForm({
    initial: { expiryNotice: textOf(settings) },
    send: async ({ expiryNotice }, idempotencyKey) => {
      await call("settings.update", { body: changeOf(expiryNotice), idempotencyKey })
      toast("Settings saved")
      onSaved()
    }
  })
  const isChanged = values.expiryNotice.trim() !== textOf(settings)
  return (
    <form class="stack" onSubmit={onSubmit} noValidate>
      <div class="few">
        <Field
          label="Days of notice"
          {...field("expiryNotice")}
          inputMode="numeric"
          optional
          hint="From 1 to 365. Empty: nobody is notified."
        />
      </div>
      <FormFailure of={failure} />
      <div class="actions">
        <Button kind="plain" off={busy || !isChanged}>
          {busy ? "Saving…" : "Save the notice"}
        </Button>
      </div>
      {isChanged && <CurlDetails text={curlOf("settings.update", changeOf(values.expiryNotice))} />}
    </form>
  )
}

/** How many days ahead members are notified that coins will expire. */
export const Notices = () => {
  const load = useLoad((signal) => call("settings.get", { signal }), [])
  return (
    <section>
      <h2>Before coins expire</h2>
      <p class="quiet explains">
        The event <code>coins.expiring</code> is sent so many days ahead, once for the coins of a wallet that
        expire at the same time. Your systems and webhooks notify the member.
      </p>
      <Loaded of={load} skeleton={<Skeleton rows={2} />}>
        {(settings) => <NoticeForm key={textOf(settings)} settings={settings} onSaved={load.reload} />}
      </Loaded>
    </section>
  )
}
