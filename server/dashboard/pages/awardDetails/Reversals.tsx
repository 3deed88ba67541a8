import type { AwardDetails } from "../../contract.ts"
import { By } from "../../parts/By.tsx"
import { decimalOf, partsOf } from "../../parts/decimals.ts"
import { Given } from "../../parts/Given.tsx"
import { exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/awardDetails.ts"
import { withRest } from "./rest.ts"

type Reversal = AwardDetails["reversals"][number]

const whatCameBack = ({ amount, coins }: Reversal, whole: string | null): string =>
  amount !== null && amount !== "0" && whole !== null
    ? words.partOf(exact(amount), exact(whole))
    : coins === "0"
      ? words.completion
      : words.coins(Number(coins))

/** What was taken back of the award. Nothing if it has no reversals. */
export const Reversals = ({ of }: { readonly of: AwardDetails }) =>
  of.reversals.length === 0 ? null : (
    <section>
      <h2>
        {words.reversals}{" "}
        {of.coins !== "0" && (
          <small>
            {words.takenOf(exact(decimalOf(partsOf(of.coins) - partsOf(of.coinsLeft))), Number(of.coins))}
          </small>
        )}
      </h2>
      <Table
        caption={words.reversalsOfAward}
        rows={withRest(of)}
        keyOf={({ id }) => id}
        columns={[
          {
            title: words.cameBack,
            cell: (each) => (
              <>
                <b>{whatCameBack(each, of.amount)}</b>
                {each.note !== null && <span class="under">{words.quoted(<Given>{each.note}</Given>)}</span>}
                <small class="below narrow">
                  <Time at={each.createdAt} />
                  <By of={each.orderedBy} />
                </small>
              </>
            )
          },
          { title: words.at, secondary: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            title: words.orderedBy,
            secondary: true,
            cell: ({ orderedBy }) => orderedBy && <Given>{orderedBy.name}</Given>
          },
          {
            title: words.coinsColumn,
            numeric: true,
            cell: ({ coins }) => (coins === "0" ? "0" : `−${exact(coins)}`)
          },
          { title: words.leftColumn, numeric: true, cell: ({ rest }) => exact(rest) }
        ]}
      />
    </section>
  )
