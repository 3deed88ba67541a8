/** Something that has until a moment to be done. */
interface Entry {
  readonly until: number
  readonly late: () => void
}

/**
 * Calls what is not done in time. All of it has the same time, so one timer serves it: a timer for each request would cost more
 * than the rest of its wrapping.
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
    /** Calls `late` after the time, unless what comes back is called before. */
    add: (late: () => void): (() => void) => {
      const entry = { until: performance.now() + milliseconds, late }
      entries.add(entry)
      if (!armed) arm(milliseconds)
      return () => void entries.delete(entry)
    }
  }
}
