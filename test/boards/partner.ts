import { Effect, Layer } from "effect"
import {
  type Engine,
  freshEngine,
  type MakeClient,
  newPartner,
  newWatch,
  type PartnerView,
  Time,
  timeOf
} from "../support/world.ts"

export type BoardsEngine = Engine | Time

const summer = "2025-07-01T12:00:00.000Z"

/** An engine with a clock that tests set, so that an award can be made in a given month. */
export const boardsEngine = (makeClient: MakeClient): Layer.Layer<BoardsEngine, unknown> =>
  Layer.provideMerge(freshEngine(makeClient), timeOf(newWatch(summer)))

/** A new partner, in the summer of 2025. */
export const newBoards = Effect.gen(function* () {
  const watch = yield* Time
  const setTime = (at: string | number): void => {
    watch.now = new Date(at).getTime()
  }
  setTime(summer)
  return { ...(yield* newPartner), setTime }
})

/** Makes as many awards to a member as make a fold in the background due at once. */
export const untilFoldIsDue = ({ awardMany }: Pick<PartnerView, "awardMany">, userId: string) =>
  Effect.repeatN(awardMany(Array.from({ length: 1000 }, () => ({ userId, ruleName: "signup" }))), 3)
