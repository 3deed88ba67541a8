import { hrefWith } from "../../app/router.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { Person } from "../../parts/names.tsx"
import { counted, exact, rounded } from "../../parts/numbers.ts"
import { ButtonLink } from "../../parts/Page.tsx"
import { Pager } from "../../parts/Pager.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { type BoardQuery, timeOf } from "./boardQuery.ts"
import { type Ranked, tiesOf } from "./ranks.ts"
import { type BoardPage, readBoard } from "./readBoard.ts"

const columnsOf = ({ board, userId }: BoardQuery): ReadonlyArray<Column<Ranked>> => [
  { title: "Rank", numeric: true, cell: ({ rank }) => exact(rank) },
  {
    title: "Member",
    cell: (entry) => (
      <>
        <Person userId={entry.userId} />
        {entry.userId === userId && <span class="unseen">, the member you searched for</span>}
      </>
    )
  },
  ...(board === "points"
    ? [
        {
          title: "Reached",
          secondary: true,
          numeric: true,
          cell: ({ reachedAt }: Ranked) => (reachedAt === undefined ? null : <Time at={reachedAt} />)
        }
      ]
    : []),
  {
    title: board === "points" ? "Points" : "Coins",
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
        ? `${position.userId} is not on this board yet.`
        : `${position.userId} has rank ${exact(position.rank)} of ${exact(count)}, with ${counted(
            position.amount,
            query.board === "points" ? "point" : "coin"
          )}.`}
    </p>
  )

const None = ({ query }: { readonly query: BoardQuery }) =>
  query.year === undefined ? (
    <Empty
      title="Nobody is on this board yet"
      action={<ButtonLink to="/members">Go to members</ButtonLink>}
      curl={
        query.board === "spender"
          ? curlOf("coins.transfer", { userId: "customer-42", coins: 5 })
          : curlOf("rules.award", { userId: "customer-42", ruleName: "sign-up" })
      }
    >
      {query.board === "spender"
        ? "Members appear here when coins go from their wallets to you."
        : "Members appear here when an award pays them."}
    </Empty>
  ) : (
    <Empty title={`Nobody is on the board ${timeOf(query)}`}>Choose another month, or all time.</Empty>
  )

/** A board with pages. */
export const BoardView = ({ query }: { readonly query: BoardQuery }) => {
  const { around, month, page, userId, year } = query
  const load = useLoad((signal) => readBoard(query, signal), [year, month, page, around, userId])
  const pageHref = (to: number | null) =>
    to === null ? undefined : hrefWith({ around: "", userId, page: String(to) })
  return (
    <Loaded what="the leaderboard" of={load} skeleton={<Skeleton rows={10} />}>
      {(board) => {
        if (board.count === 0) return <None query={query} />
        const ties = tiesOf(board.ranked, { order: board.order, hasNext: board.next !== null })
        return (
          <>
            <Position query={query} of={board} />
            {ties && <p class="ties">{ties}</p>}
            <Table
              caption="Leaderboard"
              columns={columnsOf(query)}
              rows={board.ranked}
              keyOf={({ userId: id }) => id}
              isMarked={({ userId: id }) => id === userId}
            />
            <Pager
              label="the leaderboard"
              words={`Page ${exact(board.page)} of ${exact(board.last)} · ${counted(board.count, "member")}`}
              links={[
                ["Previous page", pageHref(board.previous)],
                ["Next page", pageHref(board.next)]
              ]}
            />
          </>
        )
      }}
    </Loaded>
  )
}
