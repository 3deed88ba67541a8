import { Clock, Effect, Layer } from "effect"

/** The present moment, from the fiber's clock, so that tests can set it. */
export const now: Effect.Effect<Date> = Effect.clockWith((clock) =>
  Effect.map(clock.currentTimeMillis, (ms) => new Date(ms))
)

/** A clock that a host sets: `Date` is one. It may stand still, and be moved either way. */
export interface HostClock {
  /** The milliseconds since 1970. */
  readonly now: () => number
}

/** The end of the year 9999, up to which the text of an instant sorts by time. */
const last = 253_402_300_799_999

const readable = (millis: number): number => {
  if (millis >= 0 && millis <= last) return Math.floor(millis)
  throw new RangeError(`the clock must be between the years 1970 and 9999, got ${millis}`)
}

/** A clock of Effect that tells the host's time. Its sleeps take real time. */
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
 * Makes every instant that the engine writes or judges follow a clock, under the engine's layer and in the fibers that call it.
 * Sleeps, time-outs and retries take real time: they wait for databases and mail servers, which do not follow it.
 */
export const layerClock = (host: HostClock): Layer.Layer<never> => Layer.setClock(clockOf(host))
