import { call } from "../../api.ts"
import { place, setQuery } from "../../app/router.ts"
import type { Member } from "../../contract.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty, NoMatch } from "../../parts/Empty.tsx"
import { Field } from "../../parts/Field.tsx"
import { Given } from "../../parts/Given.tsx"
import { Loaded, Skeleton, useLoad, useSettled } from "../../parts/load.tsx"
import { memberHref, nameOf, tagOf } from "../../parts/member.ts"
import { exact } from "../../parts/numbers.ts"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { KeysetPager } from "../../parts/Pager.tsx"
import { type Column, Table } from "../../parts/Table.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/members.ts"

const columns: ReadonlyArray<Column<Member>> = [
  {
    title: words.member,
    cell: (member) => (
      <>
        <a href={memberHref(member.userId)}>
          <Given>{nameOf(member) || member.userId}</Given>
        </a>
        {nameOf(member) && (
          <small class="below">
            <Given>{member.userId}</Given>
          </small>
        )}
      </>
    )
  },
  { title: words.tag, secondary: true, cell: (member) => <Given>{tagOf(member)}</Given> },
  { title: words.coins, numeric: true, cell: ({ coins }) => exact(coins) },
  { title: words.since, numeric: true, cell: ({ createdAt }) => <Time at={createdAt} /> }
]

const size = 20

const New = () => <ButtonLink to="/members/new">{words.add}</ButtonLink>

const None = () => (
  <Empty title={words.none} action={<New />} curl={curlOf("members.onboard", { userId: "customer-42" })}>
    {words.noneHint}
  </Empty>
)

/** The partner's members. The address has the search and the page. */
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
      // The address may have changed while this was read, so the answer keeps its own query.
      return { ...page, search, after }
    },
    [search, after]
  )
  return (
    <Page
      title={words.title}
      actions={
        <>
          <CsvLink of="members.list" query={{ ...(search && { search }) }} what={words.theseMembers} />
          <ButtonLink to="/members/import" kind="plain">
            {words.importMembers}
          </ButtonLink>
          <ButtonLink to="/members/adjust" kind="plain">
            {words.adjustFromFile}
          </ButtonLink>
          <New />
        </>
      }
    >
      <search class="filters">
        <div class="grow">
          <Field
            label={words.search}
            name="search"
            type="search"
            value={q}
            onValue={(text) => setQuery({ q: text, after: "" })}
            placeholder={words.searchHint}
            fault={undefined}
          />
        </div>
      </search>
      <Loaded what={words.what} of={load} skeleton={<Skeleton rows={8} />}>
        {({ data, next, ...asked }) =>
          data.length > 0 ? (
            <>
              <Table caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
              <KeysetPager label={words.list} after={asked.after} next={next} />
            </>
          ) : asked.search === "" && asked.after === null ? (
            <None />
          ) : (
            <NoMatch title={words.noMatch} filters={["q"]} clear={words.clearSearch}>
              {words.noMatchHint}
            </NoMatch>
          )
        }
      </Loaded>
    </Page>
  )
}
