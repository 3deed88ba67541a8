import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { call } from "../api.ts"
import { session } from "../app/session.ts"
import type { Data } from "../contract.ts"
import { Given } from "./Given.tsx"
import { memberHref, nameOf } from "./member.ts"

/** The names that were read, by the ids of their members. A member without a name has the empty text. */
const names = signal<ReadonlyMap<string, string>>(new Map())
/** When the name of each id was last asked for. */
const asked = new Map<string, number>()

/** A name that is older is read again, because the member may have withdrawn the consent. */
const freshFor = 60_000
const mostKept = 5000
const mostIds = 100
/** A longer address could be refused on the way. */
const mostCharacters = 6000

/** The ids in the form of the parameter `userIds`: a comma separates ids, so that those in an id are encoded. */
const lists = (ids: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<Array<string>> = []
  let length = Number.POSITIVE_INFINITY
  for (const id of ids.map(encodeURIComponent)) {
    const last = found.at(-1)
    length += encodeURIComponent(id).length + 3
    if (last === undefined || last.length === mostIds || length > mostCharacters) {
      found.push([id])
      length = encodeURIComponent(id).length
    } else last.push(id)
  }
  return found
}

const readList = async (ids: ReadonlyArray<string>): Promise<void> => {
  const query = { userIds: ids.join(","), limit: String(mostIds) }
  // A page can be short if the records of its members are large.
  for (let after: string | null = ""; after !== null; ) {
    const page: Data<"members.list"> = await call("members.list", {
      query: after === "" ? query : { ...query, after }
    })
    const found = page.data.map((member): [string, string] => [member.userId, nameOf(member)])
    names.value = new Map([...names.value, ...found])
    after = page.next
  }
}

/**
 * Reads the names of members, as many as fit into a request at once. The page shows ids if the role may not read names, and if they
 * cannot be read.
 */
export const readNames = async (userIds: ReadonlyArray<string>): Promise<void> => {
  const current = session.value
  if (current.state !== "in" || !current.person.scopes.includes("members:read")) return
  const now = performance.now()
  const isOld = (id: string) => now - (asked.get(id) ?? Number.NEGATIVE_INFINITY) > freshFor
  const missing = [...new Set(userIds)].filter((id) => id !== "" && isOld(id))
  if (asked.size + missing.length > mostKept) {
    asked.clear()
    names.value = new Map()
  }
  for (const id of missing) asked.set(id, now)
  await Promise.all(lists(missing).map(readList)).catch(() => {
    for (const id of missing) asked.delete(id)
  })
}

/** Reads the names of a page of a list before the page is shown, so that its rows do not change their height. */
export const withNames = async <Page,>(
  page: Promise<Page>,
  idsOf: (page: Page) => ReadonlyArray<string>
): Promise<Page> => {
  const found = await page
  await readNames(idsOf(found))
  return found
}

const waiting = new Set<string>()

/** All parts of a page that need a name at the same time share one request. */
const readSoon = (userId: string): void => {
  if (waiting.size === 0) {
    setTimeout(() => {
      const ids = [...waiting]
      waiting.clear()
      void readNames(ids)
    })
  }
  waiting.add(userId)
}

/** The name of a member; empty until it is read, and if the member has none. */
const useName = (userId: string): string => {
  useEffect(() => readSoon(userId), [userId])
  return names.value.get(userId) ?? ""
}

interface Props {
  readonly userId: string
}

/** The name of a member, or the id if the name is not known. */
export const PersonName = ({ userId }: Props) => <Given>{useName(userId) || userId}</Given>

export const PersonLink = ({ userId }: Props) => (
  <a href={memberHref(userId)}>
    <PersonName userId={userId} />
  </a>
)

/** The id of a member whose name is shown above, at the beginning of a line of other words. */
export const PersonId = ({ userId }: Props) =>
  useName(userId) === "" ? null : (
    <>
      <Given>{userId}</Given> ·{" "}
    </>
  )

/** The name of a member, with the id small below. */
export const Person = ({ userId }: Props) => (
  <>
    <PersonLink userId={userId} />
    {useName(userId) !== "" && (
      <small class="below">
        <Given>{userId}</Given>
      </small>
    )}
  </>
)
