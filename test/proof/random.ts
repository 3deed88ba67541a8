/** Random values from a seed: the same seed gives the same values, on every runtime. */
export interface Random {
  /** At least 0 and below 1. */
  readonly next: () => number
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(values: ReadonlyArray<A>) => A
}

/** Mulberry32. */
export const makeRandom = (seed: number): Random => {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <A>(values: ReadonlyArray<A>): A => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error("there is nothing to pick from")
    return value
  }
  return { next, below, chance: (probability) => next() < probability, pick }
}
