import * as Generator from "../../server/cli/demo/random.ts"

/** Random values from a seed: the same seed gives the same values, on every runtime. */
export interface Random extends Pick<Generator.Random, "next" | "below" | "chance"> {
  readonly pick: <A>(values: ReadonlyArray<A>) => A
}

/** Neighbouring seeds give values that have nothing in common. */
export const makeRandom = (seed: number): Random => {
  const { below, chance, next } = Generator.makeRandom(Math.imul(seed, 0x9e3779b1))
  const pick = <A>(values: ReadonlyArray<A>): A => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error("there is nothing to pick from")
    return value
  }
  return { next, below, chance, pick }
}
