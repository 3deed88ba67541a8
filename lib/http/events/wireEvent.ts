import { Layer } from "effect"
import type { Event } from "../../events/Event.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { EventBody } from "../../webhooks/ports.ts"
import { AwardEntry, AwardReversal } from "../awards/api.ts"
import { transaction, unnamed } from "../coins/transaction.ts"
import { wholeRule } from "../rules/rule.ts"
import { ExhaustedLimit, LinkedMember, OnboardedMember, type Event as WireEvent } from "./api.ts"

/** Events hold no personal data, because it can change and a user can withdraw it. */
const sides = (memberId: string, partnerId: PartnerId) => [unnamed(memberId), unnamed(partnerId)] as const

/** An event in the form of the interface. */
export const wireEvent = (event: Event): typeof WireEvent.Encoded => {
  const { id, partnerId, requestId } = event
  const common = { id, createdAt: event.at.toISOString(), requestId }
  switch (event.type) {
    case "award.paid":
    case "award.counted":
    case "award.suppressed":
      return { ...common, type: event.type, data: AwardEntry.encode(event.data) }
    case "award.reversed": {
      const { reversal: undone, ...award } = event.data
      const reversal = AwardReversal.encode({ ...undone, awardId: award.id, partnerId })
      return { ...common, type: event.type, data: { ...AwardEntry.encode(award), reversal } }
    }
    case "coins.transferred": {
      const { balance, memberId, metadata, ...moved } = event.data
      const kind = "user_partner_transfer" as const
      const wire = transaction({ ...moved, kind, reversed: false }, ...sides(memberId, partnerId))
      return { ...common, type: event.type, data: { ...wire, balance: Coins.format(balance), metadata } }
    }
    case "coins.refunded": {
      const { memberId, transactionId, ...moved } = event.data
      const kind = "user_partner_refund" as const
      const wire = transaction({ ...moved, kind, reversed: false }, ...sides(memberId, partnerId))
      return { ...common, type: event.type, data: { ...wire, transactionId } }
    }
    case "member.onboarded":
      return { ...common, type: event.type, data: OnboardedMember.encode(event.data) }
    case "member.linked": {
      const data = { ...LinkedMember.encode(event.data), removedMemberId: event.data.removedId }
      return { ...common, type: event.type, data }
    }
    case "rule.created":
    case "rule.updated":
      return { ...common, type: event.type, data: wholeRule(event.data) }
    case "rule.exhausted":
      return { ...common, type: event.type, data: ExhaustedLimit.encode(event.data) }
  }
}

/** Events as webhooks send them: as pages have them, with the time under the name that Standard Webhooks gives it. */
export const webhookBodies: Layer.Layer<EventBody> = Layer.succeed(EventBody, (event) => {
  const { createdAt, data, id, requestId, type } = wireEvent(event)
  return JSON.stringify({ id, type, timestamp: createdAt, requestId, data })
})
