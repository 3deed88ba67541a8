import { call, filled } from "../../api.ts"
import type { Transaction } from "../../contract.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { Time } from "../../parts/Time.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/members.ts"

interface Props {
  readonly of: Transaction
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Returns the coins of a transfer to the wallet. */
export const RefundDialog = ({ of, onClose, onDone }: Props) => {
  const form = useForm({
    initial: { narration: "" },
    send: async ({ narration }, idempotencyKey) => {
      const body = { transactionId: of.id, ...filled("narration", narration) }
      await call("coins.refund", { body, idempotencyKey })
      toast(words.returned(of.coins, of.userId))
      onClose()
      onDone()
    }
  })
  return (
    <FormDialog title={words.refundTitle} submit={words.refundSome(of.coins)} form={form} onClose={onClose}>
      <p class="say">{words.willReturn(of.coins, <Time at={of.createdAt} />, <Given>{of.userId}</Given>)}</p>
      <Field label={words.reason} {...form.field("narration")} optional hint={words.shownInList} />
    </FormDialog>
  )
}
