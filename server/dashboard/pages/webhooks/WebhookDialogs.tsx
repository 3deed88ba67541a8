import { call } from "../../api.ts"
import type { Webhook } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Checks } from "../../parts/Checks.tsx"
import { Code } from "../../parts/Code.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { ShownOnce } from "../../parts/ShownOnce.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/webhooks.ts"
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
        <Field label={words.address} {...field("url")} type="url" hint={words.addressHint} />
        <Field label={words.description} {...field("description")} optional hint={words.descriptionHint} />
        <Checks legend={words.types} {...field("types")} hint={words.typesHint} options={typeOptions} />
        <FormFailure of={failure} />
        <Button wide off={busy}>
          {busy ? words.saving : submit}
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
  <ShownOnce title={title} onStored={onStored} values={[[words.secret, secret]]}>
    {words.secretExplained}
    {previousUntil !== null && <> {words.previousUntil(<Time at={previousUntil} />)}</>}
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
    <Dialog title={words.test} onClose={onClose}>
      <Loaded of={load} skeleton={<Skeleton rows={3} />}>
        {({ answer, delivered, duration, error, status }) => (
          <div class="stack">
            <p class={delivered ? "say" : "warned"} role="status">
              {status === null
                ? words.testNotDelivered(duration)
                : delivered
                  ? words.testDelivered(status, duration)
                  : words.testRefused(status, duration)}
            </p>
            {error && (
              <p class="words" lang="en">
                {error}
              </p>
            )}
            {answer && <Code label={words.answer} text={answer} />}
            <div class="actions">
              <Button kind="plain" off={load.loading} onClick={load.reload}>
                {words.sendAnother}
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
