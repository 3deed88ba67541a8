import { type Said, saidFault } from "./plainWords.ts"

/** Text of a page, or of the API. English words on a page in another language say so, so that they are read out as English. */
export const SaidWords = ({ isForeign, text }: Said) => (isForeign ? <span lang="en">{text}</span> : text)

/** What is wrong with a field, to be read after the field's name. */
export const Fault = ({ of }: { readonly of: string }) => <SaidWords {...saidFault(of)} />
