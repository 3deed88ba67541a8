import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { Webhook } from "../../contract.ts"
import { By } from "../../parts/By.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { Page, type PageProps } from "../../parts/Page.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/webhooks.ts"
import { Deliveries } from "./Deliveries.tsx"
import { ActionDialog, type WebhookAction } from "./WebhookActions.tsx"
import { WebhookStatus } from "./WebhookStatus.tsx"

const pausedReasons: Readonly<Record<string, string>> = words.pausedReasons

const Facts = ({ webhook }: { readonly webhook: Webhook }) => (
  <dl class="facts">
    <dt>{words.state}</dt>
    <dd>
      <WebhookStatus webhook={webhook} />
      {webhook.pausedReason && (
        <span class="under">
          {pausedReasons[webhook.pausedReason] ?? <span lang="en">{webhook.pausedReason}</span>}
        </span>
      )}
    </dd>
    {webhook.description && (
      <>
        <dt>{words.description}</dt>
        <dd>{webhook.description}</dd>
      </>
    )}
    <dt>{words.events}</dt>
    <dd>{webhook.types.length === 0 ? words.ofAllTypes : webhook.types.join(", ")}</dd>
    {webhook.previousSecretUntil && (
      <>
        <dt>{words.oldSecret}</dt>
        <dd>{words.ends(<Time at={webhook.previousSecretUntil} />)}</dd>
      </>
    )}
    <dt>{words.created}</dt>
    <dd>
      <Time at={webhook.createdAt} />
      <By of={webhook.orderedBy} />
    </dd>
    {webhook.changedBy && (
      <>
        <dt>{words.changed}</dt>
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
      title={load.data === undefined ? words.webhook : new URL(load.data.url).host}
      of={words.webhook}
      actions={<a href={href("/webhooks")}>{words.allWebhooks}</a>}
    >
      <Loaded what={words.theWebhook} of={load} skeleton={<Skeleton rows={4} />}>
        {(webhook) => (
          <>
            <section>
              <h2 class="words">{webhook.url}</h2>
              <Facts webhook={webhook} />
            </section>
            <May call="webhooks.update">
              <section class="actions">
                {button("test", words.sendTest)}
                {button("edit", words.edit)}
                {button("toggle", webhook.status === "active" ? words.pause : words.resume)}
                {button("rotate", words.rotate)}
                {button("remove", words.remove, "risky")}
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
