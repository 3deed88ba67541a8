import { session } from "../../app/session.ts"
import type { ApprovalRequest } from "../../contract.ts"
import { By } from "../../parts/By.tsx"
import { Given } from "../../parts/Given.tsx"
import { Person } from "../../parts/names.tsx"
import { Pill } from "../../parts/Pill.tsx"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/approvals.ts"
import type { Verdict } from "./DecideDialog.tsx"
import { detailsOf, isOwn, signedCoins } from "./requestWords.ts"

const Ordered = ({ of: { createdAt, orderedBy } }: { readonly of: ApprovalRequest }) => (
  <>
    <Time at={createdAt} />
    <By of={orderedBy} />
  </>
)

const Lapses = ({ of: { lapsesAt } }: { readonly of: ApprovalRequest }) =>
  words.lapses(<Time at={lapsesAt} />)

const State = ({ of: { decidedAt, decidedBy, state } }: { readonly of: ApprovalRequest }) => (
  <>
    <Pill tone={state === "approved" ? "good" : "plain"}>{words.states[state]}</Pill>
    {decidedAt !== null && (
      <span class="under">
        <Time at={decidedAt} />
        <By of={decidedBy} />
      </span>
    )}
  </>
)

/** On a narrow screen the first column contains the hidden ones. */
const member: Column<ApprovalRequest> = {
  title: words.member,
  cell: (of) => (
    <>
      <Person userId={of.userId} />
      {detailsOf(of).map((text) => (
        <small key={text} class="below words">
          <Given>{text}</Given>
        </small>
      ))}
      <small class="below narrow">
        <Ordered of={of} />
        {of.state === "waiting" && (
          <>
            , <Lapses of={of} />
          </>
        )}
      </small>
    </>
  )
}

const ordered: Column<ApprovalRequest> = {
  title: words.ordered,
  secondary: true,
  cell: (of) => (
    <>
      <Ordered of={of} />
      {of.state === "waiting" && (
        <small class="below">
          <Lapses of={of} />
        </small>
      )}
    </>
  )
}

const coins: Column<ApprovalRequest> = { title: words.coins, numeric: true, cell: signedCoins }

export const endedColumns: ReadonlyArray<Column<ApprovalRequest>> = [
  member,
  ordered,
  { title: words.state, cell: (of) => <State of={of} /> },
  coins
]

export const waitingColumns = (
  decide: (verdict: Verdict, of: ApprovalRequest) => void
): ReadonlyArray<Column<ApprovalRequest>> => {
  const current = session.value
  const isMine = (of: ApprovalRequest) => current.state === "in" && isOwn(of, current.person)
  const what = (of: ApprovalRequest) => (
    <span class="unseen">{words.ofMember(signedCoins(of), <Given>{of.userId}</Given>)}</span>
  )
  const decision = (of: ApprovalRequest) =>
    isMine(of) ? (
      <span class="quiet">{words.ownRequest}</span>
    ) : (
      <div class="state">
        <button type="button" class="link" onClick={() => decide("approve", of)}>
          {words.approve.button}
          {what(of)}
        </button>{" "}
        <button type="button" class="link danger" onClick={() => decide("decline", of)}>
          {words.decline.button}
          {what(of)}
        </button>
      </div>
    )
  return [member, ordered, coins, { title: words.decide, cell: decision }]
}
