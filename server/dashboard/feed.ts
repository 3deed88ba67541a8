import { ApiFailure, addressOf, call } from "./api.ts"
import type { Event } from "./contract.ts"
import { eventTypes } from "./eventTypes.ts"

/** `paused`: the page was not looked at for a while. */
export type FeedState = "live" | "reconnecting" | "paused"

interface Options {
  /** The last event that is known; null where there were none. */
  readonly after: string | null
  /** Events in the order in which they happened, each once. */
  readonly onEvents: (events: ReadonlyArray<Event>) => void
  readonly onState: (state: FeedState) => void
}

/** A tab that is hidden for so many milliseconds gives up its connection: browsers open six to a server, for all tabs together. */
const patience = 30_000

/** Between 1 and 30 seconds, and not at the same moment in all tabs of a service that comes back. */
const delayAfter = (failures: number): number =>
  Math.min(30_000, 1000 * 2 ** failures) * (0.5 + Math.random() / 2)

const addressAfter = (last: string | null): string =>
  `/dashboard${addressOf("events.list").path}${last === null ? "" : `?after=${last}`}`

/**
 * Follows the partner's events until the function that it returns is called. The browser connects again by itself after a lost
 * connection. Where it gives up, because an answer was a refusal, the events since are read as pages, which also tells why: an
 * ended session asks to sign in again.
 */
export const follow = ({ after, onEvents, onState }: Options): (() => void) => {
  const stopped = new AbortController()
  let last = after
  let failures = 0
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  const take = (events: ReadonlyArray<Event>): void => {
    // Ids ascend: what is not above the last one was taken before.
    const fresh = events.filter(({ id }) => last === null || id > last)
    last = fresh.at(-1)?.id ?? last
    if (fresh.length > 0) onEvents(fresh)
  }

  const catchUp = async (): Promise<void> => {
    try {
      for (let hasMore = true; hasMore; ) {
        const query = { limit: "100", ...(last !== null && { after: last }) }
        const page = await call("events.list", { query, signal: stopped.signal })
        take(page.data)
        hasMore = page.hasMore
      }
      connect()
    } catch (error) {
      const hasEnded = error instanceof ApiFailure && error.status === 401
      if (!stopped.signal.aborted && !hasEnded) later()
    }
  }

  const later = (): void => {
    retry = setTimeout(() => void catchUp(), delayAfter(failures))
    failures += 1
  }

  const connect = (): void => {
    if (stopped.signal.aborted) return
    const opened = new EventSource(addressAfter(last))
    source = opened
    opened.onopen = () => {
      failures = 0
      onState("live")
    }
    opened.onerror = () => {
      onState("reconnecting")
      if (opened.readyState === EventSource.CLOSED) later()
    }
    // The contract says what an event is, as it does for pages.
    const hear = ({ data }: MessageEvent<string>) => take([JSON.parse(data) as Event])
    for (const [type] of eventTypes) opened.addEventListener(type, hear)
  }

  const stop = (): void => {
    stopped.abort()
    source?.close()
    clearTimeout(retry)
    clearTimeout(hiding)
    document.removeEventListener("visibilitychange", onVisibility)
  }

  const onVisibility = (): void => {
    clearTimeout(hiding)
    if (!document.hidden) return
    hiding = setTimeout(() => {
      stop()
      onState("paused")
    }, patience)
  }

  document.addEventListener("visibilitychange", onVisibility)
  onVisibility()
  connect()
  return stop
}
