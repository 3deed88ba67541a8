// Assertions about the outcome of effects.
import assert from "node:assert/strict"
import { Effect, Either } from "effect"

type Tagged = { readonly _tag: string }

/** The failure with this tag. A success or another failure fails the test. */
export const refused =
  <const Tag extends string>(tag: Tag) =>
  <A, E extends Tagged, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<Extract<E, { _tag: Tag }>, never, R> =>
    Effect.map(Effect.either(effect), (result) => {
      if (Either.isRight(result)) assert.fail(`expected ${tag}, got ${JSON.stringify(result.right)}`)
      const error = result.left
      if (!hasTag(error, tag)) assert.fail(`expected ${tag}, got ${JSON.stringify(error)}`)
      return error
    })

const hasTag = <E extends Tagged, Tag extends string>(
  error: E,
  tag: Tag
): error is Extract<E, { _tag: Tag }> => error._tag === tag

/** The tag of an effect's outcome: "ok" or the error's tag. Defects stay defects. */
export const outcome = <A, E extends Tagged, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<string, never, R> => Effect.map(Effect.either(effect), tagOf)

export const tagOf = <A, E extends Tagged>(result: Either.Either<A, E>): string =>
  Either.match(result, { onLeft: (error) => error._tag, onRight: () => "ok" })

/** Counts the words, for a compact comparison. */
export const tally = (words: Iterable<string>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
