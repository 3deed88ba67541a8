import type { ComponentChildren } from "preact"
import { Dialog } from "../../parts/Dialog.tsx"
import { ButtonLink } from "../../parts/Page.tsx"

interface Props {
  /** What happens after the approval. */
  readonly then: ComponentChildren
  readonly onClose: () => void
}

/** Says that a colleague must approve an adjustment, or the reversal of one, that was ordered. */
export const WaitingDialog = ({ onClose, then }: Props) => (
  <Dialog title="A colleague must approve this" onClose={onClose}>
    <div class="stack">
      <p class="say" role="status">
        No coins have moved yet. {then}
      </p>
      <p class="quiet">The request lapses after seven days. You cannot approve it yourself.</p>
      <div class="actions">
        <ButtonLink to="/approvals">Go to Approvals</ButtonLink>
      </div>
    </div>
  </Dialog>
)
