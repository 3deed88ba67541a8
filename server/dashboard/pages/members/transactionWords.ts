import type { Transaction } from "../../contract.ts"

/** The types of transactions in words. */
export const kinds = {
  award: "Award",
  award_reversal: "Reversal of an award",
  user_partner_transfer: "Redeemed",
  user_partner_refund: "Refund",
  adjustment: "Adjustment",
  adjustment_reversal: "Reversal of an adjustment",
  maturity: "Matured award",
  expiry: "Expired coins",
  erasure: "Coins of an erased member",
  merge: "Coins of a merged member"
} as const satisfies Readonly<Record<Transaction["transactionType"], string>>

/** The name of one side of a transfer, or else its id. */
const sideOf = ({ fullname_businessName: name, userId }: Transaction["from"]): string => name || userId

/** Both sides. The API names the partner as the giver of a merge, although the coins were in another wallet. */
export const sidesOf = ({
  from,
  to,
  transactionType
}: Pick<Transaction, "from" | "to" | "transactionType">): string =>
  `${transactionType === "merge" ? "merged member" : sideOf(from)} → ${sideOf(to)}`

/** Why the coins moved: the reason of an adjustment, and the note. Without a note, the narration is the reason, or repeats the type. */
export const textsOf = ({
  narration,
  reason,
  transactionType
}: Pick<Transaction, "narration" | "reason" | "transactionType">): ReadonlyArray<string> => {
  const repeats = narration === reason || narration.toLowerCase() === kinds[transactionType].toLowerCase()
  return [...(reason === null ? [] : [reason]), ...(repeats ? [] : [narration])]
}

/** Whether the coins moved in the wallet of a member that was merged into this one later. The balance is that of its wallet. */
export const isOfMerged = (
  { debitOrCredit, from, to }: Pick<Transaction, "debitOrCredit" | "from" | "to">,
  memberId: string | undefined
): boolean => memberId !== undefined && (debitOrCredit === "CR" ? to : from).id !== memberId
