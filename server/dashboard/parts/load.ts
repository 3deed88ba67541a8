import { signal } from "@preact/signals"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
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
addEventListener("online", () => {
  online.value = true
})
addEventListener("offline", () => {
  online.value = false
})

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
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    if (!online.value) return setState((last) => ({ ...last, loading: false }))
    const controller = new AbortController()
    const { signal: aborted } = controller
    setState((last) => ({ ...last, failure: undefined, loading: true }))
    latest.current(aborted).then(
      (data) => aborted.aborted || setState({ data, failure: undefined, loading: false }),
      (failure: unknown) => aborted.aborted || setState((last) => ({ ...last, failure, loading: false }))
    )
    return () => controller.abort()
  }, [...dependencies, attempt, renewals.value, online.value])
  const reload = useCallback(() => setAttempt((last) => last + 1), [])
  return { ...state, reload }
}
