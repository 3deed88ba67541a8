import { call } from "../../api.ts"
import type { Body, Rule } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { Given } from "../../parts/Given.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/rules.ts"

/** The fields that each change of what can be done with a rule sets. */
const changes = {
  activate: { status: "active" },
  deactivate: { status: "inactive" },
  archive: { status: "inactive", archived: true },
  restore: { archived: false }
} as const satisfies Readonly<Record<string, Omit<Body<"rules.update">, "id">>>
export type StatusChange = keyof typeof changes

/** The change that the rule most likely needs. */
export const usualChange = ({ archived, status }: Rule): StatusChange =>
  archived ? "restore" : status === "active" ? "deactivate" : "activate"

interface Props {
  readonly rule: Rule
  readonly change: StatusChange
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Changes a rule, after saying what that does. */
export const StatusDialog = ({ change, onChanged, onClose, rule }: Props) => {
  const run = async (idempotencyKey: string): Promise<void> => {
    await call("rules.update", { body: { id: rule.id, ...changes[change] }, idempotencyKey })
    onClose()
    toast(words.isNow[change](rule.name))
    onChanged()
  }
  return (
    <Confirm title={words.asks[change]} verb={words.verbs[change]} danger={false} run={run} onClose={onClose}>
      <p class="words">{words.consequences[change](<Given>{rule.name}</Given>)}</p>
    </Confirm>
  )
}
