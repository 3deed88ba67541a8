import { Effect, Layer } from "effect"
import { findNewest } from "../../rewards/approvals/storedRequests.ts"
import * as Coins from "../../rewards/Coins.ts"
import { now } from "../../rewards/clock.ts"
import { type Order, Trail } from "../../rewards/ports.ts"
import { Database } from "../../sql/Database.ts"
import { approvalNeeded } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { findPartner } from "../parties/Parties.ts"
import { findApprovers } from "../people/owners.ts"
import { Audit, type AuditEvent } from "./Audit.ts"

const described = ({ record, request }: Order): Pick<AuditEvent, "action" | "detail"> => {
  if ("state" in record) {
    return { action: record.state === "waiting" ? "approval.request" : "approval.decline", detail: record.id }
  }
  if (request !== undefined) {
    return {
      action: "approval.approve",
      detail: `${request.id}: ${Coins.format(request.coins)} coins, as ${record.id}`
    }
  }
  const coins = `${Coins.format(record.coins)} coins`
  if ("awardId" in record && !("narration" in record)) {
    return { action: "award.confirm", detail: `${record.id}: ${coins} of award ${record.awardId}` }
  }
  if ("awardId" in record) {
    return { action: "award.reverse", detail: `${record.id}: ${coins} of award ${record.awardId}` }
  }
  if ("activityId" in record) {
    return { action: "activity.reverse", detail: `${record.id}: ${coins} of activity ${record.activityId}` }
  }
  if ("transactionId" in record) {
    return { action: "coins.refund", detail: `${record.id}: ${coins} of transaction ${record.transactionId}` }
  }
  if ("adjustmentId" in record) {
    return {
      action: "coins.adjust-reverse",
      detail: `${record.id}: ${coins} of adjustment ${record.adjustmentId}`
    }
  }
  if ("reason" in record) {
    const direction = record.debitOrCredit === "CR" ? "to" : "from"
    return { action: "coins.adjust", detail: `${record.id}: ${coins} ${direction} userId ${record.userId}` }
  }
  const before = Coins.format(Coins.make(record.balance + record.coins))
  const moved = `${coins} from userId ${record.userId}, balance ${before} -> ${Coins.format(record.balance)}`
  return { action: "coins.transfer", detail: `${record.id}: ${moved}` }
}

const event = (order: Order): AuditEvent => ({
  ...described(order),
  outcome: "done",
  actor: order.by.credential,
  address: order.by.address,
  partnerId: order.record.partnerId
})

/** The number of the hour of an instant. */
const hourOf = (at: Date): number => Math.floor(at.getTime() / 3_600_000)

/**
 * Mails each person who can approve the requests among the orders, except the person who ordered them. Sends no mail if an earlier
 * transaction of the same hour has stored a request of the partner. So a large number of requests neither floods people with mails nor
 * delays the mails of other partners. The time of the last mail need not be stored.
 */
const mailApprovers = Effect.fnUntraced(function* (
  { database, mails }: { readonly database: Database["Type"]; readonly mails: Mails["Type"] },
  orders: ReadonlyArray<Order>
) {
  const requests = orders.filter(({ record }) => "state" in record && record.state === "waiting")
  const byOrderer = Map.groupBy(requests, ({ by, record }) => `${record.partnerId}${by.id}`)
  for (const [first, ...others] of byOrderer.values()) {
    if (first === undefined) continue
    const { by, record } = first
    const { partnerId } = record
    const [newest] = yield* database.run(findNewest, [{ partnerId }])
    const at = yield* now
    if (newest !== undefined && hourOf(newest.createdAt) >= hourOf(at)) continue
    const partner = yield* findPartner(database, partnerId)
    for (const { email, id } of yield* database.run(findApprovers, [{ partnerId }])) {
      if (id === by.id) continue
      const about = { name: partner?.name ?? "", orderer: by.name, requests: others.length + 1 }
      yield* mails.write({ to: email, letter: approvalNeeded(about), expiresAt: null })
    }
  }
})

/**
 * Records who ordered a transfer, confirmation, reversal, refund or adjustment, and who requested or decided an approval. The entry is
 * written in the transaction of the order. Also mails the people who can approve a waiting adjustment.
 */
export const layer: Layer.Layer<never, never, Audit | Database | Mails> = Layer.effect(
  Trail,
  Effect.gen(function* () {
    const audit = yield* Audit
    const services = { database: yield* Database, mails: yield* Mails }
    return {
      record: (orders) => Effect.zipRight(mailApprovers(services, orders), audit.entries(orders.map(event)))
    }
  })
)
