import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { hrefWith, place, setQuery } from "../../app/router.ts"
import type { Transaction } from "../../contract.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Choice } from "../../parts/Field.tsx"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { keysetLinks, Pager } from "../../parts/Pager.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Table } from "../../parts/Table.tsx"
import { RefundDialog } from "./RefundDialog.tsx"
import { kinds, transactionColumns } from "./transactionColumns.tsx"

interface Props {
  readonly userId: string
  /** Counts what was written, so that the list is read again. */
  readonly changes: number
  readonly onChange: () => void
}

const size = 20
const types = Object.keys(kinds) as ReadonlyArray<Transaction["transactionType"]>

/** The wallet's transactions, newest first, each with both sides and the balance after it. */
export const Transactions = ({ changes, onChange, userId }: Props) => {
  const [refunding, setRefunding] = useState<Transaction | undefined>(undefined)
  const { query } = place.value
  const type = types.find((each) => each === query.get("type"))
  const after = query.get("after")
  const load = useLoad(
    async (signal) => {
      const query = { userId, limit: String(size), ...(type && { type }), ...(after && { after }) }
      // What the answer is about: the address may have moved on while it was read.
      return { ...(await call("coins.search", { query, signal })), type, after }
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
              <Pager
                label="transactions"
                links={keysetLinks(asked.after, next, (key) => hrefWith({ after: key }))}
              />
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
