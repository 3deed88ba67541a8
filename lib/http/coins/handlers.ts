import { Effect, Schema } from "effect"
import { Parties } from "../../accounts/parties/Parties.ts"
import { pagesAround } from "../../boards/Board.ts"
import * as Coins from "../../rewards/Coins.ts"
import { PartnerId } from "../../rewards/Id.ts"
import { MemberKey } from "../../rewards/members/Member.ts"
import { Members } from "../../rewards/members/Members.ts"
import { TransferCommand } from "../../rewards/transfers/Transfer.ts"
import { Transfers } from "../../rewards/transfers/Transfers.ts"
import { required } from "../../schema/Input.ts"
import { asActor } from "../actor.ts"
import { type Handled, handle } from "../handle.ts"
import { inputOf } from "../input.ts"
import { pageNumbers } from "../paging.ts"
import { transactions, transfer, wallet } from "./api.ts"
import { transaction } from "./transaction.ts"
import { Transactions } from "./wire.ts"

const transferInput = inputOf(TransferCommand)
const walletInput = inputOf(MemberKey)
const transactionsInput = inputOf(Schema.Struct({ partnerId: required(PartnerId), ...Transactions.fields }))

export const coins: ReadonlyArray<Handled> = [
  handle(
    transfer,
    Effect.fnUntraced(function* (request) {
      const transfers = yield* Transfers
      const parties = yield* Parties
      const { partnerId } = request.session
      // The interface has no narration here.
      const { narration: _, ...body } = request.body
      const input = yield* transferInput({ ...body, partnerId, idempotencyKey: request.idempotencyKey })
      const { replayed, ...record } = yield* asActor(request.session, transfers.transfer(input))

      const member = yield* parties.member(partnerId, record.userId)
      const partner = yield* parties.partner(partnerId)
      return {
        message: "Coins transferred successfully",
        data: transaction({ ...record, kind: "user_partner_transfer" }, member, partner),
        replayed
      }
    })
  ),

  handle(
    wallet,
    Effect.fnUntraced(function* ({ query, session }) {
      const members = yield* Members
      const parties = yield* Parties
      const found = yield* members.wallet(yield* walletInput({ ...query, partnerId: session.partnerId }))
      const partner = yield* parties.partner(session.partnerId)
      const member = yield* parties.member(session.partnerId, found.userId)
      const coins = Coins.format(found.coins)
      return {
        message: "User coin data returned successfully",
        data: {
          userId: found.userId,
          // A member that has an account has its tag; one that only the partner knows has none.
          isLinked: member.tag !== null,
          totalPartnerCoins: coins,
          wallets: [{ walletId: found.id, partner: { id: partner.id, name: partner.name }, coins }]
        }
      }
    })
  ),

  handle(
    transactions,
    Effect.fnUntraced(function* ({ query, session }) {
      const transfers = yield* Transfers
      const parties = yield* Parties
      const input = yield* transactionsInput({ ...query, partnerId: session.partnerId })
      const history = yield* transfers.history(input)
      const member = yield* parties.member(session.partnerId, history.userId)
      const partner = yield* parties.partner(session.partnerId)
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
          ...pageNumbers(pagesAround(history.count, history.page, history.size))
        }
      }
    })
  )
]
