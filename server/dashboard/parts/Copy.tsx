import { parts } from "../words/common.ts"
import { copyText } from "./Code.tsx"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly text: string
  /** What the text is, such as "id". */
  readonly what: string
}

/** An id in small type, with a button that copies it. */
export const Copyable = ({ text, what }: Props) => (
  <span class="copyable">
    <code>{text}</code>
    <button type="button" class="copy" aria-label={parts.copyThe(what)} onClick={() => void copyText(text)}>
      <Icon of="copy" />
    </button>
  </span>
)
