import type { Party } from "../../accounts/parties/Parties.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { Entry } from "../../rewards/ledger/Account.ts"
import type { Transaction } from "../../rewards/transfers/Transfer.ts"
import type { CoinTransaction, ListedTransaction } from "./api.ts"

interface Movement {
  readonly id: string
  readonly userId: string
  readonly kind: Entry["kind"]
  readonly coins: Coins.Coins
  readonly narration: string | null
  readonly createdAt: Date
  /** When the movement was reversed or refunded; null if neither happened. */
  readonly reversedAt: Date | null
}

/** A party of a transfer, without its personal data. */
export const unnamed = (id: string): Party => ({ id, name: "", email: "", tag: null })

const wireParty = ({ id, name, email, tag }: Party, userId: string) => ({
  id,
  fullname_businessName: name,
  email,
  tag,
  userId
})

/** Whether a movement takes coins out of the wallet, and its narration if the caller gave none. */
const kinds: Readonly<Record<Movement["kind"], { readonly leaves: boolean; readonly narration: string }>> = {
  award: { leaves: false, narration: "award" },
  award_reversal: { leaves: true, narration: "award reversal" },
  user_partner_transfer: { leaves: true, narration: "user to partner transfer" },
  user_partner_refund: { leaves: false, narration: "refund of a transfer" }
}

/** A movement of coins as the HTTP API shows it. */
export const transaction = (
  movement: Movement,
  member: Party,
  partner: Party
): typeof CoinTransaction.Encoded => {
  const user = wireParty(member, movement.userId)
  const business = wireParty(partner, partner.id)
  const { leaves, narration } = kinds[movement.kind]
  const { createdAt, reversedAt } = movement
  return {
    id: movement.id,
    userId: movement.userId,
    debitOrCredit: leaves ? "DE" : "CR",
    coins: Coins.toNumber(movement.coins),
    claimed: true,
    transactionType: movement.kind,
    narration: movement.narration ?? narration,
    from: leaves ? user : business,
    to: leaves ? business : user,
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    "the service": false,
    charge: 0,
    refunded: movement.kind === "user_partner_transfer" && reversedAt !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: (reversedAt ?? createdAt).toISOString()
  }
}

export const listedTransaction = (
  { amount, transferId, ...entry }: Transaction,
  member: Party,
  partner: Party
): typeof ListedTransaction.Encoded => ({
  ...transaction({ ...entry, id: transferId, coins: Coins.make(Math.abs(amount)) }, member, partner),
  balance: Coins.format(entry.balance),
  metadata: entry.metadata
})
