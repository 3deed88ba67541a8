// A clock that stands still until a test moves it.
import { Context, Layer } from "effect"
import { layerClock } from "../../../lib/rewards/clock.ts"

/** The time in milliseconds that every service sees. A test sets it. */
export interface Watch {
  now: number
}

export class Time extends Context.Tag("test/Time")<Time, Watch>() {}

export const newWatch = (at: string): Watch => ({ now: Date.parse(at) })

/** Makes an engine use this watch. */
export const timeOf = (watch: Watch): Layer.Layer<Time> =>
  Layer.merge(Layer.succeed(Time, watch), layerClock({ now: () => watch.now }))
