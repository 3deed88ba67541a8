import { call } from "../../api.ts"
import { href, hrefWith, place, setQuery } from "../../app/router.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Field } from "../../parts/Field.tsx"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { Page } from "../../parts/Page.tsx"
import { keysetLinks, Pager } from "../../parts/Pager.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { useSettled } from "../../parts/settled.ts"
import { Table } from "../../parts/Table.tsx"
import { memberColumns } from "./columns.tsx"

const size = 20

const New = () => (
  <a class="button" href={href("/members/new")}>
    Onboard a member
  </a>
)

const None = () => (
  <Empty title="No members yet" action={<New />} curl={curlOf("members.onboard", { userId: "customer-42" })}>
    A member is one of your users who can be awarded, owns a wallet and stands on the leaderboards.
  </Empty>
)

const NoMatch = () => (
  <Empty
    title="No member matches"
    action={
      <button type="button" class="button plain" onClick={() => setQuery({ q: "" })}>
        Clear the search
      </button>
    }
  >
    The search finds what an id, a tag or a name starts with. Ids are compared with their case.
  </Empty>
)

/** The partner's members. The search and the page are in the address. */
export const MembersPage = () => {
  const { query } = place.value
  const q = query.get("q") ?? ""
  const search = useSettled(q.trim())
  const after = query.get("after")
  const load = useLoad(
    async (signal) => {
      const page = await call("members.list", {
        query: { limit: String(size), ...(search && { search }), ...(after && { after }) },
        signal
      })
      // What the answer is about: the address may have moved on while it was read.
      return { ...page, search, after }
    },
    [search, after]
  )
  return (
    <Page title="Members" actions={<New />}>
      <search class="filters">
        <div class="grow">
          <Field
            label="Search"
            name="search"
            type="search"
            value={q}
            onValue={(text) => setQuery({ q: text, after: "" })}
            placeholder="What an id, a tag or a name starts with"
            fault={undefined}
          />
        </div>
      </search>
      <Loaded of={load} skeleton={<Skeleton rows={8} />}>
        {({ data, next, ...asked }) =>
          data.length > 0 ? (
            <>
              <Table caption="Members" columns={memberColumns} rows={data} keyOf={({ id }) => id} />
              <Pager
                label="members"
                links={keysetLinks(asked.after, next, (key) => hrefWith({ after: key }))}
              />
            </>
          ) : asked.search === "" && asked.after === null ? (
            <None />
          ) : (
            <NoMatch />
          )
        }
      </Loaded>
    </Page>
  )
}
