import { call } from "../../api.ts"
import { fullPage } from "../../parts/fullPage.ts"
import { readNames } from "../../parts/names.tsx"

/** The number of requests in a page. */
const size = 20

/** Reads the requests that wait, at most 100, and a page of the others. The API lists all of them together, newest first. */
export const readApprovals = async (before: string | null, signal: AbortSignal) => {
  const [waiting, ended] = await Promise.all([
    call("approvals.list", { query: { state: "waiting", limit: "100" }, signal }),
    fullPage(
      size,
      async (start) => {
        const query = { limit: String(size), ...(start && { before: start }) }
        const { data, next } = await call("approvals.list", { query, signal })
        return { data: data.filter(({ state }) => state !== "waiting"), hasMore: next !== null, next }
      },
      before ?? undefined
    )
  ])
  await readNames([...waiting.data, ...ended.data].map(({ userId }) => userId))
  return { waiting, ended, before }
}
