import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Award, Query } from "../../contract.ts"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { memberHref } from "../../parts/member.ts"
import { ShowMore, useMore } from "../../parts/more.tsx"
import { counted } from "../../parts/numbers.ts"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { ActivityLink } from "../activities/ActivityLink.tsx"
import { AwardCoins, AwardState } from "./AwardState.tsx"
import { ReverseDialog } from "./ReverseDialog.tsx"
import { isReversible } from "./reversalChoice.ts"

const Note = ({ award: { metadata, note } }: { readonly award: Award }) => (
  <>
    {note}
    {Object.entries(metadata).map(([key, value]) => (
      <small key={key}>
        {key}: {value}
      </small>
    ))}
  </>
)

const awardColumns = (reverse: (award: Award) => void): ReadonlyArray<Column<Award>> => [
  {
    title: "Award",
    cell: (award) => (
      <>
        <a href={memberHref(award.userId)}>{award.userId}</a>
        <small>
          {award.ruleName} · <Time at={award.createdAt} />
          {award.activityId !== null && (
            <>
              {" · "}
              <ActivityLink of={award} />
            </>
          )}
        </small>
      </>
    )
  },
  { title: "Note", secondary: true, cell: (award) => <Note award={award} /> },
  { title: "Coins", numeric: true, cell: (award) => <AwardCoins award={award} /> },
  {
    title: "State",
    cell: (award) => (
      <div class="state">
        <AwardState award={award} />
        {isReversible(award) && (
          <button type="button" class="link" onClick={() => reverse(award)}>
            Reverse
            <span class="unseen">
              {" "}
              {award.ruleName} for {award.userId}
            </span>
          </button>
        )}
      </div>
    )
  }
]

interface Props {
  readonly query: Query<"rules.awards">
  /** The id of the award to mark. */
  readonly marked?: string | undefined
  /** Shown if there are none. */
  readonly empty: ComponentChildren
  /** Called after an award was reversed. */
  readonly onReversed?: () => void
}

/** Awards, newest first, with a button that reverses. A reversed award stays in the list. */
export const AwardList = ({ empty, marked, onReversed, query }: Props) => {
  const [asked, setAsked] = useState<Award>()
  const [changed, setChanged] = useState<Readonly<Record<string, Award>>>({})
  const size = Number(query.limit ?? 20)
  const { first, list } = useMore(
    size,
    (after, signal) =>
      call("rules.awards", { query: { ...query, ...(after === undefined ? {} : { after }) }, signal }),
    [JSON.stringify(query)]
  )
  const now = (award: Award): Award => changed[award.id] ?? award
  return (
    <div class="listed">
      <Loaded of={first} skeleton={<Skeleton rows={size} />}>
        {() =>
          list.rows.length === 0 && !list.hasMore ? (
            empty
          ) : list.rows.length === 0 ? (
            <>
              <p class="quiet">None of the newest awards matches. Older ones were not examined yet.</p>
              <ShowMore of={list} />
            </>
          ) : (
            <>
              <p class="count" role="status">
                {counted(list.rows.length, "award")}
                {list.hasMore && ", and more"}
              </p>
              <Table
                caption="Awards"
                columns={awardColumns(setAsked)}
                rows={list.rows.map(now)}
                keyOf={({ id }) => id}
                isMarked={({ id }) => id === marked}
              />
              <ShowMore of={list} />
            </>
          )
        }
      </Loaded>
      {asked !== undefined && (
        <ReverseDialog
          award={asked}
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
