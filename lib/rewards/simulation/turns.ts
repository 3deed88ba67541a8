import { Effect } from "effect"
import type { PartnerId } from "../Id.ts"

/** How many simulations run at once in a process. A partner has one at a time. */
const most = 2

interface Queue {
  readonly turn: Effect.Semaphore
  /** How many simulations of the partner run or wait. */
  size: number
}

/**
 * Lets a few simulations run at once. The others wait in a queue. At most one simulation of a partner runs or is in this queue. The
 * partner's other simulations wait before they enter the queue. So partners take turns.
 */
export const makeTurns = () => {
  const all = Effect.unsafeMakeSemaphore(most)
  const queues = new Map<PartnerId, Queue>()

  const enter = (partnerId: PartnerId) =>
    Effect.sync(() => {
      const queue = queues.get(partnerId) ?? { turn: Effect.unsafeMakeSemaphore(1), size: 0 }
      queue.size += 1
      queues.set(partnerId, queue)
      return queue
    })

  return <A, E>(partnerId: PartnerId, simulation: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      enter(partnerId),
      ({ turn }) => turn.withPermits(1)(all.withPermits(1)(simulation)),
      (queue) =>
        Effect.sync(() => {
          queue.size -= 1
          if (queue.size === 0) queues.delete(partnerId)
        })
    )
}
