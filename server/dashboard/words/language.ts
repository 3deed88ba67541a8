/** The languages of the dashboard, each by its own name. */
export const languages = { en: "English", de: "Deutsch" } as const
export type Language = keyof typeof languages

/** The locales of numbers and of dates. British dates have the day first and 24 hours; American numbers have "M" for a million. */
export const locales: Readonly<Record<Language, { readonly numbers: string; readonly dates: string }>> = {
  en: { numbers: "en", dates: "en-GB" },
  de: { numbers: "de-DE", dates: "de-DE" }
}

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** The first language that is asked for and that the dashboard has: "de-AT" asks for German. English if there is none. */
export const languageIn = (asked: ReadonlyArray<string>): Language =>
  asked.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? "en"

/** The language of the page. The API reference, which shares parts with the dashboard, is English. */
export let language: Language = "en"

/** Sets the language, before any words are loaded. Code that was loaded since then keeps its words until the page is loaded again. */
export const setLanguage = (chosen: Language): void => {
  language = chosen
}
