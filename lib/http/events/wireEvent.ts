import { Layer } from "effect"
import type { Event } from "../../events/Event.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { EventBody } from "../../webhooks/ports.ts"
import { ReversedActivity } from "../activities/api.ts"
import { AwardOfEvent, AwardReversal } from "../awards/api.ts"
import { transaction, unnamed } from "../coins/transaction.ts"
import { wholeRule } from "../rules/rule.ts"
import {
  ActivityFact,
  DecidedApproval,
  ErasedMember,
  ExhaustedLimit,
  ExpiredCoins,
  ExpiringCoins,
  LinkedMember,
  MaturedAward,
  MergedMember,
  OnboardedMember,
  RequestedApproval,
  type Event as WireEvent
} from "./api.ts"

/** Events show the parties of a transaction without personal data, because a user can withdraw consent later. */
const parties = (memberId: string, partnerId: PartnerId) => [unnamed(memberId), unnamed(partnerId)] as const

/** Returns the form of an event in the HTTP API. */
export const wireEvent = (event: Event): typeof WireEvent.Encoded => {
  const { id, orderedBy, partnerId, requestId } = event
  const common = { id, createdAt: event.at.toISOString(), requestId, orderedBy }
  switch (event.type) {
    case "award.paid":
    case "award.counted":
    case "award.suppressed":
      return { ...common, type: event.type, data: AwardOfEvent.encode(event.data) }
    case "award.reversed": {
      const { reversal: undone, ...award } = event.data
      const reversal = AwardReversal.encode({ ...undone, awardId: award.id, partnerId })
      return { ...common, type: event.type, data: { ...AwardOfEvent.encode(award), reversal } }
    }
    case "award.matured":
      return { ...common, type: event.type, data: MaturedAward.encode(event.data) }
    case "coins.expiring":
      return { ...common, type: event.type, data: ExpiringCoins.encode(event.data) }
    case "coins.expired":
      return { ...common, type: event.type, data: ExpiredCoins.encode(event.data) }
    case "coins.transferred": {
      const { balance, memberId, metadata, ...moved } = event.data
      const movement = { ...moved, kind: "user_partner_transfer", leaves: true, reversedAt: null } as const
      const wire = transaction(movement, ...parties(memberId, partnerId))
      const data = { ...wire, balance: Coins.format(balance), reason: null, metadata }
      return { ...common, type: event.type, data }
    }
    case "coins.refunded": {
      const { memberId, transactionId, ...moved } = event.data
      const movement = { ...moved, kind: "user_partner_refund", leaves: false, reversedAt: null } as const
      const wire = transaction(movement, ...parties(memberId, partnerId))
      return { ...common, type: event.type, data: { ...wire, transactionId } }
    }
    case "coins.adjusted": {
      const { balance, debitOrCredit, memberId, metadata, points, reason, ...moved } = event.data
      const leaves = debitOrCredit === "DE"
      const movement = { ...moved, kind: "adjustment", leaves, reversedAt: null } as const
      const wire = transaction(movement, ...parties(memberId, partnerId))
      const data = { ...wire, balance: Coins.format(balance), reason, metadata, points }
      return { ...common, type: event.type, data }
    }
    case "coins.adjustment_reversed": {
      const { adjustmentId, balance, debitOrCredit, memberId, ...moved } = event.data
      const leaves = debitOrCredit === "CR"
      const movement = { ...moved, kind: "adjustment_reversal", leaves, reversedAt: null } as const
      const wire = transaction(movement, ...parties(memberId, partnerId))
      return { ...common, type: event.type, data: { ...wire, balance: Coins.format(balance), adjustmentId } }
    }
    case "approval.requested":
      return { ...common, type: event.type, data: RequestedApproval.encode(event.data) }
    case "approval.approved":
    case "approval.declined":
      return { ...common, type: event.type, data: DecidedApproval.encode(event.data) }
    case "activity.recorded":
      return { ...common, type: event.type, data: ActivityFact.encode(event.data) }
    case "activity.reversed": {
      const { memberId, userId, ...reversal } = event.data
      const data = { ...ReversedActivity.encode({ ...reversal, partnerId }), memberId, userId }
      return { ...common, type: event.type, data }
    }
    case "member.onboarded":
      return { ...common, type: event.type, data: OnboardedMember.encode(event.data) }
    case "member.linked": {
      const data = { ...LinkedMember.encode(event.data), removedMemberId: event.data.removedId }
      return { ...common, type: event.type, data }
    }
    case "member.erased":
      return { ...common, type: event.type, data: ErasedMember.encode(event.data) }
    case "member.merged":
      return { ...common, type: event.type, data: MergedMember.encode(event.data) }
    case "rule.created":
    case "rule.updated":
      return { ...common, type: event.type, data: wholeRule(event.data) }
    case "rule.exhausted":
      return { ...common, type: event.type, data: ExhaustedLimit.encode(event.data) }
  }
}

/** The body of a webhook request is the wire event with `timestamp` instead of `createdAt`, as in Standard Webhooks. */
export const webhookBodies: Layer.Layer<EventBody> = Layer.succeed(EventBody, (event) => {
  const { createdAt, data, id, orderedBy, requestId, type } = wireEvent(event)
  return JSON.stringify({ id, type, timestamp: createdAt, requestId, orderedBy, data })
})
