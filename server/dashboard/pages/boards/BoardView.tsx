import { hrefWith } from "../../app/router.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Person } from "../../parts/names.tsx"
import { exact, rounded } from "../../parts/numbers.ts"
import { ButtonLink } from "../../parts/Page.tsx"
import { Pager } from "../../parts/Pager.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/boards.ts"
import { parts } from "../../words/common.ts"
import { type BoardQuery, months } from "./boardQuery.ts"
import { type Ranked, tiesOf } from "./ranks.ts"
import { type BoardPage, readBoard } from "./readBoard.ts"

const columnsOf = ({ board, userId }: BoardQuery): ReadonlyArray<Column<Ranked>> => [
  { title: words.rank, numeric: true, cell: ({ rank }) => exact(rank) },
  {
    title: words.member,
    cell: (entry) => (
      <>
        <Person userId={entry.userId} />
        {entry.userId === userId && <span class="unseen">{words.sought}</span>}
      </>
    )
  },
  ...(board === "points"
    ? [
        {
          title: words.reached,
          secondary: true,
          numeric: true,
          cell: ({ reachedAt }: Ranked) => (reachedAt === undefined ? null : <Time at={reachedAt} />)
        }
      ]
    : []),
  {
    title: board === "points" ? words.points : words.coins,
    numeric: true,
    cell: ({ coins }) => <span title={exact(coins)}>{rounded(coins)}</span>
  }
]

/** The position of the member that the reader looks for. */
const Position = ({
  query,
  of: { count, position }
}: {
  readonly query: BoardQuery
  readonly of: BoardPage
}) =>
  position && (
    <p class="say" role="status">
      {position.rank === 0
        ? words.notOnBoard(<Given>{position.userId}</Given>)
        : (query.board === "points" ? words.hasPoints : words.hasCoins)(
            <Given>{position.userId}</Given>,
            exact(position.rank),
            exact(count),
            position.amount
          )}
    </p>
  )

const None = ({ query }: { readonly query: BoardQuery }) =>
  query.year === undefined ? (
    <Empty
      title={words.nobody}
      action={<ButtonLink to="/members">{words.toMembers}</ButtonLink>}
      curl={
        query.board === "spender"
          ? curlOf("coins.transfer", { userId: "customer-42", coins: 5 })
          : curlOf("rules.award", { userId: "customer-42", ruleName: "sign-up" })
      }
    >
      {query.board === "spender" ? words.nobodySpent : words.nobodyEarned}
    </Empty>
  ) : (
    <Empty
      title={
        query.month === undefined
          ? words.nobodyInYear(query.year)
          : words.nobodyInMonth(months[query.month - 1] ?? "", query.year)
      }
    >
      {words.chooseAnother}
    </Empty>
  )

/** A board with pages. */
export const BoardView = ({ query }: { readonly query: BoardQuery }) => {
  const { around, month, page, userId, year } = query
  const load = useLoad((signal) => readBoard(query, signal), [year, month, page, around, userId])
  const pageHref = (to: number | null) =>
    to === null ? undefined : hrefWith({ around: "", userId, page: String(to) })
  return (
    <Loaded what={words.what} of={load} skeleton={<Skeleton rows={10} />}>
      {(board) => {
        if (board.count === 0) return <None query={query} />
        const ties = tiesOf(board.ranked, { order: board.order, hasNext: board.next !== null })
        return (
          <>
            <Position query={query} of={board} />
            {ties && <p class="ties">{ties}</p>}
            <Table
              caption={words.caption}
              columns={columnsOf(query)}
              rows={board.ranked}
              keyOf={({ userId: id }) => id}
              isMarked={({ userId: id }) => id === userId}
            />
            <Pager
              label={words.list}
              words={words.pageOf(exact(board.page), exact(board.last), board.count)}
              links={[
                [words.previousPage, pageHref(board.previous)],
                [parts.nextPage, pageHref(board.next)]
              ]}
            />
          </>
        )
      }}
    </Loaded>
  )
}
