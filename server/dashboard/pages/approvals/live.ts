import { useEffect } from "preact/hooks"
import { renewals } from "../../app/session.ts"
import { follow } from "../../feed.ts"
import { online } from "../../parts/load.tsx"

interface Start {
  /** The last event before the lists were read. */
  readonly next: string | null
}

/** Follows the events from `start` on. Calls `restart` when a tab that was hidden for a while is shown again. */
export const useEvents = (start: Start, restart: () => void): void =>
  useEffect(() => {
    if (!online.value) return
    const onVisible = () => document.hidden || restart()
    const stop = follow({
      after: start.next,
      // The feed itself counts the events about approvals.
      onEvents: () => {},
      onState: (state) => state === "paused" && document.addEventListener("visibilitychange", onVisible)
    })
    return () => {
      stop()
      document.removeEventListener("visibilitychange", onVisible)
    }
  }, [start, restart, renewals.value, online.value])
