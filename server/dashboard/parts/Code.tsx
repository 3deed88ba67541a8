import { parts } from "../words/common.ts"
import { toast } from "./Toasts.tsx"

interface Props {
  readonly label: string
  readonly text: string
}

export const copyText = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    toast(parts.copied)
  } catch {
    toast(parts.cannotCopy)
  }
}

/** Preformatted text with a Copy button. */
export const Code = ({ label, text }: Props) => (
  <figure class="code">
    <figcaption>
      <span>{label}</span>
      <button type="button" class="link" onClick={() => void copyText(text)}>
        {parts.copy}
      </button>
    </figcaption>
    <pre>{text}</pre>
  </figure>
)

/** A step of the page as a curl command, folded. */
export const CurlDetails = ({ text }: { readonly text: string }) => (
  <details>
    <summary>{parts.sameWithCurl}</summary>
    <Code label="curl" text={text} />
  </details>
)
