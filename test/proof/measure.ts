/** The value below which a share of the values lies. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

/** Milliseconds for a figure of a table. */
export const shown = (milliseconds: number): number => Math.round(milliseconds * 100) / 100
