import { href } from "../../app/router.ts"
import type { Delivery } from "../../contract.ts"
import { Icon } from "../../parts/Icon.tsx"
import { type Load, Loaded, Skeleton } from "../../parts/load.tsx"
import { counted } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import { Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import type { Sent } from "./deliveries.ts"

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const State = ({ of: { attempts, dueAt, error, state, status } }: { readonly of: Delivery }) => {
  const isFailing = state === "failed" || (state === "pending" && attempts > 0)
  return (
    <>
      <Pill tone={state === "delivered" ? "good" : isFailing ? "near" : "plain"}>
        <Icon of={state === "delivered" ? "tick" : isFailing ? "broken" : "clock"} />{" "}
        {state === "delivered" ? "Delivered" : isFailing ? "Failing" : "Waiting"}
      </Pill>
      <span class="under">
        {[status ?? error, attempts > 0 && counted(attempts, "try", "tries")].filter(Boolean).join(", ")}
        {dueAt !== null && (
          <>
            {" next "}
            <Time at={dueAt} />
          </>
        )}
      </span>
    </>
  )
}

/** The events of the award that are still stored, and where they were sent. */
export const Deliveries = ({ of }: { readonly of: Load<ReadonlyArray<Sent>> }) => (
  <section>
    <div class="head">
      <h2>Events and deliveries</h2>
      <a href={href("/webhooks")}>All webhooks</a>
    </div>
    <Loaded what="the events" of={of} skeleton={<Skeleton rows={2} />}>
      {(sent) =>
        sent.length === 0 ? (
          <p class="quiet">
            No event of this award is stored. Events are written while a webhook or a reader exists, and
            stored for 30 days.
          </p>
        ) : (
          <Table
            caption="Events of this award"
            rows={sent}
            keyOf={({ event, webhook }) => `${event.id} ${webhook?.id}`}
            columns={[
              {
                title: "Event",
                cell: ({ event, webhook }) => (
                  <>
                    <code>{event.type}</code>
                    <span class="under">
                      <Time at={event.createdAt} />
                    </span>
                    {webhook && <span class="under narrow">{hostOf(webhook.url)}</span>}
                  </>
                )
              },
              {
                title: "Webhook",
                secondary: true,
                cell: ({ webhook }) =>
                  webhook && <a href={href(`/webhooks/${webhook.id}`)}>{hostOf(webhook.url)}</a>
              },
              {
                title: "Delivery",
                cell: ({ delivery }) =>
                  delivery === undefined ? (
                    <span class="quiet">no webhook took it</span>
                  ) : (
                    <State of={delivery} />
                  )
              }
            ]}
          />
        )
      }
    </Loaded>
  </section>
)
