import { call } from "../../api.ts"
import type { Award } from "../../contract.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { useLoad } from "../../parts/load.tsx"
import { counted } from "../../parts/numbers.ts"
import { Options } from "../../parts/Options.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { afterReversal, bodyOf, check, choicesOf, consequenceOf, wholeReversal } from "./reversalChoice.ts"

interface Props {
  readonly award: Award
  readonly onReversed: (after: Award) => void
  readonly onClose: () => void
}

/** Reverses an award, all or in part, after saying what that takes back. */
export const ReverseDialog = ({ award, onClose, onReversed }: Props) => {
  const form = useForm({
    initial: wholeReversal,
    check: check(award),
    send: async (values, idempotencyKey) => {
      const reversal = await call("rules.reverse", { body: bodyOf(award, values), idempotencyKey })
      const coins = Number(reversal.coins)
      toast(
        award.state === "counted"
          ? "The completion was taken back"
          : coins === 0
            ? "The return is recorded; no coins were taken back"
            : `${counted(coins, "coin")} ${coins === 1 ? "was" : "were"} taken back`
      )
      onReversed(afterReversal(award, values, reversal))
    }
  })
  const { field, values } = form
  const rate = useLoad(
    async (signal) =>
      award.amount === null ? undefined : call("rules.get", { params: { id: award.ruleId }, signal }),
    [award.id]
  )
  const choices = choicesOf(award)
  const said =
    consequenceOf(award, values, rate.data) ??
    (values.part === "amount" && rate.failure !== undefined
      ? "The rule could not be read, so this page cannot say how many coins go back. The answer will say it."
      : "Fill in the number to see how many coins go back.")
  return (
    <FormDialog title="Reverse this award?" submit="Reverse the award" form={form} onClose={onClose} danger>
      {choices.length > 0 && <Options legend="Take back" options={choices} {...field("part")} />}
      {values.part === "coins" && (
        <Field label="Coins to take back" {...field("coins")} inputMode="decimal" />
      )}
      {values.part === "amount" && (
        <Field
          label="Amount that was returned"
          {...field("amount")}
          inputMode="decimal"
          hint="Calculated here with the current rule. If the rule has changed since the award, its values at that time decide."
        />
      )}
      <p class="words" role="status">
        {said}
      </p>
      <p class="quiet">A reversal cannot be undone; the rule can be awarded again.</p>
      <Field label="Reason" {...field("narration")} optional placeholder="Order 1042 was returned" />
    </FormDialog>
  )
}
