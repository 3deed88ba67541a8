import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { Body, Webhook } from "../../contract.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { Meter } from "../../parts/Meter.tsx"
import { Page } from "../../parts/Page.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { Standing } from "./Standing.tsx"
import { mostWebhooks } from "./types.ts"
import { creationOf, newWebhook } from "./values.ts"
import { WebhookForm } from "./WebhookForm.tsx"
import { WebhookSecret } from "./WebhookSecret.tsx"

const example = { url: "https://shop.example/hooks/rewards", types: ["award.paid" as const] }

const columns: ReadonlyArray<Column<Webhook>> = [
  {
    title: "Address",
    cell: ({ description, id, url }) => (
      <>
        <a href={href(`/webhooks/${id}`)}>{url}</a>
        {description && <span class="under">{description}</span>}
      </>
    )
  },
  {
    title: "Events",
    secondary: true,
    cell: ({ types }) => (types.length === 0 ? "all types" : types.join(", "))
  },
  { title: "State", tight: true, cell: (webhook) => <Standing webhook={webhook} /> },
  { title: "Created", secondary: true, tight: true, cell: ({ createdAt }) => <Time at={createdAt} /> }
]

/** Addresses that get events. */
export const WebhooksPage = () => {
  const load = useLoad((signal) => call("webhooks.list", { signal }), [])
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const action = (
    <button type="button" class="button" onClick={() => setAdding(true)}>
      New webhook
    </button>
  )
  return (
    <Page title="Webhooks" actions={action}>
      <Loaded of={load} skeleton={<Skeleton rows={4} />}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title="No webhooks yet" action={action} curl={curlOf("webhooks.create", example)}>
              A webhook tells one of your systems at once what happens: awards, transfers, new members.
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
            // The API judges what is missing, and names it.
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
          onKept={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}
