import type { ComponentChildren } from "preact"
import { Dialog } from "./Dialog.tsx"
import { FormFailure } from "./FormFailure.tsx"

interface Props {
  readonly title: string
  /** What will happen, in sentences, and fields if there are any. */
  readonly children: ComponentChildren
  /** What the button does: "Refund 40 coins". */
  readonly submit: string
  readonly form: {
    readonly busy: boolean
    readonly failure: unknown
    readonly onSubmit: (event: SubmitEvent) => void
  }
  readonly onClose: () => void
  /** Leads back to the step before. Without it there is a button that closes. */
  readonly onBack?: () => void
}

/** Asks before something is written. It stays open until the answer is there, and shows a refusal. */
export const FormDialog = ({ children, form, onBack, onClose, submit, title }: Props) => {
  const { busy, failure, onSubmit } = form
  const close = () => busy || onClose()
  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={onSubmit} noValidate>
        {children}
        <FormFailure of={failure} />
        <div class="actions">
          <button type="submit" class="button" disabled={busy}>
            {busy ? "One moment…" : submit}
          </button>
          <button type="button" class="button plain" disabled={busy} onClick={onBack ?? close}>
            {onBack === undefined ? "Cancel" : "Back"}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
