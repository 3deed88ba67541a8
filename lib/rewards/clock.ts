import { Clock, DateTime, Effect, Layer } from "effect"
import { latestInstant } from "../schema/Input.ts"

/** The current time, from the fiber's clock, so that tests can set it. */
export const now = DateTime.nowAsDate

/** A clock that the host controls, such as `Date`. It may stand still, and may be set forward or back. */
export interface HostClock {
  /** The milliseconds since 1970. */
  readonly now: () => number
}

/** Checks a time of the host's clock, and drops fractions of milliseconds. */
const readable = (millis: number): number => {
  if (millis >= 0 && millis <= latestInstant.getTime()) return Math.floor(millis)
  throw new RangeError(`the clock must be between the years 1970 and 9999, got ${millis}`)
}

/** Returns an Effect clock with the host's time. Its sleeps take real time. */
export const clockOf = (host: HostClock): Clock.Clock => {
  const real = Clock.make()
  const millis = () => readable(host.now())
  const nanos = () => BigInt(millis()) * 1_000_000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => real.sleep(duration)
  }
}

/**
 * Makes the engine read the time from this clock. Provide this layer to the engine's layer and to the fibers that call the
 * engine. Sleeps, time-outs and retries take real time.
 */
export const layerClock = (host: HostClock): Layer.Layer<never> => Layer.setClock(clockOf(host))
