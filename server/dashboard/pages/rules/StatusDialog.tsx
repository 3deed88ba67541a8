import { call } from "../../api.ts"
import type { Body, Rule } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { toast } from "../../parts/Toasts.tsx"

/** A change of what can be done with a rule. */
export type StatusChange = "Activate" | "Deactivate" | "Archive" | "Restore"

interface Change {
  readonly fields: Omit<Body<"rules.update">, "id">
  readonly is: string
  readonly consequence: (name: string) => string
}

const changes: Readonly<Record<StatusChange, Change>> = {
  Activate: {
    fields: { status: "active" },
    is: "active",
    consequence: (name) => `“${name}” can be awarded again at once, within its limits and its schedule.`
  },
  Deactivate: {
    fields: { status: "inactive" },
    is: "inactive",
    consequence: (name) =>
      `Awards of “${name}” are refused until it is active again. Coins that were paid stay, and members keep their progress.`
  },
  Archive: {
    fields: { status: "inactive", archived: true },
    is: "archived",
    consequence: (name) =>
      `“${name}” leaves the lists, and its awards are refused. What it paid and its history stay, and its name stays taken. You can restore it.`
  },
  Restore: {
    fields: { archived: false },
    is: "in the lists again",
    consequence: (name) => `“${name}” is in the lists again. It stays inactive until you activate it.`
  }
}

/** The change that the rule most likely needs. */
export const statusVerb = ({ archived, status }: Rule): StatusChange =>
  archived ? "Restore" : status === "active" ? "Deactivate" : "Activate"

interface Props {
  readonly rule: Rule
  readonly verb: StatusChange
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Changes a rule, after saying what that does. */
export const StatusDialog = ({ onChanged, onClose, rule, verb }: Props) => {
  const { consequence, fields, is } = changes[verb]
  const change = async (idempotencyKey: string): Promise<void> => {
    await call("rules.update", { body: { id: rule.id, ...fields }, idempotencyKey })
    onClose()
    toast(`Rule ${rule.name} is ${is}`)
    onChanged()
  }
  return (
    <Confirm title={`${verb} this rule?`} verb={verb} danger={false} run={change} onClose={onClose}>
      <p class="words">{consequence(rule.name)}</p>
    </Confirm>
  )
}
