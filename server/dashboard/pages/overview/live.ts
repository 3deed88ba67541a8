import type { RefObject } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { renewals } from "../../app/session.ts"
import { type FeedState, follow } from "../../feed.ts"
import { online } from "../../parts/load.tsx"
import { entriesOfAward, entryOfEvent, type FeedEntry, mergedEntries } from "./feedEntries.ts"
import { newest, type Start } from "./readOverview.ts"

/** True while the pointer or the focus is in the list, or it is scrolled past its top. It must not move then. */
const isHeld = (list: HTMLElement | null): boolean =>
  list !== null &&
  (list.matches(":hover") || list.contains(document.activeElement) || list.getBoundingClientRect().top < 0)

/**
 * The newest events, live. The list merges awards and events: a partner's events are written only while its feed has a reader, so
 * that some awards may have no event. New lines wait while the reader uses the list.
 */
export const useNewest = (
  start: Start,
  list: RefObject<HTMLElement | null>,
  reload: () => void,
  changed: () => void
) => {
  const [arrived, setArrived] = useState<ReadonlyArray<FeedEntry>>([])
  const [held, setHeld] = useState<ReadonlyArray<FeedEntry>>()
  const [state, setState] = useState<FeedState>("reconnecting")
  const last = useRef(start.next)
  const isPaused = state === "paused"

  const known = useMemo(
    () => mergedEntries(start.awards.flatMap(entriesOfAward), start.events.map(entryOfEvent)),
    [start]
  )
  const all = useMemo(() => mergedEntries(known, arrived), [known, arrived])
  const top = useRef(all)
  top.current = all

  useEffect(() => {
    if (isPaused || !online.value) return
    return follow({
      after: last.current,
      onState: setState,
      onEvents: (events) => {
        last.current = events.at(-1)?.id ?? last.current
        if (isHeld(list.current)) setHeld((already) => already ?? top.current.slice(0, newest))
        setArrived((already) => mergedEntries(already, events.map(entryOfEvent)))
        changed()
      }
    })
  }, [isPaused, renewals.value, online.value])

  // Reloads the page's data when a hidden tab is shown again, and follows the feed from there.
  useEffect(() => {
    if (!isPaused) return
    const onVisible = () => document.hidden || reload()
    document.addEventListener("visibilitychange", onVisible)
    // Effects run after the paint, so the tab may be visible already.
    onVisible()
    return () => document.removeEventListener("visibilitychange", onVisible)
  }, [isPaused, reload])
  useEffect(() => {
    if (!isPaused) return
    last.current = start.next
    setState("reconnecting")
  }, [start])

  const release = (): void => setHeld(undefined)
  useEffect(() => {
    if (held === undefined) return
    const look = () => isHeld(list.current) || release()
    addEventListener("scroll", look)
    // As above, the reader may have left the list already.
    look()
    return () => removeEventListener("scroll", look)
  }, [held])

  const firstShown = held?.[0]?.key
  const waiting = firstShown === undefined ? 0 : all.findIndex(({ key }) => key === firstShown)
  return {
    shown: held ?? all.slice(0, newest),
    isNew: (key: string): boolean => arrived.some((each) => each.key === key),
    waiting: waiting === -1 ? all.length : waiting,
    isLive: state === "live" && online.value,
    release
  }
}
