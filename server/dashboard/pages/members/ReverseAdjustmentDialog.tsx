import { useState } from "preact/hooks"
import { call, filled } from "../../api.ts"
import type { Transaction } from "../../contract.ts"
import { approvalChanges } from "../../feed.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/members.ts"
import { WaitingDialog } from "../approvals/WaitingDialog.tsx"
import { reversalConsequence } from "./adjustment.ts"
import { ConsequenceNote } from "./ConsequenceNote.tsx"

interface Props {
  readonly of: Transaction
  /** The coins in the wallet at the last read. */
  readonly holds: number
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Undoes an adjustment as a whole. */
export const ReverseAdjustmentDialog = ({ holds, of, onClose, onDone }: Props) => {
  const [waits, setWaits] = useState(false)
  const form = useForm({
    initial: { narration: "" },
    send: async ({ narration }, idempotencyKey) => {
      const body = { adjustmentId: of.id, ...filled("narration", narration) }
      const answer = await call("coins.reverseAdjustment", { body, idempotencyKey })
      if ("state" in answer) {
        approvalChanges.value += 1
        return setWaits(true)
      }
      toast(
        of.debitOrCredit === "CR" ? words.takenBack(of.coins, of.userId) : words.returned(of.coins, of.userId)
      )
      onClose()
      onDone()
    }
  })
  const leave = (): void => {
    onClose()
    if (form.failure !== undefined) onDone()
  }
  if (waits) {
    return <WaitingDialog then={words.reversedWhenApproved} onClose={onClose} />
  }
  return (
    <FormDialog
      title={words.reverseTitle}
      submit={words.reverseAdjustment}
      form={form}
      onClose={leave}
      danger
    >
      <ConsequenceNote of={reversalConsequence(of, holds)} />
      <p class="quiet">{words.reverseOnce}</p>
      <Field label={words.reason} {...form.field("narration")} optional hint={words.shownInList} />
    </FormDialog>
  )
}
