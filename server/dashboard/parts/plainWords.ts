import { refusals } from "../words/common.ts"
import { language } from "../words/language.ts"

/** What a page says about a refusal. */
export interface Said {
  readonly text: string
  /** True for the API's own words, which are English on a page in another language. */
  readonly isForeign: boolean
}

const own = (text: string): Said => ({ text, isForeign: false })
const ofApi = (text: string): Said => ({ text, isForeign: language !== "en" })

/** What a refusal says to a person who knows no API; undefined if the page has no words for it. */
export const plainRefusal = (code: string, error: string): Said | undefined => {
  const text = Object.hasOwn(refusals.codes, code) ? refusals.codes[code]?.(error) : undefined
  return text === undefined ? undefined : own(text)
}

/** What a refusal says: in the page's words, or else in the API's. */
export const saidRefusal = (code: string, error: string): Said => plainRefusal(code, error) ?? ofApi(error)

export const plainWords = (code: string, error: string): string => saidRefusal(code, error).text

/** The fault of a field, which the API and the forms write in the API's words. */
export const saidFault = (fault: string): Said => {
  const [form, words] = refusals.faults.find(([each]) => each.test(fault)) ?? []
  return form === undefined || words === undefined ? ofApi(fault) : own(fault.replace(form, words))
}
