import { signal } from "@preact/signals"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { NoAnswer } from "../api.ts"
import { renewals } from "../app/session.ts"

export interface Load<A> {
  /** What was read last. It stays while it is read again, so that the page does not jump. */
  readonly data: A | undefined
  readonly failure: unknown
  readonly loading: boolean
  readonly reload: () => void
}

/** Whether the browser has a network. What failed without one is read again when it is back. */
export const online = signal(navigator.onLine)
let backAt = Number.NEGATIVE_INFINITY
addEventListener("online", () => {
  backAt = performance.now()
  online.value = true
})
addEventListener("offline", () => {
  online.value = false
})

/** The browser says that its network is back before requests get through. Milliseconds for which, and after which, a read is tried again. */
const settling = 10_000
const again = 500

const isSettling = (failure: unknown): boolean =>
  failure instanceof NoAnswer && performance.now() - backAt < settling

/**
 * Reads something when a page opens and whenever one of `dependencies` changes, and again after a new sign-in or when
 * the network is back. An answer that is no longer wanted is dropped.
 */
export const useLoad = <A>(
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
        if (isSettling(failure)) timer = setTimeout(reload, again)
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
