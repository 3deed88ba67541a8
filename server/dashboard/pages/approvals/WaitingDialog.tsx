import type { ComponentChildren } from "preact"
import { Dialog } from "../../parts/Dialog.tsx"
import { ButtonLink } from "../../parts/Page.tsx"
import { words } from "../../words/approvals.ts"

interface Props {
  /** What happens after the approval. */
  readonly then: ComponentChildren
  readonly onClose: () => void
}

/** Says that a colleague must approve an adjustment, or the reversal of one, that was ordered. */
export const WaitingDialog = ({ onClose, then }: Props) => (
  <Dialog title={words.colleagueMust} onClose={onClose}>
    <div class="stack">
      <p class="say" role="status">
        {words.notMoved} {then}
      </p>
      <p class="quiet">{words.lapsesLater}</p>
      <div class="actions">
        <ButtonLink to="/approvals">{words.toApprovals}</ButtonLink>
      </div>
    </div>
  </Dialog>
)
