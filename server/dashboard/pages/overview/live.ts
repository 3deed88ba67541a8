import type { RefObject } from "preact"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { renewals } from "../../app/session.ts"
import { type FeedState, follow } from "../../feed.ts"
import { online } from "../../parts/load.ts"
import { type Happening, merged, ofAward, ofEvent } from "./happenings.ts"
import { newest, type Start } from "./read.ts"

/** Whether the reader is at the list, or below its top: then nothing may move there. */
const isHeld = (list: HTMLElement | null): boolean =>
  list !== null &&
  (list.matches(":hover") || list.contains(document.activeElement) || list.getBoundingClientRect().top < 0)

/**
 * What happened, the newest first, as it happens. Awards of the list and events are one list: a partner's events are written only
 * while its feed has a reader, so that the list may know of awards that the feed does not. While the reader is at the list, what is
 * new waits.
 */
export const useNewest = (start: Start, list: RefObject<HTMLElement | null>, reload: () => void) => {
  const [arrived, setArrived] = useState<ReadonlyArray<Happening>>([])
  const [held, setHeld] = useState<ReadonlyArray<Happening>>()
  const [state, setState] = useState<FeedState>("reconnecting")
  const last = useRef(start.next)
  const isPaused = state === "paused"

  const known = useMemo(() => merged(start.awards.flatMap(ofAward), start.events.map(ofEvent)), [start])
  const all = useMemo(() => merged(known, arrived), [known, arrived])
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
        setArrived((already) => merged(already, events.map(ofEvent)))
      }
    })
  }, [isPaused, renewals.value, online.value])

  // Much may have happened while the tab was hidden: the page is read anew, and the feed goes on from there.
  useEffect(() => {
    if (!isPaused) return
    const onVisible = () => document.hidden || reload()
    document.addEventListener("visibilitychange", onVisible)
    // An effect runs after the paint: the reader may have come back before it.
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
    // The reader may have gone before this effect, as above.
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
