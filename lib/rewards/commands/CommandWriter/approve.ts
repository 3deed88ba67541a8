import { Either } from "effect"
import { type Decision, type StoredRequest, stateOf } from "../../approvals/Approval.ts"
import { AlreadyDecided, OwnRequest, PersonRequired, RequestNotFound } from "../../Errors.ts"
import { ApprovalId } from "../../Id.ts"
import { StoredAnswer } from "../../idempotency/StoredAnswer.ts"
import type { ApprovableCommand, Caused, CommandOf, DecideRefused } from "../Command.ts"
import type { Changes } from "./Changes.ts"

type Deciding = CommandOf<"Approve" | "Decline">

/** Returns the request that a command decides about, or the reason why the command may not decide about it. */
export const decidable = (
  changes: Changes,
  { by, command: { requestId }, request }: Deciding
): Either.Either<StoredRequest, DecideRefused> => {
  if (request === undefined) return Either.left(new RequestNotFound({ requestId }))
  if (by?.kind === "key") return Either.left(new PersonRequired())
  if (by?.kind === "person" && by.id === request.ordererId) {
    return Either.left(new OwnRequest({ requestId }))
  }
  const state = stateOf(request, changes.decision(request), changes.state.at)
  return state === "waiting" ? Either.right(request) : Either.left(new AlreadyDecided({ requestId, state }))
}

/**
 * Whether a command must wait for approval: `mayWait` is true, and the command moves more coins than the partner's setting `approveAbove`.
 */
export const mustWait = (
  changes: Changes,
  { command: { partnerId }, mayWait }: ApprovableCommand,
  coins: number
): boolean => {
  const most = changes.state.approveAbove.get(partnerId)
  return mayWait === true && most !== undefined && coins > most
}

/** Adds a request for the approval of a command. */
export const ask = (
  changes: Changes,
  cause: Caused,
  wanted: Omit<StoredRequest, "id" | "createdAt" | "orderedBy" | "ordererId">,
  newId: string
): Extract<StoredAnswer, { readonly _tag: "Request" }> => {
  const { at: createdAt } = changes.state
  const id = ApprovalId.make(newId, { disableValidation: true })
  const { coins, debitOrCredit, memberId, partnerId, userId } = wanted
  changes.requests.push({ ...wanted, id, orderedBy: cause.orderedBy ?? null, createdAt })
  changes.addTexts(partnerId, id, wanted)
  const data = { id, memberId, userId, coins, debitOrCredit, adjustmentId: wanted.adjustmentId, createdAt }
  changes.addFact(partnerId, cause, { type: "approval.requested", data })
  return StoredAnswer.Request({ facts: { id, createdAt, declinedAt: null } })
}

/** Adds the decision about a request. `recordId` is null if the request is declined. */
export const decide = (
  changes: Changes,
  cause: Caused,
  { coins, id, memberId, partnerId, userId }: StoredRequest,
  recordId: Decision["recordId"]
): void => {
  const { at: createdAt } = changes.state
  changes.addDecision({ partnerId, requestId: id, recordId, orderedBy: cause.orderedBy ?? null, createdAt })
  const data = { id, memberId, userId, coins, recordId, createdAt }
  const type = recordId === null ? "approval.declined" : "approval.approved"
  changes.addFact(partnerId, cause, { type, data })
}
