import { Effect } from "effect"

/**
 * Keeps an effect's place occupied until the promise has settled, also after the effect has ended. It is for work that
 * cannot be cancelled.
 */
export type Keep = <A>(promise: Promise<A>) => Promise<A>

/**
 * Runs at most `max` effects of one name at a time. Any further effect fails with the refusal at once, without
 * waiting.
 */
export const makeCrowd = <E>(max: number, refusal: () => E) => {
  const running = new Map<string, number>()

  const leave = (name: string): void => {
    const others = (running.get(name) ?? 1) - 1
    if (others === 0) running.delete(name)
    else running.set(name, others)
  }

  const enter = (name: string) =>
    Effect.suspend(() => {
      const others = running.get(name) ?? 0
      if (others >= max) return Effect.fail(refusal())
      running.set(name, others + 1)
      const kept = new Set<Promise<unknown>>()
      return Effect.succeed(kept)
    })

  return <A, E2>(name: string, use: (keep: Keep) => Effect.Effect<A, E2>): Effect.Effect<A, E | E2> =>
    Effect.acquireUseRelease(
      enter(name),
      (kept) =>
        use((promise) => {
          kept.add(promise)
          const settled = () => kept.delete(promise)
          promise.then(settled, settled)
          return promise
        }),
      (kept) =>
        Effect.sync(() => {
          if (kept.size === 0) leave(name)
          else void Promise.allSettled(kept).then(() => leave(name))
        })
    )
}
