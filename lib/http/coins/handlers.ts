import { Effect, Option, Schema } from "effect"
import { Parties } from "../../accounts/parties/Parties.ts"
import { pagesAround } from "../../boards/Board.ts"
import { Totals } from "../../boards/Totals.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Members } from "../../rewards/members/Members.ts"
import type { WalletTransfer } from "../../rewards/transfers/Transfer.ts"
import { Transfers } from "../../rewards/transfers/Transfers.ts"
import { Unparsed } from "../../schema/Input.ts"
import { afterWrite } from "../../sql/Failure.ts"
import { inputsIn, onceAccepted } from "../bulk.ts"
import {
  asActor,
  bodyInput,
  type HandledEndpoint,
  handle,
  type PartnerRequest,
  queryInput
} from "../handle.ts"
import { nextOf, pageNumbers } from "../paging.ts"
import * as api from "./api.ts"
import { listedTransaction, transaction, unnamed } from "./transaction.ts"

/** The partner's name and e-mail address at the moment of a write, as they are stored with the answer to its key. */
const Payee = Schema.parseJson(Schema.Struct({ name: Schema.String, email: Schema.String }))
const writePayee = Schema.encodeSync(Payee)
const readPayee = Schema.decodeOption(Payee)

/**
 * The sides of a transfer in the answer to an idempotency key, which must not change after the write.
 * The partner's side is stored with the answer. A user may withdraw consent later, so the user's side stays empty.
 */
const storedSides = Effect.fnUntraced(function* ({ attachment, partnerId, userId }: WalletTransfer) {
  const { id } = yield* (yield* Members).get({ partnerId, userId })
  // If a host used the key through the library, there is no payee.
  const { name, email } = Option.getOrElse(readPayee(attachment ?? ""), () => ({ name: "", email: "" }))
  return { member: unnamed(id), partner: { ...unnamed(partnerId), name, email } }
})

const currentSides = Effect.fnUntraced(function* (partnerId: PartnerId, userId: string) {
  const parties = yield* Parties
  return { member: yield* parties.member(partnerId, userId), partner: yield* parties.partner(partnerId) }
})

/** What is stored with the key of a transfer: the answer must not change with the partner's details. */
const attachmentOf = ({ idempotencyKey, session }: PartnerRequest) =>
  idempotencyKey === undefined
    ? Effect.succeed(undefined)
    : Effect.map(
        Effect.flatMap(Parties, (parties) => parties.partner(session.partnerId)),
        ({ name, email }) => writePayee({ name, email })
      )

export const coins: ReadonlyArray<HandledEndpoint> = [
  handle(api.transfer, function* (request) {
    const transfers = yield* Transfers
    const { idempotencyKey, session } = request
    const { partnerId } = session
    // The interface has no narration here.
    const { narration: _, ...body } = request.body
    const attachment = yield* attachmentOf(request)
    const input = new Unparsed({ ...body, partnerId, idempotencyKey, attachment })
    const current = currentSides(partnerId, typeof body.userId === "string" ? body.userId : "")
    // Without a key a retry would transfer twice, so what can fail comes before the write. The transfer itself refuses an
    // input that is malformed or names no member.
    const unknown = () => Effect.succeed(undefined)
    const known =
      idempotencyKey === undefined
        ? yield* Effect.catchTags(current, { InvalidInput: unknown, MemberNotFound: unknown })
        : undefined
    const { replayed, ...record } = yield* asActor(request, transfers.transfer(input))
    const { member, partner } =
      known ?? (yield* idempotencyKey === undefined ? afterWrite(current) : afterWrite(storedSides(record)))
    return {
      message: "Coins transferred successfully",
      // A replay repeats the first answer, even if the transfer was refunded since.
      data: transaction({ ...record, kind: "user_partner_transfer", reversed: false }, member, partner),
      replayed
    }
  }),

  handle(api.wallet, function* (request) {
    const found = yield* (yield* Members).wallet(queryInput(request))
    const { member, partner } = yield* currentSides(request.session.partnerId, found.userId)
    const coins = Coins.format(found.coins)
    return {
      message: "User coin data returned successfully",
      data: {
        userId: found.userId,
        isLinked: member.isUser,
        totalPartnerCoins: coins,
        wallets: [{ walletId: found.id, partner: { id: partner.id, name: partner.name }, coins }]
      }
    }
  }),

  handle(api.transactions, function* (request) {
    const history = yield* (yield* Transfers).history(queryInput(request))
    const { member, partner } = yield* currentSides(request.session.partnerId, history.userId)
    return {
      message: "Coin transactions returned successfully",
      data: {
        data: history.entries.map((entry) => listedTransaction(entry, member, partner)),
        count: history.count,
        ...pageNumbers(pagesAround(history.count, history.page, history.size))
      }
    }
  }),

  handle(api.search, function* (request) {
    const { partnerId } = request.session
    const page = yield* (yield* Transfers).list(queryInput(request))
    const parties = yield* Parties
    const partner = yield* parties.partner(partnerId)
    const members = yield* parties.members(
      partnerId,
      page.data.map(({ userId }) => userId)
    )
    return {
      message: "Coin transactions returned successfully",
      data: {
        data: page.data.map((entry) =>
          listedTransaction(entry, members.get(entry.accountId) ?? unnamed(entry.accountId), partner)
        ),
        ...nextOf(page, ({ transferId }) => transferId)
      }
    }
  }),

  handle(api.refund, function* (request) {
    const refund = yield* asActor(request, (yield* Transfers).refund(bodyInput(request)))
    return {
      message: "Coins refunded successfully",
      data: api.CoinRefund.encode(refund),
      replayed: refund.replayed
    }
  }),

  // The answer holds no user's id, so that it can be stored with its key.
  handle(api.refundMany, function* (request) {
    const write = (yield* Transfers).refundMany(yield* inputsIn(request, "refunds"))
    return {
      message: "Refunds carried out, an outcome each",
      ...(yield* asActor(request, onceAccepted(request, write, api.CoinRefund.encode)))
    }
  }),

  handle(api.totals, function* (request) {
    const { days, outstanding } = yield* (yield* Totals).days(queryInput(request))
    return {
      message: "Totals returned successfully",
      data: { outstanding, days: days.map(api.DaySums.encode) }
    }
  })
]
