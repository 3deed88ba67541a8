/** The languages of the dashboard, each by its own name. */
export const languages = { en: "English", de: "Deutsch" } as const
export type Language = keyof typeof languages

/** The locales of numbers and of dates. British dates have the day first and 24 hours; American numbers have "M" for a million. */
export const locales: Readonly<Record<Language, { readonly numbers: string; readonly dates: string }>> = {
  en: { numbers: "en", dates: "en-GB" },
  de: { numbers: "de-DE", dates: "de-DE" }
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** The first language that is asked for and that the dashboard has: "de-AT" asks for German. English if there is none. */
export const languageIn = (asked: ReadonlyArray<string>): Language =>
  asked.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? "en"

const storageKey = "laurel-language"

/** A page is translated if its HTML says so. The API reference, which shares parts with the dashboard, is not. */
const isTranslated = typeof document !== "undefined" && "translated" in document.documentElement.dataset

/** The language of the page: the one that was chosen in this browser, else the first known one of the browser. It never changes. */
export const language: Language = isTranslated
  ? languageIn([localStorage.getItem(storageKey) ?? "", ...navigator.languages])
  : "en"

/** The languages beside this one. */
export const otherLanguages: ReadonlyArray<Language> = Object.keys(languages)
  .filter(isLanguage)
  .filter((each) => each !== language)

export const applyLanguage = (): void => {
  document.documentElement.lang = language
}

/** Loads the page again in another language. The browser asks first if a form is not saved. */
export const chooseLanguage = (chosen: Language): void => {
  localStorage.setItem(storageKey, chosen)
  location.reload()
}
