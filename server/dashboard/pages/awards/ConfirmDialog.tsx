import { call } from "../../api.ts"
import type { Award } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { Given } from "../../parts/Given.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/awards.ts"
import { afterConfirmation } from "./confirmation.ts"

interface Props {
  readonly award: Award
  readonly onConfirmed: (after: Award) => void
  readonly onClose: () => void
}

/** Makes a pending award mature now, after saying what that does. */
export const ConfirmDialog = ({ award, onClose, onConfirmed }: Props) => (
  <Confirm
    title={words.confirmTitle}
    verb={words.confirmVerb}
    danger={false}
    onClose={onClose}
    run={async (idempotencyKey) => {
      const confirmation = await call("rules.confirm", { body: { awardId: award.id }, idempotencyKey })
      toast(words.confirmed(Number(confirmation.coins)))
      onConfirmed(afterConfirmation(award, confirmation))
    }}
  >
    <p class="words">
      {words.canSpend(
        <Given>{award.userId}</Given>,
        Number(award.coinsLeft),
        <Given>{award.ruleName}</Given>
      )}
    </p>
    <p class="quiet">{words.confirmHint}</p>
  </Confirm>
)
