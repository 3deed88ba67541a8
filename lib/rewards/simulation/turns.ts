import { Effect } from "effect"
import type { PartnerId } from "../Id.ts"
import { isTestSide } from "../partners/testSide.ts"

/** How many simulations of live partners run at once in a process. A partner has one at a time. */
const most = 2

interface PartnerTurns {
  readonly turn: Effect.Semaphore
  /** How many simulations of the partner run or wait. */
  size: number
}

/**
 * Makes a function that runs simulations, a few at once. The others wait in a queue. At most one simulation of a partner runs or is in this
 * queue. The partner's other simulations wait before they enter the queue. So partners take turns. Test sides have a queue of their own, in
 * which one simulation runs at a time.
 */
export const makeTurns = () => {
  const all = Effect.unsafeMakeSemaphore(most)
  const ofTestSides = Effect.unsafeMakeSemaphore(1)
  const turns = new Map<PartnerId, PartnerTurns>()

  const enter = (partnerId: PartnerId) =>
    Effect.sync(() => {
      const own = turns.get(partnerId) ?? { turn: Effect.unsafeMakeSemaphore(1), size: 0 }
      own.size += 1
      turns.set(partnerId, own)
      return own
    })

  return <A, E>(partnerId: PartnerId, simulation: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      enter(partnerId),
      ({ turn }) =>
        turn.withPermits(1)((isTestSide(partnerId) ? ofTestSides : all).withPermits(1)(simulation)),
      (own) =>
        Effect.sync(() => {
          own.size -= 1
          if (own.size === 0) turns.delete(partnerId)
        })
    )
}
