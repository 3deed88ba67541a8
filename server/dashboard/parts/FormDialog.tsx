import type { ComponentChildren } from "preact"
import { Button } from "./Button.tsx"
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
  /** True for what takes something away for good. */
  readonly danger?: boolean
}

/** Asks before something is written. It stays open until the answer is there, and shows a refusal. */
export const FormDialog = ({ children, danger = false, form, onBack, onClose, submit, title }: Props) => {
  const { busy, failure, onSubmit } = form
  const close = () => busy || onClose()
  return (
    <Dialog title={title} onClose={close}>
      <form class="stack" onSubmit={onSubmit} noValidate>
        {children}
        <FormFailure of={failure} />
        <div class="actions">
          <Button off={busy} {...(danger && { kind: "danger" })}>
            {busy ? "One moment…" : submit}
          </Button>
          <Button kind="plain" off={busy} onClick={onBack ?? close}>
            {onBack === undefined ? "Cancel" : "Back"}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
