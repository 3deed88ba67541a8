import { Layer } from "effect"
import type { Event } from "../../events/Event.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { EventBody } from "../../webhooks/ports.ts"
import { AwardEntry, AwardReversal } from "../awards/api.ts"
import { transaction, unnamed } from "../coins/transaction.ts"
import { wholeRule } from "../rules/rule.ts"
import { ExhaustedLimit, LinkedMember, OnboardedMember, type Event as WireEvent } from "./api.ts"

/** Events show the parties of a transaction without personal data, because a user can withdraw consent later. */
const parties = (memberId: string, partnerId: PartnerId) => [unnamed(memberId), unnamed(partnerId)] as const

/** An event as the HTTP API shows it. */
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
      const wire = transaction({ ...moved, kind, reversedAt: null }, ...parties(memberId, partnerId))
      return { ...common, type: event.type, data: { ...wire, balance: Coins.format(balance), metadata } }
    }
    case "coins.refunded": {
      const { memberId, transactionId, ...moved } = event.data
      const kind = "user_partner_refund" as const
      const wire = transaction({ ...moved, kind, reversedAt: null }, ...parties(memberId, partnerId))
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

/** The body of a webhook request is the wire event with `timestamp` instead of `createdAt`, as in Standard Webhooks. */
export const webhookBodies: Layer.Layer<EventBody> = Layer.succeed(EventBody, (event) => {
  const { createdAt, data, id, requestId, type } = wireEvent(event)
  return JSON.stringify({ id, type, timestamp: createdAt, requestId, data })
})
