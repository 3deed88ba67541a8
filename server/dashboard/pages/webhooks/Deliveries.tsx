import { call, messageOf } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import type { Delivery, Webhook } from "../../contract.ts"
import { Code } from "../../parts/Code.tsx"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { Choice } from "../../parts/Field.tsx"
import { fullPage } from "../../parts/fullPage.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { exact } from "../../parts/numbers.ts"
import { Older } from "../../parts/Pager.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/webhooks.ts"

const State = ({ delivery: { dueAt, state } }: { readonly delivery: Delivery }) => (
  <>
    <Pill tone={state === "delivered" ? "good" : state === "failed" ? "near" : "plain"}>
      {words.states[state]}
    </Pill>
    {dueAt && <span class="under">{words.nextTry(<Time at={dueAt} />)}</span>}
  </>
)

/** The receiver's answer to the last attempt. Its text is shown on demand. */
const LastAnswer = ({ delivery }: { readonly delivery: Delivery }) => {
  const { answer, duration, error, status } = delivery
  if (status === null && error === null) return <span class="quiet">{words.noneYet}</span>
  return (
    <>
      <span>{status ?? words.noAnswer}</span>
      {duration !== null && <span class="quiet">{words.after(exact(duration))}</span>}
      {error && (
        <span class="under" lang="en">
          {error}
        </span>
      )}
      {answer && (
        <details class="slim-details">
          <summary>{words.answer}</summary>
          <Code label={words.firstPart} text={answer} />
        </details>
      )}
    </>
  )
}

const deliveryColumns = (redeliver: (delivery: Delivery) => void): ReadonlyArray<Column<Delivery>> => [
  {
    title: words.event,
    cell: (delivery) => (
      <>
        {delivery.type}
        <span class="under">
          <Time at={delivery.createdAt} /> · {words.attempts(delivery.attempts)}
        </span>
        <div class="narrow">
          <State delivery={delivery} />
          <LastAnswer delivery={delivery} />
        </div>
      </>
    )
  },
  { title: words.state, secondary: true, cell: (delivery) => <State delivery={delivery} /> },
  { title: words.lastAnswer, secondary: true, cell: (delivery) => <LastAnswer delivery={delivery} /> },
  {
    title: words.again,
    tight: true,
    cell: (delivery) => (
      <May call="webhooks.redeliver">
        <button type="button" class="link" onClick={() => redeliver(delivery)}>
          {words.sendAgain}
          <span class="unseen"> {delivery.type}</span>
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
    toast(words.isSentAgain(delivery.type))
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
        {words.deliveries}
        <small>
          {words.ofLastDays} ·{" "}
          <button type="button" class="link" onClick={load.reload}>
            {words.refresh}
          </button>
        </small>
      </h2>
      <search class="filters">
        <Choice
          label={words.state}
          name="state"
          value={state ?? ""}
          options={[["", words.all], ...states.map((each) => [each, words.states[each]] as const)]}
          onValue={(value) => setQuery({ state: value, after: undefined })}
        />
        <CsvLink
          of="webhooks.deliveries"
          params={{ id }}
          query={{ ...(state && { state }) }}
          what={words.theseDeliveries}
        />
      </search>
      <Loaded what={words.theDeliveries} of={load} skeleton={<Skeleton rows={6} />}>
        {({ data, next, ...asked }) =>
          data.length === 0 && next !== null ? (
            <>
              <p class="quiet">{words.notExamined}</p>
              <Older by="after" next={asked.state === state && asked.after === after ? next : null} />
            </>
          ) : data.length === 0 ? (
            <p class="quiet">
              {state === undefined && after === undefined ? words.nothingYet : words.noMatch}
            </p>
          ) : (
            <>
              <Table
                caption={words.deliveries}
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
