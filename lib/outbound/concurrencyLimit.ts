import { Effect } from "effect"

/** Registers a promise that cannot be cancelled. The effect that registers it counts towards the limit until the promise settles. */
export type HoldPlace = <A>(promise: Promise<A>) => Promise<A>

/** Runs at most `max` effects with the same key at the same time. Further effects fail with `refusal`. */
export const makeConcurrencyLimit = <E>(max: number, refusal: () => E) => {
  const running = new Map<string, number>()

  const leave = (key: string): void => {
    const others = (running.get(key) ?? 1) - 1
    if (others === 0) running.delete(key)
    else running.set(key, others)
  }

  const enter = (key: string) =>
    Effect.suspend(() => {
      const others = running.get(key) ?? 0
      if (others >= max) return Effect.fail(refusal())
      running.set(key, others + 1)
      const unsettled = new Set<Promise<unknown>>()
      return Effect.succeed(unsettled)
    })

  return <A, E2>(
    key: string,
    use: (holdPlace: HoldPlace) => Effect.Effect<A, E2>
  ): Effect.Effect<A, E | E2> =>
    Effect.acquireUseRelease(
      enter(key),
      (unsettled) =>
        use((promise) => {
          unsettled.add(promise)
          const settled = () => unsettled.delete(promise)
          promise.then(settled, settled)
          return promise
        }),
      (unsettled) =>
        Effect.sync(() => {
          if (unsettled.size === 0) leave(key)
          else void Promise.allSettled(unsettled).then(() => leave(key))
        })
    )
}
