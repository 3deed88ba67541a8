import { partsOfSentence } from "./emphasis.ts"

/** The sentence about a rule, with quantities in bold and paths of fields as code. */
export const SaidRule = ({ sentence }: { readonly sentence: string }) => (
  <>
    {partsOfSentence(sentence).map(({ kind, text }, index) =>
      kind === "plain" ? text : kind === "path" ? <code key={index}>{text}</code> : <b key={index}>{text}</b>
    )}
  </>
)
