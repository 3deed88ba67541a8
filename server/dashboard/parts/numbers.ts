import { grammarOf } from "../words/grammar.ts"
import { type Language, language } from "../words/language.ts"

/** Numbers in the language of the page: with thousands separators and all decimals, or rounded from a million on. */
export const { exact, rounded } = grammarOf(language)

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

/** How a person of a language may write a number: with separators between its thousands, and before its decimals. */
const written: Readonly<
  Record<Language, { readonly grouped: RegExp; readonly separators: RegExp; readonly decimal: string }>
> = {
  en: {
    grouped: /^[0-9]{1,3}([,\u00a0\u202f' ’][0-9]{3})+(\.[0-9]+)?$/,
    separators: /[,\u00a0\u202f' ’]/g,
    decimal: "."
  },
  // A number that begins with 0 has no thousands: 0.125 is an eighth.
  de: {
    grouped: /^[1-9][0-9]{0,2}([.\u00a0\u202f' ’][0-9]{3})+(,[0-9]+)?$/,
    separators: /[.\u00a0\u202f' ’]/g,
    decimal: ","
  }
}

/** A number as the API takes it: with a point, and without the separators of its thousands. Other texts stay as they are. */
export const plainNumber = (given: string, of: Language = language): string => {
  const { decimal: point, grouped, separators } = written[of]
  const text = given.trim()
  const plain = grouped.test(text) ? text.replace(separators, "") : text
  return /^-?[0-9]+[.,][0-9]+$/.test(plain) ? plain.replace(point, ".") : plain
}

/** A number of the API as a person of the language would type it. Other texts stay as they are. */
export const typedNumber = (plain: string, of: Language = language): string =>
  /^-?[0-9]+\.[0-9]+$/.test(plain) ? plain.replace(".", written[of].decimal) : plain

/** The fault of a text that is no number, to be shown when its field is left. An empty field is the form's matter. */
export const numberFault = (given: string): string | undefined =>
  given.trim() === "" || /^-?[0-9]+(\.[0-9]+)?$/.test(plainNumber(given))
    ? undefined
    : `must be a number, such as 1000 or 12.5, got ${JSON.stringify(given.trim())}`
