import { exact } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { words } from "../../words/liability.ts"
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
    { what: words.awarded, coins: signed(of.awarded, "+") },
    { what: words.takenBack, note: words.takenBackNote, coins: signed(of.reversed, "−") },
    { what: words.spent, note: words.spentNote, coins: signed(of.spent, "−") },
    { what: words.expired, coins: signed(of.expired, "−") },
    {
      what: words.adjusted,
      coins: signed(of.adjusted.replace("-", ""), isRemoved ? "−" : "+")
    },
    { what: words.owed, note: words.owedNote, coins: exact(owed(of)), isSum: true }
  ]
}

/** How the programme came to owe what it owes, since its start. */
export const Origins = ({ of }: { readonly of: Liability }) => (
  <section>
    <div class="head">
      <h2>
        {words.origins} <small>{words.sinceStart}</small>
      </h2>
    </div>
    <Table
      caption={words.originsCaption}
      rows={linesOf(of)}
      keyOf={({ what }) => what}
      columns={[
        {
          title: words.line,
          cell: ({ isSum, note, what }) => (
            <>
              {isSum ? <b>{what}</b> : what}
              {note && <small class="below">{note}</small>}
            </>
          )
        },
        {
          title: words.coins,
          numeric: true,
          cell: ({ coins, isSum }) => (isSum ? <b>{coins}</b> : coins)
        }
      ]}
    />
  </section>
)
