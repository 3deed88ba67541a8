import { useState } from "preact/hooks"
import { place, setQuery } from "../../app/router.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { Choice, Field } from "../../parts/Field.tsx"
import { Page } from "../../parts/Page.tsx"
import { words } from "../../words/boards.ts"
import { BoardView } from "./BoardView.tsx"
import { type BoardQuery, boardQueryOf, boardSentence, boards, months } from "./boardQuery.ts"
import { YearView } from "./YearView.tsx"

/** Opens the page of the board that shows a member. */
const Jump = ({ userId }: { readonly userId: string }) => {
  const [sought, setSought] = useState(userId)
  const jump = (event: SubmitEvent): void => {
    event.preventDefault()
    setQuery({ around: sought, userId: "", page: "" })
  }
  return (
    <form class="goto" onSubmit={jump} noValidate>
      <Field
        label={words.jumpTo}
        name="userId"
        type="search"
        value={sought}
        onValue={setSought}
        placeholder={words.jumpHint}
      />
      <button type="submit" class="button plain">
        {words.jump}
      </button>
    </form>
  )
}

/** The number of years to choose from. The address may have others. */
const span = 5

const yearsOf = ({ year }: BoardQuery): ReadonlyArray<string> => {
  const now = new Date().getUTCFullYear()
  const years = Array.from({ length: span }, (_, index) => now - index)
  return [...(year === undefined || years.includes(year) ? [] : [year]), ...years].map(String)
}

/** Another board starts on its first page, and marks the same member. */
const first = { page: "", around: "" }

const Filters = ({ query }: { readonly query: BoardQuery }) => (
  <search class="filters">
    <Choice
      label={words.board}
      name="board"
      value={query.board}
      options={boards}
      onValue={(board) =>
        setQuery({ board, ...first, ...(board === "points" ? { year: "", month: "" } : {}) })
      }
    />
    {query.board !== "points" && (
      <Choice
        label={words.year}
        name="year"
        value={query.year === undefined ? "" : String(query.year)}
        options={[["", words.allTime], ...yearsOf(query).map((year) => [year, year] as const)]}
        onValue={(year) => setQuery({ year, ...first, ...(year === "" ? { month: "" } : {}) })}
      />
    )}
    {query.year !== undefined && (
      <Choice
        label={words.month}
        name="month"
        value={query.month === undefined ? "" : String(query.month)}
        options={[["", words.wholeYear], ...months.map((name, index) => [String(index + 1), name] as const)]}
        onValue={(month) => setQuery({ month, ...first })}
      />
    )}
  </search>
)

/** The months of a whole year are several boards, so they are no file. */
const BoardCsv = ({ query: { board, month, year } }: { readonly query: BoardQuery }) =>
  board === "points" ? (
    <CsvLink of="boards.points" what={words.thisBoard} />
  ) : year === undefined ? (
    <CsvLink of="boards.coins" query={{ type: board }} what={words.thisBoard} />
  ) : month === undefined ? null : (
    <CsvLink
      of="boards.coins"
      query={{ type: board, year: String(year), month: String(month) }}
      what={words.thisBoard}
    />
  )

/** The partner's boards. The address has the board, its period, its page and the marked member. */
export const BoardsPage = () => {
  const query = boardQueryOf(place.value.query)
  const { board, month, userId, year } = query
  return (
    <Page title={words.title} actions={<BoardCsv query={query} />}>
      <div class="asking">
        <Filters query={query} />
        {(year === undefined || month !== undefined) && <Jump key={userId} userId={userId} />}
      </div>
      <p class="about">{boardSentence(query)}</p>
      {board !== "points" && year !== undefined && month === undefined ? (
        <YearView key={board} board={board} year={year} />
      ) : (
        <BoardView key={board} query={query} />
      )}
    </Page>
  )
}
