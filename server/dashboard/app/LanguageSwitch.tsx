import { chooseLanguage, languages, otherLanguages } from "../words/language.ts"

/** A button for every other language, with its own name. */
export const LanguageSwitch = ({ kind }: { readonly kind?: "link" }) => (
  <>
    {otherLanguages.map((each) => (
      <button key={each} type="button" class={kind} lang={each} onClick={() => chooseLanguage(each)}>
        {languages[each]}
      </button>
    ))}
  </>
)
