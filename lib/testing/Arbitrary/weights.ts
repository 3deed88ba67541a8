import * as fc from "fast-check"

export const weighted = <A>(
  ...choices: ReadonlyArray<readonly [weight: number, value: A]>
): fc.Arbitrary<A> =>
  fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

/** Generates `value` `weight` times as often as `rarely`. All other values shrink to `value`. */
export const mostly = <A, B>(value: A, weight: number, rarely: fc.Arbitrary<B>): fc.Arbitrary<A | B> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: rarely }
  )
