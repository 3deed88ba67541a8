import { Effect, Option, Schema } from "effect"
import { Parties } from "../../accounts/parties/Parties.ts"
import { pagesAround } from "../../boards/Board.ts"
import type { Adjustment } from "../../rewards/adjustments/Adjustment.ts"
import { Adjustments } from "../../rewards/adjustments/Adjustments.ts"
import { isWaiting, type WaitingRequest } from "../../rewards/approvals/Approval.ts"
import { Approvals } from "../../rewards/approvals/Approvals.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { Recorded } from "../../rewards/commands/Command.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Liability } from "../../rewards/liability/Liability.ts"
import { Members } from "../../rewards/members/Members.ts"
import type { Transaction, WalletTransfer } from "../../rewards/transfers/Transfer.ts"
import { Transfers } from "../../rewards/transfers/Transfers.ts"
import { Unparsed } from "../../schema/Input.ts"
import { afterWrite } from "../../sql/Failure.ts"
import { accepted } from "../annotations.ts"
import { bulkAnswer, inputsIn, onceAccepted } from "../bulk.ts"
import { bodyInput, type HandledEndpoint, handle, type PartnerRequest, queryInput } from "../handle.ts"
import { encodePage, pageNumbers } from "../paging.ts"
import * as api from "./api.ts"
import { listedTransaction, transaction, unnamed } from "./transaction.ts"

/** The partner's name and e-mail address at the time of a transfer. They are stored with the transfer's idempotency key. */
const Payee = Schema.parseJson(Schema.Struct({ name: Schema.String, email: Schema.String }))
const writePayee = Schema.encodeSync(Payee)
const readPayee = Schema.decodeOption(Payee)

/**
 * Returns the parties of a transfer with an idempotency key. A replay must show the same parties, so the partner's details are stored with
 * the key. The user's details stay empty, because the user can withdraw consent later.
 */
const storedParties = Effect.fnUntraced(function* ({ attachment, partnerId, userId }: WalletTransfer) {
  const { id } = yield* (yield* Members).get({ partnerId, userId })
  // The first transfer with this key may have been made through the library, without a payee.
  const { name, email } = Option.getOrElse(readPayee(attachment ?? ""), () => ({ name: "", email: "" }))
  return { member: unnamed(id), partner: { ...unnamed(partnerId), name, email } }
})

const currentParties = Effect.fnUntraced(function* (partnerId: PartnerId, userId: string) {
  const parties = yield* Parties
  return { member: yield* parties.member(partnerId, userId), partner: yield* parties.partner(partnerId) }
})

/** Returns the partner's details as text, to store with the idempotency key; undefined if the request has no key. */
const attachmentOf = ({ idempotencyKey, session }: PartnerRequest) =>
  idempotencyKey === undefined
    ? Effect.succeed(undefined)
    : Effect.map(
        Effect.flatMap(Parties, (parties) => parties.partner(session.partnerId)),
        ({ name, email }) => writePayee({ name, email })
      )

/** Returns the service that adjusts. An adjustment by a person may have to wait for approval. An adjustment by an API key never waits. */
const adjusting = ({ session }: PartnerRequest) => (session.actor.kind === "person" ? Approvals : Adjustments)

const waits = (request: Recorded<WaitingRequest>) => ({
  message: "Another person must approve the adjustment",
  data: api.Waiting.encode(request),
  replayed: request.replayed,
  ...accepted
})

const refundsIn = inputsIn("refunds")
const answerAdjustments = bulkAnswer("adjustments", "made", "with keys")

export const coins: ReadonlyArray<HandledEndpoint> = [
  handle(api.transfer, function* (request) {
    const transfers = yield* Transfers
    const { idempotencyKey, session } = request
    const { partnerId } = session
    const { body } = request
    const attachment = yield* attachmentOf(request)
    const input = new Unparsed(body, { partnerId, idempotencyKey, attachment })
    const current = currentParties(partnerId, typeof body.userId === "string" ? body.userId : "")
    // Without a key, the parties are read before the write. If a read after the write failed, the caller might repeat the transfer.
    // Invalid input and unknown members are ignored here: the transfer reports them.
    const unknown = () => Effect.succeed(undefined)
    const known =
      idempotencyKey === undefined
        ? yield* Effect.catchTags(current, { InvalidInput: unknown, MemberNotFound: unknown })
        : undefined
    const { replayed, ...record } = yield* transfers.transfer(input)
    const { member, partner } =
      known ?? (yield* idempotencyKey === undefined ? afterWrite(current) : afterWrite(storedParties(record)))
    return {
      message: "Coins transferred successfully",
      // A replay repeats the first answer, even if the transfer was refunded later.
      data: transaction(
        { ...record, kind: "user_partner_transfer", leaves: true, reversedAt: null },
        member,
        partner
      ),
      replayed
    }
  }),

  handle(api.wallet, function* (request) {
    const found = yield* (yield* Members).wallet(queryInput(request))
    const { member, partner } = yield* currentParties(request.session.partnerId, found.userId)
    const coins = Coins.format(found.coins)
    return {
      message: "User coin data returned successfully",
      data: {
        userId: found.userId,
        isLinked: member.isUser,
        totalPartnerCoins: coins,
        pendingCoins: Coins.format(found.pendingCoins),
        expiring: found.expiring.map(api.Expiring.encode),
        wallets: [{ walletId: found.id, partner: { id: partner.id, name: partner.name }, coins }]
      }
    }
  }),

  handle(api.transactions, function* (request) {
    const history = yield* (yield* Transfers).history(queryInput(request))
    const { member, partner } = yield* currentParties(request.session.partnerId, history.userId)
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
    const userIds = page.data.map(({ userId }) => userId)
    const members = yield* parties.members(partnerId, userIds)
    const listed = (entry: Transaction) =>
      listedTransaction(entry, members.get(entry.accountId) ?? unnamed(entry.accountId), partner)
    return {
      message: "Coin transactions returned successfully",
      data: encodePage(page, listed)
    }
  }),

  handle(api.refund, function* (request) {
    const refund = yield* (yield* Transfers).refund(bodyInput(request))
    return {
      message: "Coins refunded successfully",
      data: api.CoinRefund.encode(refund),
      replayed: refund.replayed
    }
  }),

  // A stored answer must not contain user ids. This answer has none, so `onceAccepted` can store it.
  handle(api.refundMany, function* (request) {
    const write = (yield* Transfers).refundMany(yield* refundsIn(request))
    return {
      message: "Refunds carried out, each with its own outcome",
      ...(yield* onceAccepted(request, write, api.CoinRefund.encode))
    }
  }),

  handle(api.adjust, function* (request) {
    const adjustment = yield* (yield* adjusting(request)).adjust(bodyInput(request))
    if (isWaiting(adjustment)) return waits(adjustment)
    return {
      message: "Coins adjusted successfully",
      data: api.CoinAdjustment.encode(adjustment),
      replayed: adjustment.replayed
    }
  }),

  handle(api.adjustMany, function* (request) {
    const { adjustMany: write, adjustManyOnce: writeOnce } = yield* adjusting(request)
    const dataOf = (record: Adjustment | WaitingRequest) =>
      isWaiting(record) ? api.Waiting.encode(record) : api.CoinAdjustment.encode(record)
    return yield* answerAdjustments(request, { write, writeOnce, dataOf })
  }),

  handle(api.reverseAdjustment, function* (request) {
    const reversal = yield* (yield* adjusting(request)).reverse(bodyInput(request))
    if (isWaiting(reversal)) return waits(reversal)
    return {
      message: "Adjustment reversed successfully",
      data: api.CoinAdjustmentReversal.encode(reversal),
      replayed: reversal.replayed
    }
  }),

  handle(api.liability, function* (request) {
    const sums = yield* (yield* Liability).at(queryInput(request))
    return { message: "Liability returned successfully", data: api.LiabilityAnswer.encode(sums) }
  })
]
