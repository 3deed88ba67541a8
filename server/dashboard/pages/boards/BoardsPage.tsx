import { place, setQuery } from "../../app/router.ts"
import { Choice } from "../../parts/Field.tsx"
import { Page } from "../../parts/Page.tsx"
import { type Asked, askedOf, boards, months, sentenceOf } from "./asked.ts"
import { BoardView } from "./BoardView.tsx"
import { Jump } from "./Jump.tsx"
import { YearView } from "./YearView.tsx"

/** How many years can be chosen; the address may have others. */
const span = 5

const yearsOf = ({ year }: Asked): ReadonlyArray<string> => {
  const now = new Date().getUTCFullYear()
  const years = Array.from({ length: span }, (_, index) => now - index)
  return [...(year === undefined || years.includes(year) ? [] : [year]), ...years].map(String)
}

/** Another board starts on its first page, with the same member marked. */
const first = { page: "", around: "" }

const Filters = ({ asked }: { readonly asked: Asked }) => (
  <search class="filters">
    <Choice
      label="Board"
      name="board"
      value={asked.board}
      options={boards}
      onValue={(board) =>
        setQuery({ board, ...first, ...(board === "points" ? { year: "", month: "" } : {}) })
      }
    />
    {asked.board !== "points" && (
      <Choice
        label="Year"
        name="year"
        value={asked.year === undefined ? "" : String(asked.year)}
        options={[["", "All time"], ...yearsOf(asked).map((year) => [year, year] as const)]}
        onValue={(year) => setQuery({ year, ...first, ...(year === "" ? { month: "" } : {}) })}
      />
    )}
    {asked.year !== undefined && (
      <Choice
        label="Month"
        name="month"
        value={asked.month === undefined ? "" : String(asked.month)}
        options={[["", "The whole year"], ...months.map((name, index) => [String(index + 1), name] as const)]}
        onValue={(month) => setQuery({ month, ...first })}
      />
    )}
  </search>
)

/** The partner's boards. Which one, its time, its page and the member who is looked for are in the address. */
export const BoardsPage = () => {
  const asked = askedOf(place.value.query)
  const { board, month, userId, year } = asked
  return (
    <Page title="Leaderboards">
      <div class="asking">
        <Filters asked={asked} />
        {(year === undefined || month !== undefined) && <Jump key={userId} userId={userId} />}
      </div>
      <p class="about">{sentenceOf(asked)}</p>
      {board !== "points" && year !== undefined && month === undefined ? (
        <YearView key={board} board={board} year={year} />
      ) : (
        <BoardView key={board} asked={asked} />
      )}
    </Page>
  )
}
