import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import type { Data, Rule } from "../../contract.ts"
import { Loaded } from "../../parts/Loaded.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { useMore } from "../../parts/more.ts"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { memberHref } from "../members/places.ts"

type Member = Data<"rules.progress">["data"][number]

const columnsOf = (rule: Rule): ReadonlyArray<Column<Member>> => [
  { title: "Member", cell: ({ userId }) => <a href={memberHref(userId)}>{userId}</a> },
  {
    title: rule.type === "batched" ? "Completions" : "Conditions",
    cell: ({ done, of }) => <Meter calm label="Progress" labelled={false} used={done} max={of} />
  },
  ...(rule.type === "combined"
    ? [{ title: "Left", secondary: true, cell: ({ missing }: Member) => missing.join(", ") }]
    : []),
  {
    title: "Next",
    tight: true,
    cell: ({ missing, userId }) => (
      <a href={href(`/award?${new URLSearchParams({ userId, ruleName: missing[0] ?? rule.name })}`)}>
        Award<span class="unseen"> {userId}</span>
      </a>
    )
  }
]

interface Props {
  readonly rule: Rule
  /** How many awards were reversed on this page: progress is read again after each. */
  readonly reversals: number
}

/** Who is in the middle of a cycle, and what is left. A page can be short: the service looks at some members at a time. */
export const PartWay = ({ reversals, rule }: Props) => {
  const { first, list } = useMore(
    (after, signal) =>
      call("rules.progress", {
        params: { id: rule.id },
        query: { limit: "10", ...(after === undefined ? {} : { after }) },
        signal
      }),
    [rule.id, reversals]
  )
  return (
    <section>
      <h2>
        Part-way <small>in the order of onboarding</small>
      </h2>
      <Loaded of={first} skeleton={<Skeleton rows={3} />}>
        {() => (
          <>
            {list.rows.length === 0 ? (
              <p class="quiet">
                {list.hasMore
                  ? "None of the first members is in the middle of a cycle."
                  : "Nobody is in the middle of a cycle."}
              </p>
            ) : (
              <Table
                caption="Members in the middle of a cycle"
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
