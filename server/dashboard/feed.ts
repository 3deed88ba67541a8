import { signal } from "@preact/signals"
import { ApiFailure, addressOf, call, sessionPath } from "./api.ts"
import { type Event, eventTypes } from "./contract.ts"

/** `paused`: the tab was hidden for a while. */
export type FeedState = "live" | "reconnecting" | "paused"

/** Counts changes of requests for approval: those that this page made, and those in the events that it follows. */
export const approvalChanges = signal(0)

interface Options {
  /** The id of the last event that the page has; null if there are none. */
  readonly after: string | null
  /** Called with new events in their order, each once. */
  readonly onEvents: (events: ReadonlyArray<Event>) => void
  readonly onState: (state: FeedState) => void
}

/** Milliseconds after which a hidden tab closes its connection: browsers allow six to a server, for all tabs together. */
const patience = 30_000

/** Up to 30 seconds. Random, so that not all tabs reconnect at once when the service is back. */
const delayAfter = (failures: number): number =>
  Math.min(30_000, 1000 * 2 ** failures) * (0.5 + Math.random() / 2)

const addressAfter = (last: string | null): string =>
  `${sessionPath()}${addressOf("events.list").path}${last === null ? "" : `?after=${last}`}`

/**
 * Follows the partner's events until the function that it returns is called. The browser connects again by itself after a lost
 * connection. If it gives up because the service refused the stream, the missed events are read as pages. Their answer shows why: an
 * expired session asks to sign in again.
 */
export const follow = ({ after, onEvents, onState }: Options): (() => void) => {
  const stopped = new AbortController()
  let last = after
  let failures = 0
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  const take = (events: ReadonlyArray<Event>): void => {
    // Ids ascend, so an id up to the last one is a duplicate.
    const fresh = events.filter(({ id }) => last === null || id > last)
    last = fresh.at(-1)?.id ?? last
    if (fresh.some(({ type }) => type.startsWith("approval."))) approvalChanges.value += 1
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
    // The service checks its answers against the contract in its tests.
    const hear = ({ data }: MessageEvent<string>) => take([JSON.parse(data) as Event])
    for (const type of eventTypes) opened.addEventListener(type, hear)
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
