/** What is called at a moment, unless it is taken back before. */
interface Entry {
  readonly until: number
  readonly late: () => void
}

/**
 * Deadlines of requests and bodies, each the same time after it was set. One timer serves all of them: one for each would cost more
 * than the rest of the work around a small request.
 */
export const makeDeadlines = (milliseconds: number) => {
  // In the order of their deadlines.
  const entries = new Set<Entry>()
  let armed = false

  const arm = (wait: number): void => {
    armed = true
    const timer: unknown = setTimeout(sweep, wait)
    // Does not keep a host's process alive. Where timers are numbers, they cannot tell.
    if (timer instanceof Object && "unref" in timer && typeof timer.unref === "function") timer.unref()
  }

  const sweep = (): void => {
    armed = false
    const now = performance.now()
    for (const entry of entries) {
      if (entry.until > now) {
        arm(entry.until - now + 1)
        return
      }
      entries.delete(entry)
      entry.late()
    }
  }

  return {
    /** Calls `late` after the time. The function that it returns takes the deadline back. */
    add: (late: () => void): (() => void) => {
      const entry = { until: performance.now() + milliseconds, late }
      entries.add(entry)
      if (!armed) arm(milliseconds)
      return () => void entries.delete(entry)
    }
  }
}
