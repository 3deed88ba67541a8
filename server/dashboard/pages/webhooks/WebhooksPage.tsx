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
import { creationOf, mostWebhooks, newWebhook } from "./values.ts"
import { WebhookForm, WebhookSecret } from "./WebhookDialogs.tsx"
import { WebhookStatus } from "./WebhookStatus.tsx"

const example = { url: "https://shop.example/hooks/rewards", types: ["award.paid" as const] }

const columns: ReadonlyArray<Column<Webhook>> = [
  {
    title: "Address",
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
    title: "Events",
    secondary: true,
    cell: ({ types }) => (types.length === 0 ? "all types" : types.join(", "))
  },
  { title: "State", tight: true, cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  { title: "Created", secondary: true, tight: true, cell: ({ createdAt }) => <Time at={createdAt} /> }
]

/** The partner's webhooks. */
export const WebhooksPage = () => {
  const load = useLoad((signal) => call("webhooks.list", { signal }), [])
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const action = (
    <May call="webhooks.create">
      <Button onClick={() => setAdding(true)}>New webhook</Button>
    </May>
  )
  return (
    <Page title="Webhooks" actions={action}>
      <Loaded what="the webhooks" of={load} skeleton={<Skeleton rows={4} />}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title="No webhooks yet" action={action} curl={curlOf("webhooks.create", example)}>
              A webhook notifies one of your systems at once of awards, redeemed coins and new members.
            </Empty>
          ) : (
            <>
              <div class="narrow-meter">
                <Meter label="Webhooks" used={webhooks.length} max={mostWebhooks} />
              </div>
              <Table caption="Webhooks" columns={columns} rows={webhooks} keyOf={({ id }) => id} />
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <WebhookForm
          title="New webhook"
          submit="Add the webhook"
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
          title="Webhook added"
          secret={secret}
          previousUntil={null}
          onStored={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}
