const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 4 })
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 })

/** A number with its thousands separated and all its decimals. */
export const exact = (value: number | string): string => whole.format(Number(value))

/** The same where there is little room: from a million on it is rounded. Show `exact` on hover beside it. */
export const rounded = (value: number | string): string =>
  Math.abs(Number(value)) >= 1_000_000 ? compact.format(Number(value)) : exact(value)

/** "1 rule", "2 rules". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${exact(count)} ${count === 1 ? one : many}`
