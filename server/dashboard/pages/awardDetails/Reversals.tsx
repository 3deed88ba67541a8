import type { AwardDetails } from "../../contract.ts"
import { By } from "../../parts/By.tsx"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { Given } from "../../parts/Given.tsx"
import { counted, exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { withRest } from "./rest.ts"

type Reversal = AwardDetails["reversals"][number]

const whatCameBack = ({ amount, coins }: Reversal, whole: string | null): string =>
  amount !== null && amount !== "0" && whole !== null
    ? `${exact(amount)} of ${exact(whole)}`
    : coins === "0"
      ? "the completion"
      : counted(Number(coins), "coin")

/** What was taken back of the award. Nothing if it has no reversals. */
export const Reversals = ({ of }: { readonly of: AwardDetails }) =>
  of.reversals.length === 0 ? null : (
    <section>
      <h2>
        Reversals{" "}
        {of.coins !== "0" && (
          <small>
            {exact(decimalOf(partsOf(of.coins) - partsOf(of.coinsLeft)))} of{" "}
            {counted(Number(of.coins), "coin")}
          </small>
        )}
      </h2>
      <Table
        caption="Reversals of this award"
        rows={withRest(of)}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "What came back",
            cell: (each) => (
              <>
                <b>{whatCameBack(each, of.amount)}</b>
                {each.note !== null && (
                  <span class="under">
                    “<Given>{each.note}</Given>”
                  </span>
                )}
                <small class="below narrow">
                  <Time at={each.createdAt} />
                  <By of={each.orderedBy} />
                </small>
              </>
            )
          },
          { title: "When", secondary: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            title: "Ordered by",
            secondary: true,
            cell: ({ orderedBy }) => orderedBy && <Given>{orderedBy.name}</Given>
          },
          {
            title: "Coins",
            numeric: true,
            cell: ({ coins }) => (coins === "0" ? "0" : `−${exact(coins)}`)
          },
          { title: "Left", numeric: true, cell: ({ rest }) => exact(rest) }
        ]}
      />
    </section>
  )
