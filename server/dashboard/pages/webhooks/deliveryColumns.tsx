import type { Delivery } from "../../contract.ts"
import { Code } from "../../parts/Code.tsx"
import { counted, exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"

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

/** The receiver's last answer, with its text on demand. */
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

export const deliveryColumns = (redeliver: (delivery: Delivery) => void): ReadonlyArray<Column<Delivery>> => [
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
      <button type="button" class="link" onClick={() => redeliver(delivery)}>
        Send again<span class="unseen"> {delivery.type}</span>
      </button>
    )
  }
]
