import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { Data, Rule } from "../../contract.ts"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { ShowMore, useMore } from "../../parts/more.tsx"
import { Person, withNames } from "../../parts/names.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { words } from "../../words/rule.ts"

type Member = Data<"rules.progress">["data"][number]

const columnsOf = (rule: Rule): ReadonlyArray<Column<Member>> => [
  { title: words.member, cell: ({ userId }) => <Person userId={userId} /> },
  {
    title: rule.type === "batched" ? words.completions : words.conditions,
    cell: ({ done, of }) => <Meter calm label={words.progress} labelled={false} used={done} max={of} />
  },
  ...(rule.type === "combined"
    ? [{ title: words.left, secondary: true, cell: ({ missing }: Member) => missing.join(", ") }]
    : []),
  {
    title: words.next,
    tight: true,
    cell: ({ missing, userId }) => (
      <a href={href(`/award?${new URLSearchParams({ userId, ruleName: missing[0] ?? rule.name })}`)}>
        {words.award}
        <span class="unseen"> {userId}</span>
      </a>
    )
  }
]

const size = 10

interface Props {
  readonly rule: Rule
  /** The number of reversals on this page. The list reloads after each. */
  readonly reversals: number
}

/** Members in the middle of a cycle, and what they lack. A page can be short, since the service checks some members at a time. */
export const PartWay = ({ reversals, rule }: Props) => {
  const { first, list } = useMore(
    size,
    (after, signal) =>
      withNames(
        call("rules.progress", {
          params: { id: rule.id },
          query: { limit: String(size), ...(after === undefined ? {} : { after }) },
          signal
        }),
        ({ data }) => data.map(({ userId }) => userId)
      ),
    [rule.id, reversals]
  )
  return (
    <section>
      <h2>
        {words.partWay} <small>{words.oldestFirst}</small>
      </h2>
      <Loaded what={words.members} of={first} skeleton={<Skeleton rows={3} />}>
        {() => (
          <>
            {list.rows.length === 0 ? (
              <p class="quiet">{list.hasMore ? words.noneOfFirst : words.nobody}</p>
            ) : (
              <Table
                caption={words.inCycle}
                columns={columnsOf(rule)}
                rows={list.rows}
                keyOf={({ userId }) => userId}
              />
            )}
            <ShowMore of={list} />
          </>
        )}
      </Loaded>
    </section>
  )
}
