import { call } from "../../api.ts"
import type { ApprovalRequest } from "../../contract.ts"
import { Confirm } from "../../parts/FormDialog.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/approvals.ts"
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
      title={words[verdict].title}
      verb={words[verdict].submit}
      danger={!isApproval}
      onClose={onClose}
      run={async (idempotencyKey) => {
        await call(`approvals.${verdict}`, { body: { requestId: of.id }, idempotencyKey })
        toast(words[verdict].done(of.userId))
        onClose()
      }}
    >
      <p class="say">{isApproval ? effectOf(of) : words.declineEffect}</p>
      {detailsOf(of).map((text) => (
        <p key={text} class="words">
          {text}
        </p>
      ))}
      <p class="quiet">{words[verdict].hint}</p>
    </Confirm>
  )
}
