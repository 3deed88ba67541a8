import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { approvalChanges } from "../../feed.ts"
import { Checks } from "../../parts/Checks.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { counted } from "../../parts/numbers.ts"
import { Options } from "../../parts/Options.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { WaitingDialog } from "../approvals/WaitingDialog.tsx"
import { adjustmentConsequence, bodyOf, check, noAdjustment, submitOf } from "./adjustment.ts"
import { ConsequenceNote } from "./ConsequenceNote.tsx"

interface Props {
  readonly userId: string
  /** The coins in the wallet at the last read. */
  readonly holds: number
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Corrects a balance by hand: adds coins to the wallet or removes them, for a reason. */
export const AdjustDialog = ({ holds, onClose, onDone, userId }: Props) => {
  const [waits, setWaits] = useState(false)
  const form = useForm({
    initial: noAdjustment,
    check,
    send: async (values, idempotencyKey) => {
      const answer = await call("coins.adjust", { body: bodyOf(userId, values), idempotencyKey })
      if ("state" in answer) {
        approvalChanges.value += 1
        return setWaits(true)
      }
      const coins = counted(Number(values.coins), "coin")
      toast(values.debitOrCredit === "CR" ? `${coins} added to ${userId}` : `${coins} removed from ${userId}`)
      onClose()
      onDone()
    }
  })
  // After a failure the wallet is read again: it may have changed, and an adjustment without an answer may have succeeded.
  const leave = (): void => {
    onClose()
    if (form.failure !== undefined) onDone()
  }
  const { field, values } = form
  if (waits) {
    return <WaitingDialog then={`${userId}'s balance changes when it is approved.`} onClose={onClose} />
  }
  return (
    <FormDialog title="Adjust balance" submit={submitOf(values)} form={form} onClose={leave}>
      <Options
        legend={<span class="unseen">Add or remove</span>}
        options={[
          ["CR", "Add coins"],
          ["DE", "Remove coins"]
        ]}
        {...field("debitOrCredit")}
      />
      <Field label="Coins" {...field("coins")} inputMode="decimal" />
      <Field
        label="Reason"
        {...field("reason")}
        placeholder="Goodwill for a late delivery"
        hint="Shown in the list of transactions. The audit trail says who adjusted."
      />
      <Field label="Note" {...field("narration")} optional />
      {values.debitOrCredit === "CR" && (
        <Checks
          legend={<span class="unseen">Leaderboards</span>}
          {...field("points")}
          options={[["points", "Counts on the leaderboards", "As if the coins had been earned now."]]}
        />
      )}
      <ConsequenceNote of={adjustmentConsequence(userId, holds, values)} />
    </FormDialog>
  )
}
