import { hrefWith } from "../../app/router.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Person, PersonName } from "../../parts/names.tsx"
import { exact, rounded } from "../../parts/numbers.ts"
import { type Column, Table } from "../../parts/Table.tsx"
import { words } from "../../words/boards.ts"
import { months } from "./boardQuery.ts"
import { type MonthOfYear, readYear } from "./readBoard.ts"

interface ShareProps {
  readonly value: number
  /** The value of a full bar. */
  readonly max: number
  readonly strong?: boolean
}

/** A bar of a chart. Its number is shown beside it. */
const Share = ({ max, strong = false, value }: ShareProps) => (
  <svg class={`share${strong ? " strong" : ""}`} aria-hidden="true">
    <rect width={`${max === 0 ? 0 : Math.min(100, (value / max) * 100)}%`} height="100%" rx="3" />
  </svg>
)

interface Props {
  readonly year: number
  readonly board: "earner" | "spender"
}

interface ChartProps {
  readonly name: string
  readonly month: MonthOfYear | undefined
  readonly href: string
  /** The most coins of the year. All charts have the same scale. */
  readonly max: number
}

const Chart = ({ href, max, month, name }: ChartProps) => (
  <li>
    <h2>{month === undefined ? name : <a href={href}>{name}</a>}</h2>
    {month === undefined ? (
      <p class="quiet">{words.notBegun}</p>
    ) : month.entries.length === 0 ? (
      <p class="quiet">{words.nobodyAtAll}</p>
    ) : (
      <ol>
        {month.entries.map(({ coins, userId }, index) => (
          <li key={userId}>
            <span class="cut" title={userId}>
              <PersonName userId={userId} />
            </span>
            <span title={exact(coins)}>{rounded(coins)}</span>
            <Share value={coins} max={max} strong={index === 0} />
          </li>
        ))}
      </ol>
    )}
  </li>
)

interface Row {
  readonly month: string
  readonly userId: string
  readonly coins: number
}

const columns: ReadonlyArray<Column<Row>> = [
  { title: words.month, cell: ({ month }) => month },
  { title: words.member, cell: ({ userId }) => <Person userId={userId} /> },
  { title: words.coins, numeric: true, cell: ({ coins }) => exact(coins) }
]

/** The top five of each month as twelve small charts, and as a table. */
export const YearView = ({ board, year }: Props) => {
  const load = useLoad((signal) => readYear(year, board, signal), [year, board])
  return (
    <Loaded what={words.what} of={load} skeleton={<Skeleton rows={12} size="chart" />}>
      {(found) => {
        const max = Math.max(0, ...found.flatMap(({ entries }) => entries.map(({ coins }) => coins)))
        const rows = found.flatMap(({ entries, name: month }) =>
          entries.map((entry) => ({ month, ...entry }))
        )
        return (
          <>
            <ul class="charts" aria-label={words.bestOfMonths(year)}>
              {months.map((name, index) => (
                <Chart
                  key={name}
                  name={name}
                  month={found.find((each) => each.name === name)}
                  href={hrefWith({ month: String(index + 1), page: "", around: "" })}
                  max={max}
                />
              ))}
            </ul>
            {rows.length > 0 && (
              <details>
                <summary>{words.yearAsTable}</summary>
                <Table
                  caption={words.bestOfMonths(year)}
                  columns={columns}
                  rows={rows}
                  keyOf={({ month, userId }) => `${month} ${userId}`}
                />
              </details>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
