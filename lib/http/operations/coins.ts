import { Effect } from "effect"
import { Parties, type Party } from "../../accounts/parties/Parties.ts"
import { pagesAround } from "../../boards/Board.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { Entry } from "../../rewards/ledger/Account.ts"
import { Members } from "../../rewards/members/Members.ts"
import { Transfers } from "../../rewards/transfers/Transfers.ts"
import { type Authorized, type Operation, untrusted } from "../Operation.ts"
import type { CoinData, CoinTransaction, CoinTransactionPage } from "../wire/coins.ts"

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

/** The interface has these coins as a number; an amount has at most 15 digits, which a number holds. */
const transaction = (movement: Movement, member: Party, partner: Party): typeof CoinTransaction.Encoded => {
  const user = side(member, movement.userId)
  const business = side(partner, partner.id)
  const leaves = movement.kind === "user_partner_transfer"
  const at = movement.createdAt.toISOString()
  return {
    id: movement.id,
    userId: movement.userId,
    debitOrCredit: leaves ? "DE" : "CR",
    coins: Number(Coins.format(movement.coins)),
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

export const transfer: Operation<Authorized, typeof CoinTransaction.Encoded> = Effect.fnUntraced(
  function* (request) {
    const transfers = yield* Transfers
    const parties = yield* Parties
    const { partnerId } = request.session
    // The interface has no narration here. What a body lacks stays absent, so that it is told to be required.
    const { narration: _, ...body } = request.body
    const { replayed, ...record } = yield* transfers.transfer(
      untrusted({ ...body, partnerId, idempotencyKey: request.idempotencyKey })
    )

    const member = yield* parties.member(partnerId, record.userId)
    const partner = yield* parties.partner(partnerId)
    return {
      message: "Coins transferred successfully",
      data: transaction({ ...record, kind: "user_partner_transfer" }, member, partner),
      replayed
    }
  }
)

export const wallet: Operation<Authorized, typeof CoinData.Encoded> = Effect.fnUntraced(function* ({
  query,
  session
}) {
  const members = yield* Members
  const parties = yield* Parties
  const found = yield* members.wallet(untrusted({ ...query, partnerId: session.partnerId }))
  const partner = yield* parties.partner(session.partnerId)
  const member = yield* parties.member(session.partnerId, found.userId)
  const coins = Coins.format(found.coins)
  return {
    message: "User coin data returned successfully",
    data: {
      userId: found.userId,
      // Whether there is an account behind the member; of one that only the partner knows nothing else is known.
      isLinked: member.tag !== null,
      totalPartnerCoins: coins,
      wallets: [{ walletId: found.id, partner: { id: partner.id, name: partner.name }, coins }]
    }
  }
})

export const transactions: Operation<Authorized, typeof CoinTransactionPage.Encoded> = Effect.fnUntraced(
  function* ({ query, session }) {
    const transfers = yield* Transfers
    const parties = yield* Parties
    const history = yield* transfers.history(untrusted({ ...query, partnerId: session.partnerId }))
    const member = yield* parties.member(session.partnerId, history.userId)
    const partner = yield* parties.partner(session.partnerId)
    const { currentPage, nextPage, prevPage, lastPage } = pagesAround(
      history.count,
      history.page,
      history.size
    )
    return {
      message: "Coin transactions returned successfully",
      data: {
        data: history.entries.map(({ transferId, amount, ...entry }) =>
          transaction(
            { ...entry, id: transferId, userId: history.userId, coins: Coins.make(Math.abs(amount)) },
            member,
            partner
          )
        ),
        count: history.count,
        currentpage: currentPage,
        nextpage: nextPage,
        prevpage: prevPage,
        lastpage: lastPage
      }
    }
  }
)
