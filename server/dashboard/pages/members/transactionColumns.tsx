import type { Transaction } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import type { Column } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"

/** The types of transactions in words. */
export const kinds = {
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
export const transactionColumns = (refund: (of: Transaction) => void): ReadonlyArray<Column<Transaction>> => [
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
