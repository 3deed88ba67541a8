import { call } from "../../api.ts"
import type { Award } from "../../contract.ts"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { useLoad } from "../../parts/load.tsx"
import { Options } from "../../parts/Options.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/awards.ts"
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
          ? words.completionTaken
          : coins === 0
            ? words.returnRecorded
            : words.taken(coins)
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
    consequenceOf(award, values, rate.data, (name) => <Given>{name}</Given>) ??
    (values.part === "amount" && rate.failure !== undefined ? words.ruleUnread : words.fillIn)
  return (
    <FormDialog title={words.reverseTitle} submit={words.reverseVerb} form={form} onClose={onClose} danger>
      {choices.length > 0 && <Options legend={words.takeBack} options={choices} {...field("part")} />}
      {values.part === "coins" && <Field label={words.coinsBack} {...field("coins")} inputMode="decimal" />}
      {values.part === "amount" && (
        <Field label={words.amountBack} {...field("amount")} inputMode="decimal" hint={words.amountHint} />
      )}
      <p class="words" role="status">
        {said}
      </p>
      <p class="quiet">{words.reverseHint}</p>
      <Field label={words.reason} {...field("narration")} optional placeholder={words.reasonExample} />
    </FormDialog>
  )
}
