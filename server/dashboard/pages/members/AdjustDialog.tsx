import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import { approvalChanges } from "../../feed.ts"
import { Checks } from "../../parts/Checks.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormDialog } from "../../parts/FormDialog.tsx"
import { useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { Options } from "../../parts/Options.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/members.ts"
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
      const coins = Number(values.coins)
      toast(values.debitOrCredit === "CR" ? words.added(coins, userId) : words.removed(coins, userId))
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
    return <WaitingDialog then={words.changesWhenApproved(<Given>{userId}</Given>)} onClose={onClose} />
  }
  return (
    <FormDialog title={words.adjustBalance} submit={submitOf(values)} form={form} onClose={leave}>
      <Options
        legend={<span class="unseen">{words.addOrRemove}</span>}
        options={[
          ["CR", words.addCoins],
          ["DE", words.removeCoins]
        ]}
        {...field("debitOrCredit")}
      />
      <Field label={words.coins} {...field("coins")} inputMode="decimal" />
      <Field
        label={words.reason}
        {...field("reason")}
        placeholder={words.reasonExample}
        hint={words.reasonHint}
      />
      <Field label={words.note} {...field("narration")} optional />
      {values.debitOrCredit === "CR" && (
        <Checks
          legend={<span class="unseen">{words.boards}</span>}
          {...field("points")}
          options={[["points", words.onBoards, words.onBoardsHint]]}
        />
      )}
      <ConsequenceNote of={adjustmentConsequence(userId, holds, values)} />
    </FormDialog>
  )
}
