import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { Body, Webhook } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { Page } from "../../parts/Page.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { app } from "../../words/common.ts"
import { words } from "../../words/webhooks.ts"
import { creationOf, mostWebhooks, newWebhook } from "./values.ts"
import { WebhookForm, WebhookSecret } from "./WebhookDialogs.tsx"
import { WebhookStatus } from "./WebhookStatus.tsx"

const example = { url: "https://shop.example/hooks/rewards", types: ["award.paid" as const] }

const columns: ReadonlyArray<Column<Webhook>> = [
  {
    title: words.address,
    cell: ({ description, id, url }) => (
      <>
        <a href={href(`/webhooks/${id}`)}>{url}</a>
        {description && (
          <span class="under">
            <Given>{description}</Given>
          </span>
        )}
      </>
    )
  },
  {
    title: words.events,
    secondary: true,
    cell: ({ types }) => (types.length === 0 ? words.allTypes : types.join(", "))
  },
  { title: words.state, tight: true, cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  { title: words.created, secondary: true, tight: true, cell: ({ createdAt }) => <Time at={createdAt} /> }
]

/** The partner's webhooks. */
export const WebhooksPage = () => {
  const load = useLoad((signal) => call("webhooks.list", { signal }), [])
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const action = (
    <May call="webhooks.create">
      <Button onClick={() => setAdding(true)}>{words.newWebhook}</Button>
    </May>
  )
  return (
    <Page title={app.webhooks} actions={action}>
      <Loaded what={words.theWebhooks} of={load} skeleton={<Skeleton rows={4} />}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title={words.noWebhooks} action={action} curl={curlOf("webhooks.create", example)}>
              {words.noWebhooksHint}
            </Empty>
          ) : (
            <>
              <div class="narrow-meter">
                <Meter label={app.webhooks} used={webhooks.length} max={mostWebhooks} />
              </div>
              <Table caption={app.webhooks} columns={columns} rows={webhooks} keyOf={({ id }) => id} />
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <WebhookForm
          title={words.newWebhook}
          submit={words.add}
          initial={newWebhook}
          onClose={() => setAdding(false)}
          send={async (values) => {
            // The API reports missing fields.
            const made = await call("webhooks.create", {
              body: creationOf(values) as Body<"webhooks.create">
            })
            setAdding(false)
            setSecret(made.secret)
            load.reload()
          }}
        />
      )}
      {secret !== undefined && (
        <WebhookSecret
          title={words.added}
          secret={secret}
          previousUntil={null}
          onStored={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}
