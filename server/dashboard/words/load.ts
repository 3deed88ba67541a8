import { type Language, language } from "./language.ts"

/** The file of each language. English is the source of the type, so that a missing or an additional key of another one is an error. */
type Files<W> = { readonly en: () => Promise<{ readonly words: W }> } & {
  readonly [L in Exclude<Language, "en">]: () => Promise<{ readonly words: NoInfer<W> }>
}

/** Loads the words in the language of the page, and no others. */
export const load = async <W>(files: Files<W>): Promise<W> => (await files[language]()).words
