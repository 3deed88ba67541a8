import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import type { Transaction } from "../../contract.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Choice } from "../../parts/Field.tsx"
import { fullPage } from "../../parts/fullPage.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { exact } from "../../parts/numbers.ts"
import { KeysetPager } from "../../parts/Pager.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { RefundDialog } from "./RefundDialog.tsx"

/** The types of transactions in words. */
const kinds = {
  award: "Award",
  award_reversal: "Reversal of an award",
  user_partner_transfer: "Transfer to you",
  user_partner_refund: "Refund"
} as const satisfies Readonly<Record<Transaction["transactionType"], string>>

/** The name of one side of a transfer, or else its id. */
const sideOf = ({ fullname_businessName: name, userId }: Transaction["from"]): string => name || userId

const sidesOf = ({ from, to }: Transaction): string => `${sideOf(from)} → ${sideOf(to)}`

const amountOf = ({ coins, debitOrCredit }: Transaction): string =>
  `${debitOrCredit === "CR" ? "+" : "−"}${exact(coins)}`

interface UndoProps {
  readonly of: Transaction
  readonly refund: (of: Transaction) => void
}

const Undo = ({ of, refund }: UndoProps) => {
  if (of.transactionType !== "user_partner_transfer") return null
  return of.refunded ? (
    <Pill>refunded</Pill>
  ) : (
    <button type="button" class="link" onClick={() => refund(of)}>
      Refund
      <span class="unseen"> {exact(of.coins)} coins</span>
    </button>
  )
}

/** On a narrow screen the first column contains the hidden ones. */
const transactionColumns = (refund: (of: Transaction) => void): ReadonlyArray<Column<Transaction>> => [
  {
    title: "Transaction",
    cell: (of) => (
      <>
        {kinds[of.transactionType]}
        <small class="below">{of.narration}</small>
        <small class="below narrow">{sidesOf(of)}</small>
        <small class="below narrow">
          <Time at={of.createdAt} /> <Undo of={of} refund={refund} />
        </small>
      </>
    )
  },
  { title: "From → to", secondary: true, cell: sidesOf },
  { title: "When", secondary: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: "Coins",
    numeric: true,
    cell: (of) => <span class={of.debitOrCredit === "CR" ? "plus" : ""}>{amountOf(of)}</span>
  },
  { title: "Balance", numeric: true, cell: ({ balance }) => exact(balance) },
  { title: "Undo", secondary: true, cell: (of) => <Undo of={of} refund={refund} /> }
]

interface Props {
  readonly userId: string
  /** Counts changes of the wallet. The list reloads after each. */
  readonly changes: number
  readonly onChange: () => void
}

const size = 20
const types = Object.keys(kinds) as ReadonlyArray<Transaction["transactionType"]>

/** The wallet's transactions, newest first, each with both sides and the balance afterwards. */
export const Transactions = ({ changes, onChange, userId }: Props) => {
  const [refunding, setRefunding] = useState<Transaction | undefined>(undefined)
  const { query } = place.value
  const type = types.find((each) => each === query.get("type"))
  const after = query.get("after")
  const load = useLoad(
    async (signal) => {
      const query = { userId, limit: String(size), ...(type && { type }) }
      const page = await fullPage(
        size,
        (start) => call("coins.search", { query: { ...query, ...(start && { after: start }) }, signal }),
        after ?? undefined
      )
      // The address may have changed while this was read, so the answer keeps its own query.
      return { ...page, type, after }
    },
    [userId, type, after, changes]
  )
  return (
    <section>
      <div class="filters">
        <Choice
          label="Type"
          name="type"
          value={type ?? ""}
          options={[["", "All transactions"], ...types.map((each) => [each, kinds[each]] as const)]}
          onValue={(chosen) => setQuery({ type: chosen, after: "" })}
        />
      </div>
      <Loaded of={load} skeleton={<Skeleton rows={6} />}>
        {({ data, next, ...asked }) =>
          data.length > 0 ? (
            <>
              <Table
                caption={`Transactions of ${userId}`}
                columns={transactionColumns(setRefunding)}
                rows={data}
                keyOf={({ id }) => id}
              />
              <KeysetPager label="transactions" after={asked.after} next={next} />
            </>
          ) : next !== null ? (
            <>
              <p class="quiet">None of the newest transactions matches. Older ones were not examined yet.</p>
              <KeysetPager label="transactions" after={asked.after} next={next} />
            </>
          ) : asked.type === undefined && asked.after === null ? (
            <Empty
              title="No coins have moved yet"
              curl={curlOf("rules.award", { userId, ruleName: "sign-up" })}
            >
              Awards, transfers and what undoes them appear here, each with the balance after it.
            </Empty>
          ) : (
            <Empty title="No such transaction">There is none of this type in this wallet.</Empty>
          )
        }
      </Loaded>
      {refunding && <RefundDialog of={refunding} onClose={() => setRefunding(undefined)} onDone={onChange} />}
    </section>
  )
}
