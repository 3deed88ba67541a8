import { Clock, DateTime, Effect, Layer } from "effect"
import { latestInstant } from "../schema/Input.ts"

/** The current time, from the fiber's clock, so that tests can set it. In the fibers of a test side, it is the test side's time. */
export const now = DateTime.nowAsDate

const movedClock: unique symbol = Symbol("rewards/MovedClock")

/** The clock of a test side: the engine's clock, some milliseconds ahead. */
interface MovedClock extends Clock.Clock {
  readonly [movedClock]: { readonly engine: Clock.Clock; readonly owner: string }
}

const isMoved = (clock: Clock.Clock): clock is MovedClock => movedClock in clock

const engineClock = (clock: Clock.Clock): Clock.Clock => (isMoved(clock) ? clock[movedClock].engine : clock)

/** The partner to whom a moved clock belongs; undefined for the engine's clock. */
export const ownerOfClock = (clock: Clock.Clock): string | undefined =>
  isMoved(clock) ? clock[movedClock].owner : undefined

/** Runs an effect in the engine's time, even if the caller runs in the time of a test side. */
export const inEngineTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => (isMoved(clock) ? Effect.withClock(effect, engineClock(clock)) : effect))

/** Returns the engine's time, even if the caller runs in the time of a test side. */
export const engineNow = inEngineTime(now)

/** Runs an effect in the time of a partner whose clock is `offset` milliseconds ahead of the engine's. Sleeps take real time. */
export const inMovedTime = <A, E, R>(
  owner: string,
  offset: number,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    const engine = engineClock(clock)
    const millis = () => readable(engine.unsafeCurrentTimeMillis() + offset)
    return Effect.withClock(
      effect,
      Object.assign(clockOf({ now: millis }), { [movedClock]: { engine, owner } })
    )
  })

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
