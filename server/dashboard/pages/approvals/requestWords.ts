import type { ApprovalRequest, Caller } from "../../contract.ts"
import { counted, exact } from "../../parts/numbers.ts"
import { periodText } from "../rules/coinsInTime.ts"

type Moved = Pick<ApprovalRequest, "adjustmentId" | "coins" | "debitOrCredit">

/** Whether coins are added to the wallet. The reversal of a credit removes them. */
const isGain = ({ adjustmentId, debitOrCredit }: Moved): boolean =>
  (debitOrCredit === "CR") === (adjustmentId === null)

export const signedCoins = (of: Moved): string => `${isGain(of) ? "+" : "−"}${exact(of.coins)}`

/** What the approval of a request does. */
export const effectOf = (of: Moved & Pick<ApprovalRequest, "userId">): string => {
  const coins = counted(Number(of.coins), "coin")
  const moves = isGain(of) ? `Adds ${coins} to the wallet of` : `Removes ${coins} from the wallet of`
  return `${moves} ${of.userId}${of.adjustmentId === null ? "" : ", which reverses an adjustment"}.`
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
  ...(adjustmentId === null ? [] : ["Reverses an adjustment"]),
  ...(reason === null ? [] : [`Reason: ${reason}`]),
  ...(narration === null || narration === reason ? [] : [`Note: ${narration}`]),
  ...Object.entries(metadata).map(([key, value]) => `${key}: ${value}`),
  ...(points ? ["Counts on the leaderboards"] : []),
  ...(coinsExpire === null ? [] : [`The coins expire after ${periodText(coinsExpire)}`])
]

/** Whether this person ordered it, and so cannot decide about it. */
export const isOwn = ({ orderedBy }: Pick<ApprovalRequest, "orderedBy">, { id }: Pick<Caller, "id">) =>
  orderedBy?.kind === "person" && orderedBy.id === id
