import type { ComponentChildren } from "preact"
import { parts } from "../words/common.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { FormFailure, useForm } from "./form.tsx"

interface Props {
  readonly title: string
  /** What will happen, and fields if there are any. */
  readonly children: ComponentChildren
  /** What the button does: "Refund 40 coins". */
  readonly submit: string
  readonly form: {
    readonly busy: boolean
    readonly failure: unknown
    readonly onSubmit: (event: SubmitEvent) => void
  }
  readonly onClose: () => void
  /** Returns to the previous step. The default is a Cancel button. */
  readonly onBack?: () => void
  /** True if it cannot be undone. */
  readonly danger?: boolean
}

/** A dialog with a form. It stays open until the request succeeds, and shows a refusal. */
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
            {busy ? parts.oneMoment : submit}
          </Button>
          <Button kind="plain" off={busy} onClick={onBack ?? close}>
            {onBack === undefined ? parts.cancel : parts.back}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children: ComponentChildren
  /** The verb on the button, such as "Revoke". */
  readonly verb: string
  /** Runs the step. The key stays the same while the dialog is open. */
  readonly run: (idempotencyKey: string) => Promise<void>
  /** False for a step that can be undone. */
  readonly danger?: boolean
  readonly onClose: () => void
}

/** Asks for confirmation before a step that needs no fields. */
export const Confirm = ({ danger = true, run, verb, ...rest }: ConfirmProps) => {
  const form = useForm({ initial: {}, send: (_, idempotencyKey) => run(idempotencyKey) })
  return <FormDialog {...rest} submit={verb} form={form} danger={danger} />
}
