import { place } from "../../app/router.ts"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty, NoMatch } from "../../parts/Empty.tsx"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { words } from "../../words/awards.ts"
import { AwardList } from "./AwardList.tsx"
import { FilterFields, type Filters, names } from "./Filters.tsx"

const Make = () => <ButtonLink to="/award">{words.award}</ButtonLink>

const None = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <NoMatch title={words.noMatch} filters={[...names, "award"]} />
  ) : (
    <Empty
      title={words.none}
      action={<Make />}
      curl={curlOf("rules.award", { userId: "ada", ruleName: "first order" })}
    >
      {words.noneHint}
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
      title={words.title}
      actions={
        <>
          <CsvLink of="rules.awards" query={Object.fromEntries(asked)} what={words.theseAwards} />
          <ButtonLink to="/awards/import" kind="plain">
            {words.import}
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
