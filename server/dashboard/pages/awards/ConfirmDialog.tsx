import { call } from "../../api.ts"
import type { Award } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { counted } from "../../parts/numbers.ts"
import { toast } from "../../parts/Toasts.tsx"
import { afterConfirmation } from "./confirmation.ts"

interface Props {
  readonly award: Award
  readonly onConfirmed: (after: Award) => void
  readonly onClose: () => void
}

/** Makes a pending award mature now, after saying what that does. */
export const ConfirmDialog = ({ award, onClose, onConfirmed }: Props) => (
  <Confirm
    title="Confirm this award?"
    verb="Confirm the award"
    danger={false}
    onClose={onClose}
    run={async (idempotencyKey) => {
      const confirmation = await call("rules.confirm", { body: { awardId: award.id }, idempotencyKey })
      toast(`${counted(Number(confirmation.coins), "coin")} can be spent now`)
      onConfirmed(afterConfirmation(award, confirmation))
    }}
  >
    <p class="words">
      {award.userId} can spend {counted(Number(award.coinsLeft), "coin")} of “{award.ruleName}” at once. If
      the coins expire, their time begins now.
    </p>
    <p class="quiet">A confirmation cannot be undone; the award can still be reversed.</p>
  </Confirm>
)
