// A clock that stands still until a test moves it.
import { Clock, Context, Effect, Layer } from "effect"

/** The time in milliseconds that every service sees. A test sets it. */
export interface Watch {
  now: number
}

export class Time extends Context.Tag("test/Time")<Time, Watch>() {}

export const newWatch = (at: string): Watch => ({ now: Date.parse(at) })

const clockOf = (watch: Watch): Clock.Clock => {
  const real = Clock.make()
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: () => watch.now,
    unsafeCurrentTimeNanos: () => BigInt(watch.now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => watch.now),
    currentTimeNanos: Effect.sync(() => BigInt(watch.now) * 1_000_000n),
    // Sleeps take real time, because they wait for a database, which does not follow this clock.
    sleep: (duration) => real.sleep(duration)
  }
}

/** Makes an engine use this watch. */
export const timeOf = (watch: Watch): Layer.Layer<Time> =>
  Layer.merge(Layer.succeed(Time, watch), Layer.setClock(clockOf(watch)))
