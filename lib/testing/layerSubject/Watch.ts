import { Clock, Effect } from "effect"
import { startOfTime } from "../time.ts"

/** A clock that stands still until it is moved, so that the model knows the time of every call. */
export interface Watch {
  now: number
  readonly clock: Clock.Clock
}

export const makeWatch = (): Watch => {
  const real = Clock.make()
  const watch: Watch = {
    now: startOfTime,
    clock: {
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      unsafeCurrentTimeMillis: () => watch.now,
      unsafeCurrentTimeNanos: () => BigInt(watch.now) * 1_000_000n,
      currentTimeMillis: Effect.sync(() => watch.now),
      currentTimeNanos: Effect.sync(() => BigInt(watch.now) * 1_000_000n),
      // Sleeps take real time, because they wait for a database, which does not follow this clock.
      sleep: (duration) => real.sleep(duration)
    }
  }
  return watch
}

export const reset = (watch: Watch): void => {
  watch.now = startOfTime
}
