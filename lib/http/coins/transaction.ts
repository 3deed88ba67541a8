import type { Party } from "../../accounts/parties/Parties.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { WalletKind } from "../../rewards/ledger/Account.ts"
import type { Transaction } from "../../rewards/transfers/Transfer.ts"
import type { CoinTransaction, ListedTransaction } from "./api.ts"

interface Movement {
  readonly id: string
  readonly userId: string
  readonly kind: WalletKind
  /** Whether the coins leave the wallet. */
  readonly leaves: boolean
  readonly coins: Coins.Coins
  readonly narration: string | null
  readonly createdAt: Date
  /** When the movement was reversed or refunded as a whole; null if it was not. */
  readonly reversedAt: Date | null
}

/** Returns a party of a transfer, without its personal data. */
export const unnamed = (id: string): Party => ({ id, name: "", email: "", tag: null })

const wireParty = ({ id, name, email, tag }: Party, userId: string) => ({
  id,
  fullname_businessName: name,
  email,
  tag,
  userId
})

/** The narration of a movement if the caller gave none. */
const narrations: Readonly<Record<Movement["kind"], string>> = {
  award: "award",
  award_reversal: "award reversal",
  user_partner_transfer: "user to partner transfer",
  user_partner_refund: "refund of a transfer",
  adjustment: "adjustment",
  adjustment_reversal: "reversal of an adjustment",
  maturity: "award matured",
  expiry: "coins expired",
  erasure: "coins of an erased member",
  merge: "coins of a merged member"
}

/** Converts a movement of coins to the form that the HTTP API returns. */
export const transaction = (
  movement: Movement,
  member: Party,
  partner: Party
): typeof CoinTransaction.Encoded => {
  const user = wireParty(member, movement.userId)
  const business = wireParty(partner, partner.id)
  const { createdAt, leaves, reversedAt } = movement
  return {
    id: movement.id,
    userId: movement.userId,
    debitOrCredit: leaves ? "DE" : "CR",
    coins: Coins.toNumber(movement.coins),
    claimed: true,
    transactionType: movement.kind,
    narration: movement.narration ?? narrations[movement.kind],
    from: leaves ? user : business,
    to: leaves ? business : user,
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    // The HTTP API has a field with exactly this name.
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
  ...transaction(
    { ...entry, id: transferId, leaves: amount < 0, coins: Coins.make(Math.abs(amount)) },
    member,
    partner
  ),
  balance: Coins.format(entry.balance),
  reason: entry.reason,
  metadata: entry.metadata,
  orderedBy: entry.orderedBy
})
