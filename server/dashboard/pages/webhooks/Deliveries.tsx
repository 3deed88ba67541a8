import { call, messageOf } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import type { Delivery, Webhook } from "../../contract.ts"
import { Code } from "../../parts/Code.tsx"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { Choice } from "../../parts/Field.tsx"
import { fullPage } from "../../parts/fullPage.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { counted, exact } from "../../parts/numbers.ts"
import { Older } from "../../parts/Pager.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { toast } from "../../parts/Toasts.tsx"

const State = ({ delivery: { dueAt, state } }: { readonly delivery: Delivery }) => (
  <>
    <Pill tone={state === "delivered" ? "good" : state === "failed" ? "near" : "plain"}>{state}</Pill>
    {dueAt && (
      <span class="under">
        next try <Time at={dueAt} />
      </span>
    )}
  </>
)

/** The receiver's answer to the last attempt. Its text is shown on demand. */
const LastAnswer = ({ delivery }: { readonly delivery: Delivery }) => {
  const { answer, duration, error, status } = delivery
  if (status === null && error === null) return <span class="quiet">none yet</span>
  return (
    <>
      <span>{status ?? "No answer"}</span>
      {duration !== null && <span class="quiet"> after {exact(duration)} ms</span>}
      {error && <span class="under">{error}</span>}
      {answer && (
        <details class="slim-details">
          <summary>Answer</summary>
          <Code label="First 1 KiB" text={answer} />
        </details>
      )}
    </>
  )
}

const deliveryColumns = (redeliver: (delivery: Delivery) => void): ReadonlyArray<Column<Delivery>> => [
  {
    title: "Event",
    cell: (delivery) => (
      <>
        {delivery.type}
        <span class="under">
          <Time at={delivery.createdAt} /> · {counted(delivery.attempts, "attempt")}
        </span>
        <div class="narrow">
          <State delivery={delivery} />
          <LastAnswer delivery={delivery} />
        </div>
      </>
    )
  },
  { title: "State", secondary: true, cell: (delivery) => <State delivery={delivery} /> },
  { title: "Last answer", secondary: true, cell: (delivery) => <LastAnswer delivery={delivery} /> },
  {
    title: "Again",
    tight: true,
    cell: (delivery) => (
      <May call="webhooks.redeliver">
        <button type="button" class="link" onClick={() => redeliver(delivery)}>
          Send again<span class="unseen"> {delivery.type}</span>
        </button>
      </May>
    )
  }
]

const size = 20
const states = ["pending", "delivered", "failed"] as const

const redeliver = async (id: string, delivery: Delivery, reload: () => void): Promise<void> => {
  try {
    await call("webhooks.redeliver", { params: { id, deliveryId: delivery.id } })
    toast(`${delivery.type} is sent again`)
    reload()
  } catch (error) {
    toast(messageOf(error))
  }
}

/** The webhook's deliveries, newest first. The address has the state and the page. */
export const Deliveries = ({ webhook: { id } }: { readonly webhook: Webhook }) => {
  const { query } = place.value
  const state = states.find((each) => each === query.get("state"))
  const after = query.get("after") ?? undefined
  const load = useLoad(
    async (signal) => {
      const query = { limit: String(size), ...(state && { state }) }
      const read = (start: string | undefined) =>
        call("webhooks.deliveries", {
          params: { id },
          query: { ...query, ...(start && { after: start }) },
          signal
        })
      return { ...(await fullPage(size, read, after)), state, after }
    },
    [id, state, after]
  )
  return (
    <section>
      <h2>
        Deliveries
        <small>
          of the last 30 days ·{" "}
          <button type="button" class="link" onClick={load.reload}>
            Refresh
          </button>
        </small>
      </h2>
      <search class="filters">
        <Choice
          label="State"
          name="state"
          value={state ?? ""}
          options={[["", "All"], ...states.map((each) => [each, each] as const)]}
          onValue={(value) => setQuery({ state: value, after: undefined })}
        />
        <CsvLink
          of="webhooks.deliveries"
          params={{ id }}
          query={{ ...(state && { state }) }}
          what="these deliveries"
        />
      </search>
      <Loaded what="the deliveries" of={load} skeleton={<Skeleton rows={6} />}>
        {({ data, next, ...asked }) =>
          data.length === 0 && next !== null ? (
            <>
              <p class="quiet">None of the newest deliveries matches. Older ones were not examined yet.</p>
              <Older by="after" next={asked.state === state && asked.after === after ? next : null} />
            </>
          ) : data.length === 0 ? (
            <p class="quiet">
              {state === undefined && after === undefined
                ? "Events appear here as soon as there are some: award a rule, or send a test first."
                : "No delivery matches."}
            </p>
          ) : (
            <>
              <Table
                caption="Deliveries"
                columns={deliveryColumns((delivery) => void redeliver(id, delivery, load.reload))}
                rows={data}
                keyOf={(delivery) => delivery.id}
              />
              {/* While the list reloads, the next page of the old list is not a page of the new one. */}
              <Older by="after" next={asked.state === state && asked.after === after ? next : null} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
