import { type Language, locales } from "./language.ts"

/** The forms of a word for numbers. "other" is the form for all numbers without one of their own. */
type Forms = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** Numbers, plurals and lists of a language. */
export const grammarOf = (language: Language) => {
  const { dates, numbers } = locales[language]
  const whole = new Intl.NumberFormat(numbers, { maximumFractionDigits: 4 })
  const compact = new Intl.NumberFormat(numbers, { notation: "compact", maximumFractionDigits: 1 })
  // Coins have four decimals: 1.0001 coins are not one coin.
  const rules = new Intl.PluralRules(numbers, { maximumFractionDigits: 4 })
  const lists = new Intl.ListFormat(dates, { type: "conjunction" })

  /** A number with thousands separators and all decimals. */
  const exact = (value: number | string): string => whole.format(Number(value))
  const plural = (count: number, forms: Forms): string => forms[rules.select(count)] ?? forms.other
  return {
    exact,
    /** The same, rounded from a million on. */
    rounded: (value: number | string): string =>
      Math.abs(Number(value)) >= 1_000_000 ? compact.format(Number(value)) : exact(value),
    /** The form for a number, without the number. */
    plural,
    /** "1 rule", "2 rules". */
    counted: (count: number, one: string, other: string): string =>
      `${exact(count)} ${plural(count, { one, other })}`,
    /** "a, b and c". */
    listed: (items: ReadonlyArray<string>): string => lists.format(items)
  }
}
