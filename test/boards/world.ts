// The engine with its boards, under a clock that tests set: what happened in March is awarded in March.
import { Clock, Context, Effect, Layer } from "effect"
import { Boards } from "../../lib/boards/Boards.ts"
import { AwardHistory } from "../../lib/rewards/awards/AwardHistory.ts"
import { freshEngine, type MakeClient } from "../support/engine.ts"
import { type Engine, newPartner } from "../support/world.ts"

/** Moves the clock of every service to a moment; it stands still until the next. */
export class SetTime extends Context.Tag("test/SetTime")<SetTime, (at: string | number) => void>() {}

export type BoardsEngine = Engine | SetTime

const settableClock = (): { readonly clock: Clock.Clock; readonly set: (at: string | number) => void } => {
  const real = Clock.make()
  let millis = 0
  const clock: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    // What sleeps waits for a database, which does not follow our clock.
    sleep: (duration) => real.sleep(duration),
    unsafeCurrentTimeMillis: () => millis,
    unsafeCurrentTimeNanos: () => BigInt(millis) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => millis),
    currentTimeNanos: Effect.sync(() => BigInt(millis) * 1_000_000n)
  }
  return {
    clock,
    set: (at) => {
      millis = new Date(at).getTime()
    }
  }
}

export const boardsEngine = (makeClient: MakeClient): Layer.Layer<BoardsEngine, unknown> => {
  const { clock, set } = settableClock()
  return Layer.succeed(SetTime, set).pipe(
    Layer.provideMerge(freshEngine(makeClient)),
    Layer.provideMerge(Layer.setClock(clock))
  )
}

/** A new partner, its boards and its history, in the summer of 2025. */
export const newBoards = Effect.gen(function* () {
  const setTime = yield* SetTime
  setTime("2025-07-01T12:00:00.000Z")
  const partner = yield* newPartner
  return { ...partner, boards: yield* Boards, history: yield* AwardHistory, setTime }
})
