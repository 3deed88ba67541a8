/** Pseudo-random numbers from a seed, so that a demo can be repeated. */
export interface Random {
  /** From 0 to below 1. */
  readonly next: () => number
  /** A whole number from 0 to below the bound. */
  readonly below: (bound: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(list: readonly [A, ...ReadonlyArray<A>]) => A
  /** Picks an item with a probability proportional to its weight. */
  readonly weighted: <A extends { readonly weight: number }>(list: readonly [A, ...ReadonlyArray<A>]) => A
}

/** The generator mulberry32. Its 32 bits of state are enough for a demo. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0

  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const below = (bound: number): number => Math.floor(next() * bound)

  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] ?? list[0],
    weighted: (list) => {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0)
      for (const item of list) {
        left -= item.weight
        if (left < 0) return item
      }
      return list[0]
    }
  }
}
