import { Effect } from "effect"

/** The present moment, from the fiber's clock, so that tests can set it. */
export const now: Effect.Effect<Date> = Effect.clockWith((clock) =>
  Effect.map(clock.currentTimeMillis, (ms) => new Date(ms))
)
