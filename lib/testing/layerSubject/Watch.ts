import { Clock, Effect } from "effect"

/** A clock that stands still until it is moved, so that the model knows the time of every call. */
export interface Watch {
  now: number
  readonly clock: Clock.Clock
}

/**
 * Where every sequence starts: near the end of a day, of a week day, of a month and of a year, so that jumps of different
 * lengths end in different periods.
 */
const start = Date.UTC(2027, 11, 30, 22, 30)

export const makeWatch = (): Watch => {
  const real = Clock.make()
  const watch: Watch = {
    now: start,
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
  watch.now = start
}
