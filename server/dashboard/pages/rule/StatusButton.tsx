import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Rule } from "../../contract.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormFailure } from "../../parts/FormFailure.tsx"
import { useForm } from "../../parts/form.ts"
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
  const { busy, failure, onSubmit } = useForm({
    initial: {},
    send: async (_, idempotencyKey) => {
      const status = rule.status === "active" ? "inactive" : "active"
      await call("rules.update", { body: { id: rule.id, status }, idempotencyKey })
      setAsking(false)
      toast(`Rule ${rule.name} is ${status}`)
      onChanged()
    }
  })
  return (
    <>
      <button type="button" class="button plain" onClick={() => setAsking(true)}>
        {verb}
      </button>
      {asking && (
        <Dialog title={`${verb} this rule?`} onClose={() => setAsking(false)}>
          <p class="words">{consequenceOf(rule)}</p>
          <form onSubmit={onSubmit} noValidate>
            <FormFailure of={failure} />
            <div class="actions">
              <button type="submit" class="button" disabled={busy}>
                {verb}
              </button>
              <button type="button" class="button plain" onClick={() => setAsking(false)}>
                Cancel
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
