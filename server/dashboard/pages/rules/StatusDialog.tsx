import { call } from "../../api.ts"
import type { Rule } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { toast } from "../../parts/Toasts.tsx"

interface Props {
  readonly rule: Rule
  readonly onChanged: () => void
  readonly onClose: () => void
}

const consequenceOf = ({ name, status }: Rule): string =>
  status === "active"
    ? `Awards of “${name}” are refused until it is active again. Coins that were paid stay, and members keep their progress.`
    : `“${name}” can be awarded again at once, within its limits and its schedule.`

export const statusVerb = ({ status }: Rule): string => (status === "active" ? "Deactivate" : "Activate")

/** Activates or deactivates a rule, after saying what that does. */
export const StatusDialog = ({ onChanged, onClose, rule }: Props) => {
  const change = async (idempotencyKey: string): Promise<void> => {
    const status = rule.status === "active" ? "inactive" : "active"
    await call("rules.update", { body: { id: rule.id, status }, idempotencyKey })
    onClose()
    toast(`Rule ${rule.name} is ${status}`)
    onChanged()
  }
  const verb = statusVerb(rule)
  return (
    <Confirm title={`${verb} this rule?`} verb={verb} danger={false} run={change} onClose={onClose}>
      <p class="words">{consequenceOf(rule)}</p>
    </Confirm>
  )
}
