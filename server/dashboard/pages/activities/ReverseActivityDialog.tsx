import { call, filled } from "../../api.ts"
import type { Activity } from "../../contract.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { counted } from "../../parts/numbers.ts"
import { toast } from "../../parts/Toasts.tsx"
import { reversalOf } from "./outcomeWords.ts"

interface Props {
  readonly of: Activity
  readonly onReversed: (after: Activity) => void
  readonly onClose: () => void
}

/** Reverses all awards of an activity, after saying what that takes back. */
export const ReverseActivityDialog = ({ of, onClose, onReversed }: Props) => {
  const form = useForm({
    initial: { narration: "" },
    send: async ({ narration }, idempotencyKey) => {
      const body = { activityId: of.id, ...filled("narration", narration) }
      const { coins, createdAt } = await call("activities.reverse", { body, idempotencyKey })
      const taken = Number(coins)
      toast(
        taken === 0
          ? "The activity is reversed; no coins were taken back"
          : `${counted(taken, "coin")} ${taken === 1 ? "was" : "were"} taken back`
      )
      onReversed({ ...of, reversedAt: createdAt })
    }
  })
  return (
    <FormDialog
      title="Reverse this activity?"
      submit="Reverse the activity"
      form={form}
      onClose={onClose}
      danger
    >
      <p class="words">{reversalOf(of.userId, of.outcomes)}</p>
      <p class="quiet">
        A reversal cannot be undone. The activity stays in this list, and still counts as one of the member's
        activities.
      </p>
      <Field label="Reason" {...form.field("narration")} optional placeholder="Order 1042 was cancelled" />
    </FormDialog>
  )
}
