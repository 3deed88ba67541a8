import type { Party } from "../../accounts/parties/Parties.ts"
import type { Event } from "../../events/Event.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { listedAward, reversal } from "../awards/award.ts"
import { transaction } from "../coins/transaction.ts"
import { wholeRule } from "../rules/rule.ts"
import type { Event as WireEvent } from "./api.ts"

/** A side of a transfer without its personal record, which events do not hold: it can change, and be withdrawn. */
const unnamed = (id: string): Party => ({ id, name: "", email: "", tag: null })

const sides = (memberId: string, partnerId: PartnerId) => [unnamed(memberId), unnamed(partnerId)] as const

/** An event in the form of the interface. */
export const wireEvent = (event: Event): typeof WireEvent.Encoded => {
  const { id, partnerId, requestId } = event
  const common = { id, createdAt: event.at.toISOString(), requestId }
  switch (event.type) {
    case "award.paid":
    case "award.counted":
    case "award.suppressed":
      return { ...common, type: event.type, data: listedAward(event.data) }
    case "award.reversed": {
      const { reversal: undone, ...award } = event.data
      const data = { ...listedAward(award), reversal: reversal({ ...undone, awardId: award.id, partnerId }) }
      return { ...common, type: event.type, data }
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
    case "member.onboarded": {
      const { createdAt, memberId, userId } = event.data
      return { ...common, type: event.type, data: { memberId, userId, createdAt: createdAt.toISOString() } }
    }
    case "member.linked": {
      const { removedId, ...linked } = event.data
      return { ...common, type: event.type, data: { ...linked, removedMemberId: removedId } }
    }
    case "rule.created":
    case "rule.updated":
      return { ...common, type: event.type, data: wholeRule(event.data) }
    case "rule.exhausted":
      return { ...common, type: event.type, data: event.data }
  }
}
