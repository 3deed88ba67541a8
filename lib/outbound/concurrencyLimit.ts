import { Effect } from "effect"

/** Makes a function that runs at most `max` effects with the same key at the same time. Further effects fail with `refusal`. */
export const makeConcurrencyLimit = <E>(max: number, refusal: () => E) => {
  const running = new Map<string, number>()

  const enter = (key: string) =>
    Effect.suspend(() => {
      const others = running.get(key) ?? 0
      if (others >= max) return Effect.fail(refusal())
      running.set(key, others + 1)
      return Effect.void
    })

  const leave = (key: string) =>
    Effect.sync(() => {
      const remaining = (running.get(key) ?? 1) - 1
      if (remaining === 0) running.delete(key)
      else running.set(key, remaining)
    })

  return <A, E2>(key: string, use: () => Effect.Effect<A, E2>): Effect.Effect<A, E | E2> =>
    Effect.acquireUseRelease(enter(key), use, () => leave(key))
}

/** Makes a function that runs at most `max` effects with the same key at the same time. Further effects wait. */
export const makeQueues = (max: number) => {
  /** The queue of each key. `callers` counts the effects that run or wait, so that an unused queue can be deleted. */
  const queues = new Map<string, { readonly turns: Effect.Semaphore; callers: number }>()

  const enter = (key: string) =>
    Effect.sync(() => {
      const queue = queues.get(key) ?? { turns: Effect.unsafeMakeSemaphore(max), callers: 0 }
      queue.callers += 1
      queues.set(key, queue)
      return queue
    })

  return <A, E>(key: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      enter(key),
      ({ turns }) => turns.withPermits(1)(effect),
      (queue) =>
        Effect.sync(() => {
          queue.callers -= 1
          if (queue.callers === 0) queues.delete(key)
        })
    )
}
