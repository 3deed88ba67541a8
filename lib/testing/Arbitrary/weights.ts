import * as fc from "fast-check"

export const weighted = <A>(
  ...choices: ReadonlyArray<readonly [weight: number, value: A]>
): fc.Arbitrary<A> =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

/** Generates mostly `value`, and sometimes a value of `rarely`: in one of `weight` + 1 cases. Such a value shrinks to `value`. */
export const mostly = <A, B>(value: A, weight: number, rarely: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: rarely }
  )
