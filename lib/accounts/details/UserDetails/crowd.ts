import { Effect } from "effect"

/**
 * Runs at most `max` effects of one name at a time. Any further effect fails with the refusal at once, without
 * waiting.
 */
export const makeCrowd = <E>(max: number, refusal: () => E) => {
  const running = new Map<string, number>()

  const enter = (name: string) =>
    Effect.suspend(() => {
      const others = running.get(name) ?? 0
      if (others >= max) return Effect.fail(refusal())
      running.set(name, others + 1)
      return Effect.void
    })

  const leave = (name: string) =>
    Effect.sync(() => {
      const others = (running.get(name) ?? 1) - 1
      if (others === 0) running.delete(name)
      else running.set(name, others)
    })

  return <A, E2>(name: string, effect: Effect.Effect<A, E2>): Effect.Effect<A, E | E2> =>
    Effect.acquireUseRelease(
      enter(name),
      () => effect,
      () => leave(name)
    )
}
