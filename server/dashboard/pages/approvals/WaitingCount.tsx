import { call } from "../../api.ts"
import { place } from "../../app/router.ts"
import { approvalChanges } from "../../feed.ts"
import { useLoad } from "../../parts/load.tsx"

/** How many adjustments wait for approval. It is read again on each page, and when an event says that it has changed. */
export const WaitingCount = () => {
  const { data } = useLoad(
    (signal) => call("approvals.list", { query: { state: "waiting", limit: "100" }, signal }),
    [place.value.path, approvalChanges.value]
  )
  return data === undefined || data.data.length === 0 ? null : (
    <>
      {" "}
      <span class="badge">
        {data.data.length}
        {data.next !== null && "+"}
        <span class="unseen"> waiting</span>
      </span>
    </>
  )
}
