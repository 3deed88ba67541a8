import { useLayoutEffect } from "preact/hooks"
import { call } from "../../api.ts"
import { place } from "../../app/router.ts"
import { approvalChanges } from "../../feed.ts"
import { useLoad } from "../../parts/load.tsx"
import { latestAlerts } from "./latest.ts"

/** Reads the alerts on each page, and when an event says that approvals have changed. Shows nothing. */
export const ReadAlerts = () => {
  const load = useLoad((signal) => call("alerts.list", { signal }), [place.value.path, approvalChanges.value])
  useLayoutEffect(() => {
    latestAlerts.value = load
  }, [load.data, load.failure, load.loading])
  return null
}
