import { exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { type Liability, owed } from "./sums.ts"

interface Line {
  readonly what: string
  readonly note?: string
  readonly coins: string
  readonly isSum?: boolean
}

const signed = (coins: string, sign: "+" | "−"): string =>
  Number(coins) === 0 ? "0" : `${sign}${exact(coins)}`

const linesOf = (of: Liability): ReadonlyArray<Line> => {
  const isRemoved = of.adjusted.startsWith("-")
  return [
    { what: "Awarded", coins: signed(of.awarded, "+") },
    { what: "Taken back", note: "reversals of awards", coins: signed(of.reversed, "−") },
    { what: "Spent", note: "without what was refunded", coins: signed(of.spent, "−") },
    { what: "Expired", coins: signed(of.expired, "−") },
    {
      what: "Adjusted by hand",
      coins: signed(of.adjusted.replace("-", ""), isRemoved ? "−" : "+")
    },
    { what: "Owed to members", note: "in wallets and pending", coins: exact(owed(of)), isSum: true }
  ]
}

/** How the programme came to owe what it owes, since its start. */
export const Origins = ({ of }: { readonly of: Liability }) => (
  <section>
    <div class="head">
      <h2>
        How it came to this <small>since the start of the programme</small>
      </h2>
    </div>
    <Table
      caption="How the liability came about"
      rows={linesOf(of)}
      keyOf={({ what }) => what}
      columns={[
        {
          title: "What",
          cell: ({ isSum, note, what }) => (
            <>
              {isSum ? <b>{what}</b> : what}
              {note && <small class="below">{note}</small>}
            </>
          )
        },
        {
          title: "Coins",
          numeric: true,
          cell: ({ coins, isSum }) => (isSum ? <b>{coins}</b> : coins)
        }
      ]}
    />
  </section>
)
