// How much a test does that finds more the longer it runs. `npm test` must stay short; `TEST_SIZE=long npm test` takes its time.

export const isLong = process.env.TEST_SIZE === "long"

/** Whether suites run the parts that `npm test` leaves to the short proof and to `npm run test:release`. */
export const isWhole = isLong || process.env.TEST_WHOLE === "1"

export interface Size {
  readonly short: number
  /** The size where suites run whole, if it is not the short one. */
  readonly whole?: number
  readonly long: number
  /** The short size on Node, where a suite runs beside the same suite on Bun. */
  readonly onNode?: number
}

/** The size by `TEST_SIZE`, unless the variable of this name gives it: `TRIES=1000 bun test test/release/boardProcesses.ts`. */
export const sized = (name: string, { long, onNode, short, whole = short }: Size): number => {
  const briefly = isWhole ? whole : short
  const here = process.versions.bun ? briefly : (onNode ?? briefly)
  return Number(process.env[name] ?? (isLong ? long : here))
}
