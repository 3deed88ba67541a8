import { useLayoutEffect, useRef } from "preact/hooks"
import { call, writes } from "../../api.ts"
import { place } from "../../app/router.ts"
import { approvalChanges } from "../../feed.ts"
import { useLoad, useSettled } from "../../parts/load.tsx"
import { latestAlerts } from "./latest.ts"

/** On the way from page to page, the alerts are read again once they are this old. */
const freshFor = 60_000

/** The number of times that somebody has opened a page while the alerts were old. */
const useRounds = (path: string): number => {
  const last = useRef({ at: performance.now(), path, rounds: 0 })
  const now = performance.now()
  if (path !== last.current.path) {
    const isOld = now - last.current.at > freshFor
    last.current = isOld ? { at: now, path, rounds: last.current.rounds + 1 } : { ...last.current, path }
  }
  return last.current.rounds
}

/**
 * Reads the alerts: at most once a minute on the way from page to page, after a write of this tab, and when an event says that approvals
 * have changed. Shows nothing.
 */
export const ReadAlerts = () => {
  const rounds = useRounds(place.value.path)
  // An import writes many times a second.
  const written = useSettled(writes.value, 1000)
  const load = useLoad((signal) => call("alerts.list", { signal }), [rounds, written, approvalChanges.value])
  useLayoutEffect(() => {
    latestAlerts.value = load
  }, [load.data, load.failure, load.loading])
  return null
}
