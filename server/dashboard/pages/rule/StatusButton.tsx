import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Rule } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { toast } from "../../parts/Toasts.tsx"

interface Props {
  readonly rule: Rule
  readonly onChanged: () => void
}

const consequenceOf = ({ name, status }: Rule): string =>
  status === "active"
    ? `Awards of “${name}” are refused until it is active again. Coins that were paid stay, and members keep their progress.`
    : `“${name}” can be awarded again at once, within its limits and its schedule.`

/** Activates or deactivates the rule, after saying what that does. */
export const StatusButton = ({ onChanged, rule }: Props) => {
  const [asking, setAsking] = useState(false)
  const verb = rule.status === "active" ? "Deactivate" : "Activate"
  const change = async (idempotencyKey: string): Promise<void> => {
    const status = rule.status === "active" ? "inactive" : "active"
    await call("rules.update", { body: { id: rule.id, status }, idempotencyKey })
    setAsking(false)
    toast(`Rule ${rule.name} is ${status}`)
    onChanged()
  }
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      {asking && (
        <Confirm
          title={`${verb} this rule?`}
          verb={verb}
          danger={false}
          run={change}
          onClose={() => setAsking(false)}
        >
          <p class="words">{consequenceOf(rule)}</p>
        </Confirm>
      )}
    </>
  )
}
