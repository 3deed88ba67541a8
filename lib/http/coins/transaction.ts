import type { Party } from "../../accounts/parties/Parties.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { Entry } from "../../rewards/ledger/Account.ts"
import type { CoinTransaction } from "./wire.ts"

interface Movement {
  readonly id: string
  readonly userId: string
  readonly kind: Entry["kind"]
  readonly coins: Coins.Coins
  readonly narration: string | null
  readonly createdAt: Date
}

const side = ({ id, name, email, tag }: Party, userId: string) => ({
  id,
  fullname_businessName: name,
  email,
  tag,
  userId
})

/** A movement in the form of the interface, which has its coins as a number. */
export const transaction = (
  movement: Movement,
  member: Party,
  partner: Party
): typeof CoinTransaction.Encoded => {
  const user = side(member, movement.userId)
  const business = side(partner, partner.id)
  const leaves = movement.kind === "user_partner_transfer"
  const at = movement.createdAt.toISOString()
  return {
    id: movement.id,
    userId: movement.userId,
    debitOrCredit: leaves ? "DE" : "CR",
    coins: Coins.toNumber(movement.coins),
    claimed: true,
    transactionType: movement.kind,
    narration: movement.narration ?? (leaves ? "user to partner transfer" : "award"),
    from: leaves ? user : business,
    to: leaves ? business : user,
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    "the service": false,
    charge: 0,
    refunded: false,
    createdAt: at,
    updatedAt: at
  }
}
