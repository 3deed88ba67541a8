import { call } from "../../api.ts"
import type { Rule } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { Given } from "../../parts/Given.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/rules.ts"

interface Props {
  readonly rule: Rule
  readonly onChanged: () => void
  readonly onClose: () => void
}

export const statusVerb = ({ status }: Rule): string => words.verbs[status]

/** Activates or deactivates a rule, after saying what that does. */
export const StatusDialog = ({ onChanged, onClose, rule }: Props) => {
  const change = async (idempotencyKey: string): Promise<void> => {
    const status = rule.status === "active" ? "inactive" : "active"
    await call("rules.update", { body: { id: rule.id, status }, idempotencyKey })
    onClose()
    toast(words.isNow[status](rule.name))
    onChanged()
  }
  return (
    <Confirm
      title={words.asks[rule.status]}
      verb={statusVerb(rule)}
      danger={false}
      run={change}
      onClose={onClose}
    >
      <p class="words">{words.consequences[rule.status](<Given>{rule.name}</Given>)}</p>
    </Confirm>
  )
}
