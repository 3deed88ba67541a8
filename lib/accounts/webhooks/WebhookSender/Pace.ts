export interface PaceOptions {
  /** Whether other work of this process has to go first. */
  readonly isBusy: () => boolean
  /** The most attempts a second that start meanwhile: 1 at least. */
  readonly perSecond: number
}

/** Attempts that may start at once after a pause. */
const burst = 10

/** Lets attempts start at once, and at a steady rate while other work has to go first. */
export const makePace = ({ isBusy, perSecond }: PaceOptions) => {
  const rate = Math.max(1, perSecond)
  let allowed = burst
  let at = performance.now()
  return {
    mayStart: (): boolean => {
      if (!isBusy()) return true
      const now = performance.now()
      allowed = Math.min(burst, allowed + ((now - at) * rate) / 1000)
      at = now
      return allowed >= 1
    },
    started: (): void => {
      allowed = Math.max(0, allowed - 1)
    },
    /** Milliseconds until one more may start. */
    pause: 1000 / rate
  }
}
export type Pace = ReturnType<typeof makePace>

/** For a process with nothing else to do. */
export const unhurried: Pace = makePace({ isBusy: () => false, perSecond: 1 })
