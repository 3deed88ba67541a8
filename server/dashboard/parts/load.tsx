import { signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { NoAnswer } from "../api.ts"
import { renewals } from "../app/session.ts"
import { parts } from "../words/common.ts"
import { Failure } from "./Failure.tsx"

export interface Load<A> {
  /** The last answer. It stays during a reload, so that the page does not jump. */
  readonly data: A | undefined
  readonly failure: unknown
  readonly loading: boolean
  readonly reload: () => void
}

/** Whether the browser is online. Failed reads are repeated when the network is back. */
export const online = signal(navigator.onLine)
let backAt = Number.NEGATIVE_INFINITY
addEventListener("online", () => {
  backAt = performance.now()
  online.value = true
})
addEventListener("offline", () => {
  online.value = false
})

/** The browser reports its network before requests get through. A failed read is repeated meanwhile. */
const settlingTime = 10_000
const retryDelay = 500

const isSettling = (failure: unknown): boolean =>
  failure instanceof NoAnswer && performance.now() - backAt < settlingTime

/**
 * Reads something when a page opens and whenever one of `dependencies` changes, and again after a new sign-in or when
 * the network is back. Answers to earlier requests are dropped.
 */
export const useLoad = <A,>(
  read: (signal: AbortSignal) => Promise<A>,
  dependencies: ReadonlyArray<unknown>
): Load<A> => {
  const [state, setState] = useState<Omit<Load<A>, "reload">>({
    data: undefined,
    failure: undefined,
    loading: true
  })
  const [attempt, setAttempt] = useState(0)
  const reload = useCallback(() => setAttempt((last) => last + 1), [])
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    if (!online.value) return setState((last) => ({ ...last, loading: false }))
    const controller = new AbortController()
    const { signal: aborted } = controller
    setState((last) => ({ ...last, failure: undefined, loading: true }))
    let timer: ReturnType<typeof setTimeout> | undefined
    latest.current(aborted).then(
      (data) => aborted.aborted || setState({ data, failure: undefined, loading: false }),
      (failure: unknown) => {
        if (aborted.aborted) return
        if (isSettling(failure)) timer = setTimeout(reload, retryDelay)
        else setState((last) => ({ ...last, failure, loading: false }))
      }
    )
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [...dependencies, attempt, renewals.value, online.value])
  return { ...state, reload }
}

interface SkeletonProps {
  /** The number of rows of the content. */
  readonly rows: number
  readonly size?: "line" | "row" | "tile" | "plot" | "chart"
}

/** A placeholder while content loads, in the content's size. */
export const Skeleton = ({ rows, size = "row" }: SkeletonProps) => (
  <div class={`skeleton ${size}`} aria-hidden="true">
    {Array.from({ length: rows }, (_, index) => (
      <i key={index} />
    ))}
  </div>
)

/** Shown instead of content that cannot be read offline. It loads when the network is back. */
export const Offline = () => (
  <div class="notice" role="status">
    <h2>{parts.offline}</h2>
    <p>{parts.offlineHint}</p>
  </div>
)

interface LoadedProps<A> {
  readonly of: Load<A>
  /** The placeholder, in the content's size. */
  readonly skeleton: ComponentChildren
  /** What is loaded, with its article, such as "the awards". A failure names it. */
  readonly what?: string
  readonly children: (data: A) => ComponentChildren
}

/** Shows the data; before that, the skeleton, the failure with a retry button, or that the browser is offline. */
export const Loaded = <A,>({ children, of, skeleton, what = parts.thisPart }: LoadedProps<A>) => {
  if (of.failure !== undefined) {
    return <Failure of={of.failure} what={parts.notLoaded(what)} retry={of.reload} />
  }
  if (of.data !== undefined) return <div aria-busy={of.loading}>{children(of.data)}</div>
  return online.value ? <div aria-busy="true">{skeleton}</div> : <Offline />
}

/** Returns the value once it has not changed for a moment, so that a search is not sent at every key. */
export const useSettled = <A,>(value: A, milliseconds = 200): A => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
