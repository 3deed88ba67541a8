import { href } from "../../app/router.ts"
import type { Delivery } from "../../contract.ts"
import { Icon } from "../../parts/Icon.tsx"
import { type Load, Loaded, Skeleton } from "../../parts/load.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/awardDetails.ts"
import type { Sent } from "./deliveries.ts"

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const State = ({ of: { attempts, dueAt, error, state, status } }: { readonly of: Delivery }) => {
  const isFailing = state === "failed" || (state === "pending" && attempts > 0)
  return (
    <>
      <Pill tone={state === "delivered" ? "good" : isFailing ? "near" : "plain"}>
        <Icon of={state === "delivered" ? "tick" : isFailing ? "broken" : "clock"} />{" "}
        {state === "delivered" ? words.delivered : isFailing ? words.failing : words.waiting}
      </Pill>
      <span class="under">
        {[status ?? error, attempts > 0 && words.tries(attempts)].filter(Boolean).join(", ")}
        {dueAt !== null && words.next(<Time at={dueAt} />)}
      </span>
    </>
  )
}

/** The events of the award that are still stored, and where they were sent. */
export const Deliveries = ({ of }: { readonly of: Load<ReadonlyArray<Sent>> }) => (
  <section>
    <div class="head">
      <h2>{words.events}</h2>
      <a href={href("/webhooks")}>{words.allWebhooks}</a>
    </div>
    <Loaded what={words.theEvents} of={of} skeleton={<Skeleton rows={2} />}>
      {(sent) =>
        sent.length === 0 ? (
          <p class="quiet">{words.noEvents}</p>
        ) : (
          <Table
            caption={words.eventsOfAward}
            rows={sent}
            keyOf={({ event, webhook }) => `${event.id} ${webhook?.id}`}
            columns={[
              {
                title: words.event,
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
                title: words.webhook,
                secondary: true,
                cell: ({ webhook }) =>
                  webhook && <a href={href(`/webhooks/${webhook.id}`)}>{hostOf(webhook.url)}</a>
              },
              {
                title: words.delivery,
                cell: ({ delivery }) =>
                  delivery === undefined ? (
                    <span class="quiet">{words.noWebhook}</span>
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
