import type { ComponentChildren } from "preact"
import { Code } from "./Code.tsx"
import { Dialog } from "./Dialog.tsx"

interface Props {
  readonly title: string
  /** What the secret is for. */
  readonly children: ComponentChildren
  readonly values: ReadonlyArray<readonly [label: string, text: string]>
  readonly onKept: () => void
}

/** Shows a secret that no later answer has. It has no other way out than its button, so that Esc cannot lose it. */
export const ShownOnce = ({ children, onKept, title, values }: Props) => (
  <Dialog title={title}>
    <div class="stack">
      <p>{children}</p>
      <p class="warned">The secret is shown only now: no later answer has it.</p>
      {values.map(([label, text]) => (
        <Code key={label} label={label} text={text} />
      ))}
      <button type="button" class="button wide" onClick={onKept}>
        I have kept it
      </button>
    </div>
  </Dialog>
)
