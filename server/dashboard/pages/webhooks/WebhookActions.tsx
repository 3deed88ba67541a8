import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import type { Webhook } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/webhooks.ts"
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
    title={words.editTitle}
    submit={words.save}
    initial={valuesOf(webhook)}
    onClose={onClose}
    send={async (values, idempotencyKey) => {
      const body = changesOf(webhook, values)
      await call("webhooks.update", { params: { id: webhook.id }, body, idempotencyKey })
      toast(words.saved)
      onChanged()
    }}
  />
)

const Toggle = ({ onChanged, onClose, webhook }: Props) => {
  const isActive = webhook.status === "active"
  const status = isActive ? "paused" : "active"
  return (
    <Confirm
      title={isActive ? words.pauseTitle : words.resumeTitle}
      verb={isActive ? words.pause : words.resume}
      danger={false}
      onClose={onClose}
      run={async () => {
        await call("webhooks.update", { params: { id: webhook.id }, body: { status } })
        toast(isActive ? words.isPaused : words.isActive)
        onChanged()
      }}
    >
      <p>{isActive ? words.pauseExplained : words.resumeExplained}</p>
    </Confirm>
  )
}

const Rotate = ({ onChanged, onClose, webhook }: Props) => {
  const [made, setMade] = useState<{ readonly secret: string; readonly until: string | null } | undefined>(
    undefined
  )
  return made === undefined ? (
    <Confirm
      title={words.rotateTitle}
      verb={words.makeSecret}
      danger={false}
      onClose={onClose}
      run={async () => {
        const rotated = await call("webhooks.rotate", { params: { id: webhook.id } })
        setMade({ secret: rotated.secret, until: rotated.previousSecretUntil })
      }}
    >
      <p>{words.rotateExplained}</p>
    </Confirm>
  ) : (
    <WebhookSecret
      title={words.rotated}
      secret={made.secret}
      previousUntil={made.until}
      onStored={onChanged}
    />
  )
}

const Remove = ({ onClose, webhook }: Props) => (
  <Confirm
    title={words.removeTitle}
    verb={words.removeWebhook}
    onClose={onClose}
    run={async () => {
      await call("webhooks.remove", { params: { id: webhook.id } })
      toast(words.removed)
      navigate("/webhooks")
    }}
  >
    <p class="words">{words.removalExplained(<b>{webhook.url}</b>)}</p>
  </Confirm>
)

const dialogs = { test: TestWebhook, edit: Edit, toggle: Toggle, rotate: Rotate, remove: Remove }

/** The dialog of an action. */
export const ActionDialog = ({ action, ...rest }: Props & { readonly action: WebhookAction }) => {
  const Dialog = dialogs[action]
  return <Dialog {...rest} />
}
