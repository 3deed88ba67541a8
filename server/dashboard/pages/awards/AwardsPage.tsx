import { place } from "../../app/router.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty, NoMatch } from "../../parts/Empty.tsx"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { AwardList } from "./AwardList.tsx"
import { FilterFields, type Filters, names } from "./Filters.tsx"

const Make = () => <ButtonLink to="/award">Award</ButtonLink>

const None = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <NoMatch title="No award matches" filters={[...names, "award"]} />
  ) : (
    <Empty
      title="No awards yet"
      action={<Make />}
      curl={curlOf("rules.award", { userId: "ada", ruleName: "first order" })}
    >
      Every award is listed here: what it paid or counted, and whether it was reversed.
    </Empty>
  )

/** All awards, newest first. The address has the filters. */
export const AwardsPage = () => {
  const { query } = place.value
  const given = names.map((name) => [name, query.get(name) ?? ""] as const)
  const filters = Object.fromEntries(given) as Filters
  const asked = given.filter(([, value]) => value !== "")
  return (
    <Page
      title="Awards"
      actions={
        <>
          <CsvLink of="rules.awards" query={Object.fromEntries(asked)} what="these awards" />
          <ButtonLink to="/awards/import" kind="plain">
            Import…
          </ButtonLink>
          <Make />
        </>
      }
    >
      <FilterFields of={filters} />
      <AwardList
        query={Object.fromEntries(asked)}
        marked={query.get("award") ?? undefined}
        empty={<None isFiltered={asked.length > 0} />}
      />
    </Page>
  )
}
