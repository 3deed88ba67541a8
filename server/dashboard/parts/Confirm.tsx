import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Dialog } from "./Dialog.tsx"
import { FormFailure } from "./FormFailure.tsx"

interface Props {
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children: ComponentChildren
  /** The verb on the button, such as "Revoke". */
  readonly verb: string
  readonly run: () => Promise<void>
  /** False for a step that takes nothing away. */
  readonly danger?: boolean
  readonly onClose: () => void
}

/** Asks before a step that cannot be undone, or that others notice. A failure is shown in the dialog, which stays open. */
export const Confirm = ({ children, danger = true, onClose, run, title, verb }: Props) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(undefined)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        {children}
        <FormFailure of={failure} />
        <div class="actions">
          <button
            type="button"
            class={`button${danger ? " danger" : ""}`}
            disabled={busy}
            onClick={() => void confirm()}
          >
            {verb}
          </button>
          <button type="button" class="button plain" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  )
}
