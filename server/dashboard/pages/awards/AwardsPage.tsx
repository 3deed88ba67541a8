import { href, place, setQuery } from "../../app/router.ts"
import { curlOf } from "../../parts/curl.ts"
import { Empty } from "../../parts/Empty.tsx"
import { useLoad } from "../../parts/load.tsx"
import { Page } from "../../parts/Page.tsx"
import { readRules } from "../rules/readRules.ts"
import { AwardList } from "./AwardList.tsx"
import { FilterFields, type Filters, names } from "./Filters.tsx"

const Make = () => (
  <a class="button" href={href("/award")}>
    Award
  </a>
)

const None = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty
      title="No award matches"
      action={
        <button
          type="button"
          class="button plain"
          onClick={() => setQuery(Object.fromEntries([...names, "award"].map((name) => [name, ""])))}
        >
          Clear the filters
        </button>
      }
    >
      The filters are in the address, so that a link leads to the same view.
    </Empty>
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
  // Rule names are only suggestions, so the list does not wait for them.
  const { data } = useLoad((signal) => readRules(signal), [])
  const { query } = place.value
  const given = names.map((name) => [name, query.get(name) ?? ""] as const)
  const filters = Object.fromEntries(given) as Filters
  const asked = given.filter(([, value]) => value !== "")
  return (
    <Page title="Awards" actions={<Make />}>
      <FilterFields of={filters} rules={data?.rules ?? []} />
      <AwardList
        query={Object.fromEntries(asked)}
        marked={query.get("award") ?? undefined}
        empty={<None isFiltered={asked.length > 0} />}
      />
    </Page>
  )
}
