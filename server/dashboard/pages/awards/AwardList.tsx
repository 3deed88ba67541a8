import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Award, Query } from "../../contract.ts"
import { Loaded, Skeleton } from "../../parts/load.tsx"
import { ShowMore, useMore } from "../../parts/more.tsx"
import { counted } from "../../parts/numbers.ts"
import { Table } from "../../parts/Table.tsx"
import { awardColumns } from "./columns.tsx"
import { ReverseDialog } from "./ReverseDialog.tsx"

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
  const [reversed, setReversed] = useState<Readonly<Record<string, string>>>({})
  const { first, list } = useMore(
    (after, signal) =>
      call("rules.awards", { query: { ...query, ...(after === undefined ? {} : { after }) }, signal }),
    [JSON.stringify(query)]
  )
  const now = (award: Award): Award => {
    const reversedAt = reversed[award.id]
    return reversedAt === undefined ? award : { ...award, state: "reversed", reversedAt }
  }
  return (
    <div class="listed">
      <Loaded of={first} skeleton={<Skeleton rows={Number(query.limit ?? 20)} />}>
        {() =>
          list.rows.length === 0 ? (
            empty
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
          onReversed={({ createdAt }) => {
            setReversed((last) => ({ ...last, [asked.id]: createdAt }))
            setAsked(undefined)
            onReversed?.()
          }}
        />
      )}
    </div>
  )
}
