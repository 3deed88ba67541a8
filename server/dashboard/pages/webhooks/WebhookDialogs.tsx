import { call } from "../../api.ts"
import type { Webhook } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Checks } from "../../parts/Checks.tsx"
import { Code } from "../../parts/Code.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { counted } from "../../parts/numbers.ts"
import { ShownOnce } from "../../parts/ShownOnce.tsx"
import { typeOptions, type WebhookValues } from "./values.ts"

interface FormProps {
  readonly title: string
  readonly submit: string
  readonly initial: WebhookValues
  readonly send: (values: WebhookValues, attempt: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for a webhook's URL and types. The API checks them. */
export const WebhookForm = ({ initial, onClose, send, submit, title }: FormProps) => {
  const { busy, failure, field, onSubmit } = useForm({ initial, send })
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Field
          label="Address"
          {...field("url")}
          type="url"
          hint="Events are sent there by POST, such as https://shop.example/hooks/rewards."
        />
        <Field label="Description" {...field("description")} optional hint="What it is for." />
        <Checks
          legend="Types of events"
          {...field("types")}
          hint="None chosen: all of them, those of later versions too."
          options={typeOptions}
        />
        <FormFailure of={failure} />
        <Button wide off={busy}>
          {busy ? "Saving…" : submit}
        </Button>
      </form>
    </Dialog>
  )
}

interface SecretProps {
  readonly title: string
  readonly secret: string
  /** Until when the previous secret is valid too. */
  readonly previousUntil: string | null
  readonly onStored: () => void
}

export const WebhookSecret = ({ onStored, previousUntil, secret, title }: SecretProps) => (
  <ShownOnce title={title} onStored={onStored} values={[["Secret", secret]]}>
    The receiver checks with it that a request comes from here, by the rules of Standard Webhooks.
    {previousUntil !== null &&
      ` Requests are also signed with the previous secret until ${new Date(previousUntil).toLocaleString()}.`}
  </ShownOnce>
)

interface TestProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Sends a test when it opens, and shows the receiver's answer. */
export const TestWebhook = ({ onClose, webhook }: TestProps) => {
  const load = useLoad((signal) => call("webhooks.test", { params: { id: webhook.id }, signal }), [])
  return (
    <Dialog title="Test" onClose={onClose}>
      <Loaded of={load} skeleton={<Skeleton rows={3} />}>
        {({ answer, delivered, duration, error, status }) => (
          <div class="stack">
            <p class={delivered ? "say" : "warned"} role="status">
              {delivered ? "The test was delivered" : "The test was not delivered"}
              {status !== null && `: the receiver answered ${status}`} after{" "}
              {counted(duration, "millisecond")}.
            </p>
            {error && <p class="words">{error}</p>}
            {answer && <Code label="Answer" text={answer} />}
            <div class="actions">
              <Button kind="plain" off={load.loading} onClick={load.reload}>
                Send another
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
