// For each endpoint that only a partner may call, a request about things of a partner.
import { randomUUID } from "node:crypto"
import type { Fields } from "../callOf.ts"
import type { Things } from "./house.ts"

export interface Row {
  /** The fields of a request. Where it names nothing of the partner, every partner may send it. */
  readonly fields: (things: Things) => Fields
  /** The partner's answer contains nothing that is known to be the partner's. */
  readonly silent?: true
  /** The code with which the service refuses the request of a caller who has the right, because there is nothing to act on. */
  readonly refusal?: string
  /** The request takes a name that nobody else in the ecosystem can have afterwards. */
  readonly takesName?: true
}

/** Adds up, creates or ends something without naming anything. */
const silent = (fields: Fields = {}): Row => ({ fields: () => fields, silent: true })
const nothing: Row = { fields: () => ({}) }
const webhook: Row = { fields: ({ webhookId: id }) => ({ id }) }
const rule: Row = { fields: ({ ruleId: id }) => ({ id }) }
const credit = { coins: 1, debitOrCredit: "CR", reason: "a test" }

/** The things have no request for approval. */
const undecidable: Row = {
  fields: ({ adjustmentId: requestId }) => ({ requestId }),
  refusal: "request_not_found",
  silent: true
}

export const rows: Readonly<Record<string, Row>> = {
  "partners.details": nothing,
  "partners.update": { fields: () => ({ applicationName: randomUUID() }) },
  "iam.logout": silent(),
  "iam.logoutAll": silent(),
  "iam.logoutLogins": silent(),
  "iam.me": nothing,
  "iam.updateMe": { fields: () => ({ alertMails: true }) },
  "iam.listSessions": nothing,
  "iam.endSession": { fields: ({ sessionId: id }) => ({ id }), silent: true },
  "people.list": nothing,
  "people.invite": {
    fields: () => ({ email: `${randomUUID()}@things.example`, role: "viewer" }),
    takesName: true
  },
  "people.changeRole": { fields: ({ personId: id }) => ({ id, role: "support" }) },
  "people.remove": { fields: ({ personId: id }) => ({ id }), silent: true },
  "totp.start": silent(),
  "totp.confirm": { fields: () => ({ otp: "123456" }), refusal: "totp_not_started", silent: true },
  "totp.remove": { fields: () => ({ otp: "123456" }), refusal: "totp_not_on", silent: true },
  "iam.listApiKeys": nothing,
  "iam.createApiKey": { fields: () => ({ name: "a key", scopes: ["read"] }) },
  "iam.revokeApiKey": { fields: ({ keyId: id }) => ({ id }) },
  "iam.audit": { fields: () => ({ limit: 100 }) },
  "testSide.create": silent(),
  "testSide.get": silent(),
  "testSide.empty": silent(),
  "testSide.clock": silent({ days: 1 }),
  "testSide.token": silent(),
  "alerts.list": silent(),
  "settings.get": silent(),
  "settings.update": silent({ expiryNotice: 14 }),
  "users.linkTag": { fields: ({ tag, userId }) => ({ tag, userId }) },
  "members.onboard": { fields: () => ({ userId: "a member of anyone" }) },
  "members.export": { fields: ({ userId }) => ({ userId }), silent: true },
  "members.erase": { fields: ({ userId }) => ({ userId }) },
  "members.erasure": { fields: ({ erasureId: id }) => ({ id }) },
  "members.merge": { fields: ({ otherId, userId }) => ({ from: otherId, into: userId }) },
  "members.list": { fields: () => ({ limit: 100 }) },
  "rules.create": {
    fields: () => ({ name: randomUUID(), coinValue: "1", maxNumberOfParticipant: "1", condition: "any" })
  },
  "rules.update": { fields: ({ ruleId: id }) => ({ id, coinValue: "7" }) },
  "rules.simulate": {
    fields: ({ ruleId: id }) => ({
      rule: { id, when: { activity: "any" } },
      from: "2020-01-01T00:00:00.000Z",
      to: "2100-01-01T00:00:00.000Z"
    }),
    silent: true
  },
  "rules.list": { fields: () => ({ limit: 100 }) },
  "rules.usage": { fields: () => ({ limit: 100 }) },
  "rules.get": rule,
  "rules.progress": { ...rule, silent: true },
  "statistics.ofPartner": { fields: () => ({}) },
  "statistics.ofRule": rule,
  "rules.award": { fields: ({ ruleName, userId }) => ({ ruleName, userId }) },
  "rules.awardMany": { fields: ({ ruleName, userId }) => ({ awards: [{ ruleName, userId }] }) },
  "rules.awards": { fields: ({ userId }) => ({ userId }) },
  "rules.getAward": { fields: ({ awardId: id }) => ({ id }) },
  "rules.explain": { fields: ({ ruleName, userId }) => ({ ruleName, userId }), silent: true },
  "rules.reverse": { fields: ({ awardId }) => ({ awardId }) },
  "rules.reverseMany": { fields: ({ awardId }) => ({ reversals: [{ awardId }] }) },
  "rules.confirm": { fields: ({ pendingId }) => ({ awardId: pendingId }) },
  "rules.confirmMany": { fields: ({ pendingId }) => ({ confirmations: [{ awardId: pendingId }] }) },
  "activities.record": { fields: ({ ruleName: type, userId }) => ({ userId, type }) },
  "activities.recordMany": {
    fields: ({ ruleName: type, userId }) => ({ activities: [{ userId, type }] })
  },
  "activities.list": { fields: ({ userId }) => ({ userId }) },
  "activities.reverse": { fields: ({ activityId }) => ({ activityId }) },
  "boards.points": { fields: ({ partnerId, userId }) => ({ partnerId, userId, take: 100 }) },
  "boards.coins": { fields: ({ userId }) => ({ userId, limit: 100 }) },
  "coins.transfer": { fields: ({ userId }) => ({ userId, coins: 1 }) },
  "coins.wallet": { fields: ({ userId }) => ({ userId }) },
  "coins.transactions": { fields: ({ userId }) => ({ userId }) },
  "coins.search": { fields: ({ userId }) => ({ userId }) },
  "coins.liability": silent(),
  "coins.refund": { fields: ({ transactionId }) => ({ transactionId }) },
  "coins.refundMany": { fields: ({ transactionId }) => ({ refunds: [{ transactionId }] }) },
  "coins.adjust": { fields: ({ userId }) => ({ userId, ...credit }) },
  "coins.adjustMany": { fields: ({ userId }) => ({ adjustments: [{ userId, ...credit }] }) },
  "coins.reverseAdjustment": { fields: ({ adjustmentId }) => ({ adjustmentId }) },
  "approvals.list": silent(),
  "approvals.approve": undecidable,
  "approvals.decline": undecidable,
  "events.list": { fields: () => ({ newest: 100 }) },
  "webhooks.create": { fields: () => ({ url: "https://new.example/hook" }) },
  "webhooks.list": nothing,
  "webhooks.get": webhook,
  "webhooks.update": { fields: ({ webhookId: id }) => ({ id, status: "paused" }) },
  "webhooks.remove": { ...webhook, silent: true },
  "webhooks.rotate": webhook,
  "webhooks.test": { ...webhook, silent: true },
  "webhooks.deliveries": webhook,
  "webhooks.redeliver": { fields: ({ deliveryId, webhookId: id }) => ({ id, deliveryId }) }
}
