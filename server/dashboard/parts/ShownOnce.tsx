import type { ComponentChildren } from "preact"
import { parts } from "../words/common.ts"
import { Code } from "./Code.tsx"
import { Dialog } from "./Dialog.tsx"

interface Props {
  readonly title: string
  /** What the secret is for. */
  readonly children: ComponentChildren
  readonly values: ReadonlyArray<readonly [label: string, text: string]>
  readonly onStored: () => void
}

/** Shows a secret that cannot be read again. Only its button closes it, so that Esc cannot lose the secret. */
export const ShownOnce = ({ children, onStored, title, values }: Props) => (
  <Dialog title={title}>
    <div class="stack">
      <p>{children}</p>
      <p class="warned">{parts.shownOnce}</p>
      {values.map(([label, text]) => (
        <Code key={label} label={label} text={text} />
      ))}
      <button type="button" class="button wide" onClick={onStored}>
        {parts.stored}
      </button>
    </div>
  </Dialog>
)
