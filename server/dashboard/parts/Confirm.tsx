import type { ComponentChildren } from "preact"
import { FormDialog } from "./FormDialog.tsx"
import { useForm } from "./form.ts"

interface Props {
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children: ComponentChildren
  /** The verb on the button, such as "Revoke". */
  readonly verb: string
  /** Does it. The key stays the same while the dialog is open. */
  readonly run: (idempotencyKey: string) => Promise<void>
  /** False for a step that takes nothing away. */
  readonly danger?: boolean
  readonly onClose: () => void
}

/** Asks before a step that cannot be undone, or that others notice, and that needs no fields. */
export const Confirm = ({ danger = true, run, verb, ...rest }: Props) => {
  const form = useForm({ initial: {}, send: (_, idempotencyKey) => run(idempotencyKey) })
  return <FormDialog {...rest} submit={verb} form={form} danger={danger} />
}
