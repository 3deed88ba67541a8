import { isLanguage, type Language, languageIn, languages, setLanguage } from "../words/language.ts"

const storageKey = "laurel-language"

/** Takes the language that was chosen in this browser, else the first known one of the browser. */
export const applyLanguage = (): void => {
  const chosen = languageIn([localStorage.getItem(storageKey) ?? "", ...navigator.languages])
  setLanguage(chosen)
  document.documentElement.lang = chosen
}

/** All languages, in their order. */
export const allLanguages: ReadonlyArray<Language> = Object.keys(languages).filter(isLanguage)

/** Loads the page again in another language. The browser asks first if a form is not saved. */
export const chooseLanguage = (chosen: Language): void => {
  localStorage.setItem(storageKey, chosen)
  location.reload()
}
