import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import type { PageOperation, Transaction } from "../../contract.ts"
import { awardHref } from "../../parts/award.ts"
import { By } from "../../parts/By.tsx"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Choice } from "../../parts/Field.tsx"
import { fullPage } from "../../parts/fullPage.ts"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { exact } from "../../parts/numbers.ts"
import { KeysetPager } from "../../parts/Pager.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/members.ts"
import { RefundDialog } from "./RefundDialog.tsx"
import { ReverseAdjustmentDialog } from "./ReverseAdjustmentDialog.tsx"
import { isOfMerged, kinds, sidesOf, textsOf } from "./transactionWords.ts"

const amountOf = ({ coins, debitOrCredit }: Transaction): string =>
  `${debitOrCredit === "CR" ? "+" : "−"}${exact(coins)}`

/** How a transaction can be undone, and whether it was. Undefined if it cannot be undone here. */
const undoOf = ({
  createdAt,
  refunded,
  transactionType,
  updatedAt
}: Transaction):
  | { readonly call: PageOperation; readonly verb: string; readonly done: string | undefined }
  | undefined => {
  switch (transactionType) {
    case "user_partner_transfer":
      return { call: "coins.refund", verb: words.refund, done: refunded ? words.refunded : undefined }
    case "adjustment":
      return {
        call: "coins.reverseAdjustment",
        verb: words.reverse,
        done: updatedAt === createdAt ? undefined : words.reversed
      }
    default:
      return undefined
  }
}

interface UndoProps {
  readonly of: Transaction
  readonly undo: (of: Transaction) => void
}

const Undo = ({ of, undo }: UndoProps) => {
  const found = undoOf(of)
  if (found === undefined) return null
  return found.done !== undefined ? (
    <Pill>{found.done}</Pill>
  ) : (
    <May call={found.call}>
      <button type="button" class="link" onClick={() => undo(of)}>
        {found.verb}
        <span class="unseen">{words.thisMany(of.coins)}</span>
      </button>
    </May>
  )
}

/** On a narrow screen the first column contains the hidden ones. */
const transactionColumns = (
  undo: (of: Transaction) => void,
  memberId: string | undefined
): ReadonlyArray<Column<Transaction>> => [
  {
    title: words.transaction,
    cell: (of) => (
      <>
        {of.transactionType === "award" ? (
          // The transfer that pays an award has the id of the award.
          <a href={awardHref(of.id)}>{kinds.award}</a>
        ) : (
          kinds[of.transactionType]
        )}
        {textsOf(of).map((text) => (
          <small key={text} class="below">
            <Given>{text}</Given>
          </small>
        ))}
        {isOfMerged(of, memberId) && <small class="below">{words.inMergedWallet}</small>}
        <small class="below narrow">
          <Given>{sidesOf(of)}</Given>
        </small>
        <small class="below narrow">
          <Time at={of.createdAt} />
          <By of={of.orderedBy} /> <Undo of={of} undo={undo} />
        </small>
      </>
    )
  },
  { title: words.fromTo, secondary: true, cell: (of) => <Given>{sidesOf(of)}</Given> },
  {
    title: words.when,
    secondary: true,
    cell: ({ createdAt, orderedBy }) => (
      <>
        <Time at={createdAt} />
        <small class="below">
          <By of={orderedBy} />
        </small>
      </>
    )
  },
  {
    title: words.coins,
    numeric: true,
    cell: (of) => <span class={of.debitOrCredit === "CR" ? "plus" : ""}>{amountOf(of)}</span>
  },
  { title: words.balance, numeric: true, cell: ({ balance }) => exact(balance) },
  { title: words.undo, secondary: true, cell: (of) => <Undo of={of} undo={undo} /> }
]

interface Props {
  readonly userId: string
  readonly memberId: string | undefined
  /** The coins in the wallet at the last read. */
  readonly holds: number
  /** Counts changes of the wallet. The list reloads after each. */
  readonly changes: number
  readonly onChange: () => void
}

const size = 20
const types = Object.keys(kinds) as ReadonlyArray<Transaction["transactionType"]>

/** The wallet's transactions, newest first, each with both sides and the balance afterwards. */
export const Transactions = ({ changes, holds, memberId, onChange, userId }: Props) => {
  const [undoing, setUndoing] = useState<Transaction | undefined>(undefined)
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
  const undone = { onClose: () => setUndoing(undefined), onDone: onChange }
  return (
    <section>
      <div class="filters">
        <Choice
          label={words.type}
          name="type"
          value={type ?? ""}
          options={[["", words.allTypes], ...types.map((each) => [each, kinds[each]] as const)]}
          onValue={(chosen) => setQuery({ type: chosen, after: "" })}
        />
        <CsvLink of="coins.search" query={{ userId, ...(type && { type }) }} what={words.theseTransactions} />
      </div>
      <Loaded what={words.whatTransactions} of={load} skeleton={<Skeleton rows={6} />}>
        {({ data, next, ...asked }) =>
          data.length > 0 ? (
            <>
              <Table
                caption={words.transactionsOf(userId)}
                columns={transactionColumns(setUndoing, memberId)}
                rows={data}
                keyOf={({ id }) => id}
              />
              <KeysetPager label={words.transactionList} after={asked.after} next={next} />
            </>
          ) : next !== null ? (
            <>
              <p class="quiet">{words.noneOfNewest}</p>
              <KeysetPager label={words.transactionList} after={asked.after} next={next} />
            </>
          ) : asked.type === undefined && asked.after === null ? (
            <Empty title={words.noTransactions} curl={curlOf("rules.award", { userId, ruleName: "sign-up" })}>
              {words.noTransactionsHint}
            </Empty>
          ) : (
            <Empty title={words.noSuchTransaction}>{words.noSuchTransactionHint}</Empty>
          )
        }
      </Loaded>
      {undoing &&
        (undoing.transactionType === "adjustment" ? (
          <ReverseAdjustmentDialog {...undone} of={undoing} holds={holds} />
        ) : (
          <RefundDialog {...undone} of={undoing} />
        ))}
    </section>
  )
}
