const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 4 })
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 })

/** A number with thousands separators and all decimals. */
export const exact = (value: number | string): string => whole.format(Number(value))

/** The same, rounded from a million on. Show `exact` on hover. */
export const rounded = (value: number | string): string =>
  Math.abs(Number(value)) >= 1_000_000 ? compact.format(Number(value)) : exact(value)

/** "1 rule", "2 rules". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${exact(count)} ${count === 1 ? one : many}`

const decimal = /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,4})?$/
const largest = 500_000_000_000

const faultOf =
  (what: string) =>
  (given: string): string | undefined => {
    const text = given.trim()
    if (text === "") return "is required"
    return decimal.test(text) && Number(text) > 0 && Number(text) <= largest
      ? undefined
      : `must be ${what} above 0, with at most 4 decimals and no more than ${largest}, got ${JSON.stringify(text)}`
  }

/** The fault of an amount of coins, in the API's words. A test compares both. */
export const coinsFault = faultOf("an amount of coins")

/** The fault of an amount that is not coins, such as a price, in the API's words. */
export const amountFault = faultOf("a decimal")

const grouped = /^[0-9]{1,3}([,\u00a0\u202f' ’][0-9]{3})+(\.[0-9]+)?$/

/** A number as the API takes it: without the separators of its thousands. Other texts stay as they are. */
export const plainNumber = (given: string): string => {
  const text = given.trim()
  return grouped.test(text) ? text.replace(/[^0-9.]/g, "") : text
}

/** The fault of a text that is no number, to be shown when its field is left. An empty field is the form's matter. */
export const numberFault = (given: string): string | undefined =>
  given.trim() === "" || /^-?[0-9]+(\.[0-9]+)?$/.test(plainNumber(given))
    ? undefined
    : `must be a number, such as 1000 or 12.5, got ${JSON.stringify(given.trim())}`
