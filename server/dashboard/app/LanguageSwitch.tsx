import { Choice } from "../parts/Field.tsx"
import { app } from "../words/common.ts"
import { language, languages } from "../words/language.ts"
import { allLanguages, chooseLanguage } from "./language.ts"

/** A button for every other language, with its own name. */
export const LanguageSwitch = ({ kind }: { readonly kind?: "link" }) => (
  <>
    {allLanguages
      .filter((each) => each !== language)
      .map((each) => (
        <button key={each} type="button" class={kind} lang={each} onClick={() => chooseLanguage(each)}>
          {languages[each]}
        </button>
      ))}
  </>
)

/** The language of this browser, for the settings. */
export const LanguageSection = () => (
  <section>
    <h2>{app.language}</h2>
    <Choice
      label={app.languageHere}
      name="language"
      value={language}
      onValue={chooseLanguage}
      options={allLanguages.map((each) => [each, languages[each]] as const)}
    />
  </section>
)
