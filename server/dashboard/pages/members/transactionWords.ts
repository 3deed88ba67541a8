import type { Transaction } from "../../contract.ts"
import { words } from "../../words/members.ts"

/** The types of transactions in words. */
export const kinds: Readonly<Record<Transaction["transactionType"], string>> = words.kinds

/** The name of one side of a transfer, or else its id. */
const sideOf = ({ fullname_businessName: name, userId }: Transaction["from"]): string => name || userId

/** Both sides. The API names the partner as the giver of a merge, although the coins were in another wallet. */
export const sidesOf = ({
  from,
  to,
  transactionType
}: Pick<Transaction, "from" | "to" | "transactionType">): string =>
  `${transactionType === "merge" ? words.mergedMember : sideOf(from)} → ${sideOf(to)}`

/** Why the coins moved: the reason of an adjustment, and the note. Without a note, the narration is the reason, or repeats the type. */
export const textsOf = ({
  narration,
  reason,
  transactionType
}: Pick<Transaction, "narration" | "reason" | "transactionType">): ReadonlyArray<string> => {
  const note = Object.entries(words.narrations).find(([ofApi]) => ofApi === narration)?.[1] ?? narration
  const repeats = narration === reason || note.toLowerCase() === kinds[transactionType].toLowerCase()
  return [...(reason === null ? [] : [reason]), ...(repeats ? [] : [note])]
}

/** Whether the coins moved in the wallet of a member that was merged into this one later. The balance is that of its wallet. */
export const isOfMerged = (
  { debitOrCredit, from, to }: Pick<Transaction, "debitOrCredit" | "from" | "to">,
  memberId: string | undefined
): boolean => memberId !== undefined && (debitOrCredit === "CR" ? to : from).id !== memberId
