import { call } from "../../api.ts"
import { place } from "../../app/router.ts"
import type { Award } from "../../contract.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { fullPage } from "../../parts/fullPage.ts"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { KeysetPager } from "../../parts/Pager.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { ActivityLink } from "../activities/ActivityLink.tsx"
import { AwardCoins, AwardState } from "../awards/AwardState.tsx"

const size = 20

const columns: ReadonlyArray<Column<Award>> = [
  {
    title: "Rule",
    cell: (award) => (
      <>
        {award.ruleName}
        {award.note && <small class="below">{award.note}</small>}
        {award.activityId !== null && (
          <small class="below">
            <ActivityLink of={award} />
          </small>
        )}
        <small class="below narrow">
          <Time at={award.createdAt} />
        </small>
      </>
    )
  },
  { title: "State", cell: (award) => <AwardState award={award} /> },
  { title: "Coins", numeric: true, cell: (award) => <AwardCoins award={award} /> },
  { title: "When", secondary: true, numeric: true, cell: ({ createdAt }) => <Time at={createdAt} /> }
]

/** The member's awards, newest first. */
export const MemberAwards = ({ userId }: { readonly userId: string }) => {
  const after = place.value.query.get("after")
  const load = useLoad(
    async (signal) => {
      const read = (start: string | undefined) =>
        call("rules.awards", {
          query: { userId, limit: String(size), ...(start && { after: start }) },
          signal
        })
      return { ...(await fullPage(size, read, after ?? undefined)), after }
    },
    [userId, after]
  )
  return (
    <section>
      <Loaded of={load} skeleton={<Skeleton rows={6} />}>
        {({ after: from, data, next }) =>
          data.length === 0 ? (
            <Empty title="No awards yet" curl={curlOf("rules.award", { userId, ruleName: "sign-up" })}>
              An award says that the member met a rule's condition once; it pays, or it counts.
            </Empty>
          ) : (
            <>
              <Table caption={`Awards of ${userId}`} columns={columns} rows={data} keyOf={({ id }) => id} />
              <KeysetPager label="awards" after={from} next={next} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
