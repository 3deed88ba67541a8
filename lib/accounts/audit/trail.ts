import { Effect, Layer } from "effect"
import * as Coins from "../../rewards/Coins.ts"
import { type Order, Trail } from "../../rewards/ports.ts"
import { Audit, type AuditEvent } from "./Audit.ts"

const described = (record: Order["record"]): Pick<AuditEvent, "action" | "detail"> => {
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

const event = ({ by, record }: Order): AuditEvent => ({
  ...described(record),
  outcome: "done",
  actor: by.credential,
  address: by.address,
  partnerId: record.partnerId
})

/** Records who ordered a transfer, reversal, refund or adjustment. The entry is written in the transaction that moves the coins. */
export const layer: Layer.Layer<never, never, Audit> = Layer.effect(
  Trail,
  Effect.map(Audit, (audit) => ({ record: (orders) => audit.entries(orders.map(event)) }))
)
