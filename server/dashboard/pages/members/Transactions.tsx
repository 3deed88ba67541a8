import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import type { Transaction } from "../../contract.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Choice } from "../../parts/Field.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { KeysetPager } from "../../parts/Pager.tsx"
import { Table } from "../../parts/Table.tsx"
import { RefundDialog } from "./RefundDialog.tsx"
import { kinds, transactionColumns } from "./transactionColumns.tsx"

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
      const query = { userId, limit: String(size), ...(type && { type }), ...(after && { after }) }
      // The address may have changed while this was read, so the answer keeps its own query.
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
