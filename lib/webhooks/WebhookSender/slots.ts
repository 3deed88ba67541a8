import { Effect } from "effect"

export interface PaceOptions {
  /** Returns whether this process has more important work. */
  readonly isBusy: () => boolean
  /** How many attempts may start per second, on average, while the process is busy. A value below 1 counts as 1. */
  readonly perSecond: number
}

/** How many attempts may start at once after a time without attempts. */
const burst = 10

/** Limits the rate at which attempts start while the process is busy. */
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
    /** The milliseconds between two attempts at this rate. */
    interval: 1000 / rate
  }
}
type Pace = ReturnType<typeof makePace>

export interface SlotOptions {
  /** The largest number of concurrent attempts of this process. */
  readonly total: number
  /** The largest number of concurrent attempts of one partner. */
  readonly perPartner: number
  readonly pace: Pace
}

/** Shares the concurrent attempts of this process among partners. Waiting partners get free slots in turns. */
export const makeSlots = ({ pace, perPartner, total }: SlotOptions) => {
  let free = total
  const takenBy = new Map<string, number>()
  /** The waiting callers of each partner. The partner whose turn is next comes first. */
  const waiting = new Map<string, Array<() => void>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const hasRoom = (partnerId: string): boolean =>
    free > 0 && (takenBy.get(partnerId) ?? 0) < perPartner && pace.mayStart()

  /** Counts a slot that the partner takes (1) or releases (-1). */
  const add = (partnerId: string, by: 1 | -1): void => {
    free -= by
    if (by === 1) pace.started()
    const count = (takenBy.get(partnerId) ?? 0) + by
    if (count === 0) takenBy.delete(partnerId)
    else takenBy.set(partnerId, count)
  }

  const stopWaiting = (partnerId: string, caller: () => void): void => {
    const others = (waiting.get(partnerId) ?? []).filter((each) => each !== caller)
    if (others.length === 0) waiting.delete(partnerId)
    else waiting.set(partnerId, others)
  }

  /** Gives free slots to waiting callers. A partner that gets a slot moves behind the others. */
  const serve = (): void => {
    clearTimeout(timer)
    for (const [partnerId, [first, ...others]] of waiting) {
      if (first === undefined || !hasRoom(partnerId)) continue
      waiting.delete(partnerId)
      if (others.length > 0) waiting.set(partnerId, others)
      first()
    }
    // Tries again when the pace permits the next attempt.
    if (waiting.size > 0 && free > 0 && !pace.mayStart()) timer = setTimeout(serve, pace.interval)
  }

  const take = (partnerId: string) => {
    add(partnerId, 1)
    return () => {
      add(partnerId, -1)
      serve()
    }
  }

  return {
    /** Waits for a slot. Returns the function that releases the slot. The caller must call this function once. */
    take: (partnerId: string): Effect.Effect<() => void> =>
      Effect.suspend(() => {
        if (waiting.size === 0 && hasRoom(partnerId)) return Effect.succeed(take(partnerId))
        return Effect.async<() => void>((resume) => {
          const caller = () => resume(Effect.succeed(take(partnerId)))
          waiting.set(partnerId, [...(waiting.get(partnerId) ?? []), caller])
          serve()
          return Effect.sync(() => stopWaiting(partnerId, caller))
        })
      })
  }
}
