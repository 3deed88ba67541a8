import { call, filled } from "../../api.ts"
import type { Activity } from "../../contract.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/activities.ts"
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
      toast(taken === 0 ? words.isReversed : words.taken(taken))
      onReversed({ ...of, reversedAt: createdAt })
    }
  })
  return (
    <FormDialog title={words.reverseTitle} submit={words.reverseVerb} form={form} onClose={onClose} danger>
      <p class="words">
        {reversalOf(of.userId, of.outcomes, (name) => (
          <Given>{name}</Given>
        ))}
      </p>
      <p class="quiet">{words.reverseHint}</p>
      <Field label={words.reason} {...form.field("narration")} optional placeholder={words.reasonExample} />
    </FormDialog>
  )
}
