import { call, filled } from "../../api.ts"
import type { Award, Data } from "../../contract.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { counted } from "../../parts/numbers.ts"
import { toast } from "../../parts/Toasts.tsx"

interface Props {
  readonly award: Award
  readonly onReversed: (reversal: Data<"rules.reverse">) => void
  readonly onClose: () => void
}

const consequenceOf = ({ coins, ruleName, state, userId }: Award): string =>
  state === "paid"
    ? `${counted(Number(coins), "coin")} leave the wallet of ${userId}. The payment no longer counts: for the places and limits of “${ruleName}”, and on the boards. The cycle that it completed becomes void.`
    : `The completion of “${ruleName}” is taken from the running cycle of ${userId}. No coins move.`

/** Reverses an award, after saying what that takes back. */
export const ReverseDialog = ({ award, onClose, onReversed }: Props) => {
  const form = useForm({
    initial: { narration: "" },
    send: async ({ narration }, idempotencyKey) => {
      const body = { awardId: award.id, ...filled("narration", narration) }
      const reversal = await call("rules.reverse", { body, idempotencyKey })
      toast(
        Number(reversal.coins) === 0
          ? "The completion was taken back"
          : `${counted(Number(reversal.coins), "coin")} were taken back`
      )
      onReversed(reversal)
    }
  })
  return (
    <FormDialog title="Reverse this award?" submit="Reverse the award" form={form} onClose={onClose} danger>
      <p class="words">{consequenceOf(award)}</p>
      <p class="quiet">A reversal cannot be undone; the rule can be awarded again.</p>
      <Field label="Reason" {...form.field("narration")} optional placeholder="Order 1042 was returned" />
    </FormDialog>
  )
}
