import type { Clock } from "effect"
import { clockOf } from "../../rewards/clock.ts"
import { startOfTime } from "../time.ts"

/** A clock that stands still until it is moved, so that the model knows the time of every call. */
export interface Watch {
  now: number
  readonly clock: Clock.Clock
}

export const makeWatch = (): Watch => {
  const watch: Watch = { now: startOfTime, clock: clockOf({ now: () => watch.now }) }
  return watch
}

export const reset = (watch: Watch): void => {
  watch.now = startOfTime
}
