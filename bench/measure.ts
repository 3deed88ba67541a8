/**
 * Makes `count` awards of a scene, starting with the one at index `from`, and appends each duration in milliseconds
 * to `taken`.
 */
export type Run = (from: number, count: number, taken?: Array<number>) => Promise<void> | void

export interface Contestant {
  readonly run: Run
  /** Does the work that the run has left for later: the library folds boards when they are read, or after a moment. */
  readonly settle?: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Awards a second, including the work that they leave for later. */
export const throughput = async (
  { run, settle }: Pick<Contestant, "run" | "settle">,
  from: number,
  count: number
): Promise<number> => {
  const start = performance.now()
  await run(from, count)
  await settle?.()
  return (count / (performance.now() - start)) * 1000
}

/** The median duration in milliseconds. */
export const latency = async (run: Run, from: number, count: number): Promise<number> => {
  const taken: Array<number> = []
  await run(from, count, taken)
  return median(taken)
}

/** One contestant's figures divided by another's, round by round. */
export const ratios = (of: ReadonlyArray<number>, to: ReadonlyArray<number>): Spread => {
  const values = of.map((value, round) => value / to[round]!)
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/**
 * Runs the contestants in the order A, B, B, A, A, B …, so that a machine that slows down affects all alike. Round 0
 * warms up and does not count. Returns each contestant's figures by round.
 */
export const interleave = async <Name extends string, Figure = number>(
  names: ReadonlyArray<Name>,
  rounds: number,
  once: (name: Name, round: number) => Promise<Figure>
): Promise<Readonly<Record<Name, ReadonlyArray<Figure>>>> => {
  // Filled for every name below, which the type system cannot express.
  const figures = {} as Record<Name, Array<Figure>>
  for (const name of names) figures[name] = []
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figure = await once(name, round)
      if (round > 0) figures[name].push(figure)
    }
  }
  return figures
}
