import type { ApprovalRequest, Caller } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { words } from "../../words/approvals.ts"
import { periodText } from "../rules/coinsInTime.ts"

type Moved = Pick<ApprovalRequest, "adjustmentId" | "coins" | "debitOrCredit">

/** Whether coins are added to the wallet. The reversal of a credit removes them. */
const isGain = ({ adjustmentId, debitOrCredit }: Moved): boolean =>
  (debitOrCredit === "CR") === (adjustmentId === null)

export const signedCoins = (of: Moved): string => `${isGain(of) ? "+" : "−"}${exact(of.coins)}`

/** What the approval of a request does. */
export const effectOf = (of: Moved & Pick<ApprovalRequest, "userId">): string => {
  const { adds, addsBack, removes, removesBack } = words
  const isReversal = of.adjustmentId !== null
  const says = isGain(of) ? (isReversal ? addsBack : adds) : isReversal ? removesBack : removes
  return says(Number(of.coins), of.userId)
}

/** The rest that a person needs to know to decide. A note that repeats the reason is left out. */
export const detailsOf = ({
  adjustmentId,
  coinsExpire,
  metadata,
  narration,
  points,
  reason
}: Pick<
  ApprovalRequest,
  "adjustmentId" | "coinsExpire" | "metadata" | "narration" | "points" | "reason"
>): ReadonlyArray<string> => [
  ...(adjustmentId === null ? [] : [words.reverses]),
  ...(reason === null ? [] : [words.reason(reason)]),
  ...(narration === null || narration === reason ? [] : [words.note(narration)]),
  ...Object.entries(metadata).map(([key, value]) => `${key}: ${value}`),
  ...(points ? [words.onBoards] : []),
  ...(coinsExpire === null ? [] : [words.expireAfter(periodText(coinsExpire))])
]

/** Whether this person ordered it, and so cannot decide about it. */
export const isOwn = ({ orderedBy }: Pick<ApprovalRequest, "orderedBy">, { id }: Pick<Caller, "id">) =>
  orderedBy?.kind === "person" && orderedBy.id === id
