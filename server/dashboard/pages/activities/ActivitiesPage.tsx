import { place, setQuery } from "../../app/router.ts"
import { Button } from "../../parts/Button.tsx"
import { CsvLink } from "../../parts/CsvLink.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Empty, NoMatch } from "../../parts/Empty.tsx"
import { useLoad } from "../../parts/load.tsx"
import { MemberField } from "../../parts/MemberField.tsx"
import { ButtonLink, Page } from "../../parts/Page.tsx"
import { Suggest } from "../../parts/Suggest.tsx"
import { words } from "../../words/activities.ts"
import { language, locales } from "../../words/language.ts"
import { ActivityList } from "./ActivityList.tsx"
import { nothingSeen, readSeen } from "./seen.ts"

const names = ["userId", "type", "at"] as const

const example = { userId: "ada", type: "order.placed", data: { total: 62.5 } }

const None = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <NoMatch title={words.noMatch} filters={[...names, "activity"]} />
  ) : (
    <Empty
      title={words.none}
      action={<ButtonLink to="/activities/try">{words.try}</ButtonLink>}
      curl={curlOf("activities.record", example)}
    >
      {words.noneHint}
    </Empty>
  )

/** The instant directly after `at`. A list from `at` to this instant has only the activities of that time. */
const after = (at: string): string => {
  const time = Date.parse(at)
  return Number.isNaN(time) ? at : new Date(time + 1).toISOString()
}

/** Recorded activities, newest first. The address has the filters. */
export const ActivitiesPage = () => {
  // Types are only suggestions, so the list does not wait for them.
  const { data: seen = nothingSeen } = useLoad(readSeen, [])
  const { query } = place.value
  const [userId = "", type = "", at = ""] = names.map((name) => query.get(name) ?? "")
  const set = (changes: { readonly userId?: string; readonly type?: string }) =>
    setQuery({ activity: "", at: "", ...changes })
  const asked = {
    ...(userId && { userId }),
    ...(type && { type }),
    ...(at && { from: at, to: after(at) })
  }
  return (
    <Page
      title={words.title}
      actions={
        <>
          <CsvLink of="activities.list" query={asked} what={words.theseActivities} />
          <ButtonLink to="/activities/try">{words.try}</ButtonLink>
        </>
      }
    >
      <search class="filters">
        <div class="grow">
          <MemberField
            label={words.member}
            name="userId"
            value={userId}
            onValue={(text) => set({ userId: text })}
          />
        </div>
        <div class="grow">
          <Suggest
            label={words.type}
            name="type"
            value={type}
            onValue={(text) => set({ type: text })}
            options={seen.types}
            nothing={words.noType}
            placeholder={example.type}
          />
        </div>
      </search>
      {at !== "" && (
        <div class="only">
          <p>{words.onlyOne(new Date(at).toLocaleString(locales[language].dates))}</p>
          <Button kind="plain" onClick={() => set({})}>
            {words.showAll}
          </Button>
        </div>
      )}
      <ActivityList
        query={asked}
        marked={query.get("activity") ?? undefined}
        empty={<None isFiltered={userId + type + at !== ""} />}
      />
    </Page>
  )
}
