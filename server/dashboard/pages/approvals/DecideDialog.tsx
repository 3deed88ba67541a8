import { call } from "../../api.ts"
import type { ApprovalRequest } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { detailsOf, effectOf } from "./requestWords.ts"

export type Verdict = "approve" | "decline"

interface Props {
  readonly of: ApprovalRequest
  readonly verdict: Verdict
  /** Also called after a failure: the request may have been decided by somebody else. */
  readonly onClose: () => void
}

/** Approves or declines a request, after saying what that does. */
export const DecideDialog = ({ of, onClose, verdict }: Props) => {
  const isApproval = verdict === "approve"
  return (
    <Confirm
      title={isApproval ? "Approve this adjustment?" : "Decline this adjustment?"}
      verb={isApproval ? "Approve the adjustment" : "Decline the adjustment"}
      danger={!isApproval}
      onClose={onClose}
      run={async (idempotencyKey) => {
        await call(`approvals.${verdict}`, { body: { requestId: of.id }, idempotencyKey })
        toast(
          isApproval
            ? `The adjustment of ${of.userId} is carried out`
            : `The adjustment of ${of.userId} is declined`
        )
        onClose()
      }}
    >
      <p class="say">{isApproval ? effectOf(of) : "No coins move. The request ends."}</p>
      {detailsOf(of).map((text) => (
        <p key={text} class="words">
          {text}
        </p>
      ))}
      <p class="quiet">
        {isApproval
          ? "If the wallet has too few coins by now, it is refused, and the request still waits."
          : "If the adjustment is still wanted, it must be ordered again."}
      </p>
    </Confirm>
  )
}
