import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Activity, Query } from "../../contract.ts"
import { By } from "../../parts/By.tsx"
import { emptyIfUnknown } from "../../parts/fullPage.ts"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { May } from "../../parts/May.tsx"
import { ShowMore, useMore } from "../../parts/more.tsx"
import { PersonId, PersonLink, withNames } from "../../parts/names.tsx"
import { Pill } from "../../parts/Pill.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/activities.ts"
import { Outcomes } from "./Outcomes.tsx"
import { ReverseActivityDialog } from "./ReverseActivityDialog.tsx"

const minute = 60_000

/** When it happened, if that is not when it was recorded. */
const Happened = ({ of: { createdAt, occurredAt } }: { readonly of: Activity }) =>
  Math.abs(Date.parse(createdAt) - Date.parse(occurredAt)) < minute ? null : (
    <small>{words.happened(<Time at={occurredAt} />)}</small>
  )

const Data = ({ of: { data, type, userId } }: { readonly of: Activity }) => {
  const size = Object.keys(data ?? {}).length
  if (data === null) return <span class="quiet">{words.hidden}</span>
  if (size === 0) return <span class="quiet">{words.noData}</span>
  return (
    <details>
      <summary>
        {words.values(size)}
        <span class="unseen">{words.ofActivity(<Given>{type}</Given>, <Given>{userId}</Given>)}</span>
      </summary>
      <pre class="data" dir="auto">
        {JSON.stringify(data, null, 2)}
      </pre>
    </details>
  )
}

/** `member` is the member whose page shows the list. Its activities may have been recorded with another of its ids. */
const columnsOf = (
  reverse: (activity: Activity) => void,
  member: string | undefined
): ReadonlyArray<Column<Activity>> => [
  {
    title: words.activity,
    cell: (activity) => (
      <>
        {member === undefined ? <PersonLink userId={activity.userId} /> : activity.type}
        <small>
          {member === undefined && (
            <>
              <PersonId userId={activity.userId} />
              {activity.type} ·{" "}
            </>
          )}
          {member !== undefined && member !== activity.userId && words.as(<Given>{activity.userId}</Given>)}
          <Time at={activity.createdAt} />
          <By of={activity.orderedBy} />
        </small>
        <Happened of={activity} />
      </>
    )
  },
  { title: words.data, secondary: true, cell: (activity) => <Data of={activity} /> },
  { title: words.outcomes, cell: ({ outcomes }) => <Outcomes of={outcomes} /> },
  {
    title: words.undo,
    tight: true,
    cell: (activity) =>
      activity.reversedAt === null ? (
        <May call="activities.reverse">
          <button type="button" class="link" onClick={() => reverse(activity)}>
            {words.reverse}
            <span class="unseen">
              {words.theActivity(<Given>{activity.type}</Given>, <Given>{activity.userId}</Given>)}
            </span>
          </button>
        </May>
      ) : (
        <Pill>{words.reversed(<Time at={activity.reversedAt} />)}</Pill>
      )
  }
]

interface Props {
  readonly query: Query<"activities.list">
  /** The id of the activity to mark. */
  readonly marked?: string | undefined
  /** True in the list of one member. */
  readonly isOfMember?: boolean
  /** Shown if there are none. */
  readonly empty: ComponentChildren
  /** Called after an activity was reversed. */
  readonly onReversed?: () => void
}

/** Activities, newest first, with what each earned. A reversed one stays in the list. */
export const ActivityList = ({ empty, isOfMember = false, marked, onReversed, query }: Props) => {
  const [asked, setAsked] = useState<Activity>()
  const [changed, setChanged] = useState<Readonly<Record<string, Activity>>>({})
  const size = Number(query.limit ?? 20)
  const { first, list } = useMore(
    size,
    (after, signal) =>
      withNames(
        emptyIfUnknown(
          call("activities.list", { query: { ...query, ...(after === undefined ? {} : { after }) }, signal })
        ),
        ({ data }) => (isOfMember ? [] : data.map(({ userId }) => userId))
      ),
    [JSON.stringify(query)]
  )
  return (
    <div class="listed">
      <Loaded what={words.what} of={first} skeleton={<Skeleton rows={size} />}>
        {() =>
          list.rows.length === 0 && !list.hasMore ? (
            empty
          ) : list.rows.length === 0 ? (
            <>
              <p class="quiet">{words.noneOfNewest}</p>
              <ShowMore of={list} />
            </>
          ) : (
            <>
              <p class="count" role="status">
                {list.hasMore ? words.listedAndMore(list.rows.length) : words.listed(list.rows.length)}
              </p>
              <Table
                caption={words.title}
                columns={columnsOf(setAsked, isOfMember ? query.userId : undefined)}
                rows={list.rows.map((activity) => changed[activity.id] ?? activity)}
                keyOf={({ id }) => id}
                isMarked={({ id }) => id === marked}
              />
              <ShowMore of={list} />
            </>
          )
        }
      </Loaded>
      {asked !== undefined && (
        <ReverseActivityDialog
          of={asked}
          onClose={() => setAsked(undefined)}
          onReversed={(after) => {
            setChanged((last) => ({ ...last, [after.id]: after }))
            setAsked(undefined)
            onReversed?.()
          }}
        />
      )}
    </div>
  )
}
