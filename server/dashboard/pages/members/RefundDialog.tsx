import { call, filled } from "../../api.ts"
import type { Transaction } from "../../contract.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { counted } from "../../parts/numbers.ts"
import { Time } from "../../parts/Time.tsx"
import { toast } from "../../parts/Toasts.tsx"

interface Props {
  readonly of: Transaction
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Returns the coins of a transfer to the wallet. */
export const RefundDialog = ({ of, onClose, onDone }: Props) => {
  const coins = counted(of.coins, "coin")
  const form = useForm({
    initial: { narration: "" },
    send: async ({ narration }, idempotencyKey) => {
      const body = { transactionId: of.id, ...filled("narration", narration) }
      await call("coins.refund", { body, idempotencyKey })
      toast(`${coins} returned to ${of.userId}`)
      onClose()
      onDone()
    }
  })
  return (
    <FormDialog title="Refund redeemed coins" submit={`Refund ${coins}`} form={form} onClose={onClose}>
      <p class="say">
        {coins}, redeemed <Time at={of.createdAt} />, will return to {of.userId}'s wallet, and no longer count
        as spent. Redeemed coins can be refunded once; a refund cannot be undone.
      </p>
      <Field label="Reason" {...form.field("narration")} optional hint="Shown in the list of transactions." />
    </FormDialog>
  )
}
