import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import type { Webhook } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { changesOf, valuesOf } from "./values.ts"
import { TestWebhook, WebhookForm, WebhookSecret } from "./WebhookDialogs.tsx"

export type WebhookAction = "test" | "edit" | "toggle" | "rotate" | "remove"

interface Props {
  readonly webhook: Webhook
  readonly onClose: () => void
  /** Called after the webhook has changed. */
  readonly onChanged: () => void
}

const Edit = ({ onChanged, onClose, webhook }: Props) => (
  <WebhookForm
    title="Edit the webhook"
    submit="Save the webhook"
    initial={valuesOf(webhook)}
    onClose={onClose}
    send={async (values, idempotencyKey) => {
      const body = changesOf(webhook, values)
      await call("webhooks.update", { params: { id: webhook.id }, body, idempotencyKey })
      toast("Webhook saved")
      onChanged()
    }}
  />
)

const Toggle = ({ onChanged, onClose, webhook }: Props) => {
  const isActive = webhook.status === "active"
  const status = isActive ? "paused" : "active"
  return (
    <Confirm
      title={isActive ? "Pause this webhook?" : "Resume this webhook?"}
      verb={isActive ? "Pause" : "Resume"}
      danger={false}
      onClose={onClose}
      run={async () => {
        await call("webhooks.update", { params: { id: webhook.id }, body: { status } })
        toast(`Webhook is ${status}`)
        onChanged()
      }}
    >
      <p>
        {isActive
          ? "Nothing is sent while it is paused. When it is resumed, it continues after the last event that it received."
          : "It continues after the last event that it received. The events since then are sent too."}
      </p>
    </Confirm>
  )
}

const Rotate = ({ onChanged, onClose, webhook }: Props) => {
  const [made, setMade] = useState<{ readonly secret: string; readonly until: string | null } | undefined>(
    undefined
  )
  return made === undefined ? (
    <Confirm
      title="Rotate the secret?"
      verb="Make a new secret"
      danger={false}
      onClose={onClose}
      run={async () => {
        const rotated = await call("webhooks.rotate", { params: { id: webhook.id } })
        setMade({ secret: rotated.secret, until: rotated.previousSecretUntil })
      }}
    >
      <p>
        A new secret is shown once. Requests are signed with both for 24 hours, so that the receiver can
        change over without missing an event.
      </p>
    </Confirm>
  ) : (
    <WebhookSecret
      title="Secret rotated"
      secret={made.secret}
      previousUntil={made.until}
      onStored={onChanged}
    />
  )
}

const Remove = ({ onClose, webhook }: Props) => (
  <Confirm
    title="Delete this webhook?"
    verb="Delete the webhook"
    onClose={onClose}
    run={async () => {
      await call("webhooks.remove", { params: { id: webhook.id } })
      toast("Webhook deleted")
      navigate("/webhooks")
    }}
  >
    <p class="words">
      Nothing more is sent to <b>{webhook.url}</b>, and the list of its deliveries is deleted with it. This
      cannot be undone.
    </p>
  </Confirm>
)

const dialogs = { test: TestWebhook, edit: Edit, toggle: Toggle, rotate: Rotate, remove: Remove }

/** The dialog of an action. */
export const ActionDialog = ({ action, ...rest }: Props & { readonly action: WebhookAction }) => {
  const Dialog = dialogs[action]
  return <Dialog {...rest} />
}
