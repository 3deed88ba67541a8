import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { Webhook } from "../../contract.ts"
import { By } from "../../parts/By.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { Page, type PageProps } from "../../parts/Page.tsx"
import { Time } from "../../parts/Time.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { ActionDialog, type WebhookAction } from "./WebhookActions.tsx"
import { WebhookStatus } from "./WebhookStatus.tsx"

const Facts = ({ webhook }: { readonly webhook: Webhook }) => (
  <dl class="facts">
    <dt>State</dt>
    <dd>
      <WebhookStatus webhook={webhook} />
      {webhook.pausedReason && <span class="under">{webhook.pausedReason}</span>}
    </dd>
    {webhook.description && (
      <>
        <dt>Description</dt>
        <dd>{webhook.description}</dd>
      </>
    )}
    <dt>Events</dt>
    <dd>{webhook.types.length === 0 ? "All types" : webhook.types.join(", ")}</dd>
    {webhook.previousSecretUntil && (
      <>
        <dt>Old secret</dt>
        <dd>
          ends <Time at={webhook.previousSecretUntil} />
        </dd>
      </>
    )}
    <dt>Created</dt>
    <dd>
      <Time at={webhook.createdAt} />
      <By of={webhook.orderedBy} />
    </dd>
    {webhook.changedBy && (
      <>
        <dt>Changed</dt>
        <dd>
          <Time at={webhook.updatedAt} />
          <By of={webhook.changedBy} />
        </dd>
      </>
    )}
  </dl>
)

/** One webhook: its state, its actions and its deliveries. */
export const WebhookPage = ({ params: { id = "" } }: PageProps) => {
  const load = useLoad((signal) => call("webhooks.get", { params: { id }, signal }), [id])
  const [action, setAction] = useState<WebhookAction | undefined>(undefined)
  const button = (to: WebhookAction, label: string, style = "") => (
    <button type="button" class={`button plain ${style}`} onClick={() => setAction(to)}>
      {label}
    </button>
  )
  return (
    <Page
      title={load.data === undefined ? "Webhook" : new URL(load.data.url).host}
      of="Webhook"
      actions={<a href={href("/webhooks")}>All webhooks</a>}
    >
      <Loaded what="the webhook" of={load} skeleton={<Skeleton rows={4} />}>
        {(webhook) => (
          <>
            <section>
              <h2 class="words">{webhook.url}</h2>
              <Facts webhook={webhook} />
            </section>
            <May call="webhooks.update">
              <section class="actions">
                {button("test", "Send a test")}
                {button("edit", "Edit")}
                {button("toggle", webhook.status === "active" ? "Pause" : "Resume")}
                {button("rotate", "Rotate the secret")}
                {button("remove", "Delete", "risky")}
              </section>
            </May>
            <Deliveries webhook={webhook} />
            {action && (
              <ActionDialog
                action={action}
                webhook={webhook}
                onClose={() => setAction(undefined)}
                onChanged={() => {
                  setAction(undefined)
                  load.reload()
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
