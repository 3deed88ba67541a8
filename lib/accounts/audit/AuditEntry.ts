import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import type * as Documented from "../../schema/Documented.ts"
import { mustBe, required } from "../../schema/Input.ts"
import { goingBack } from "../../schema/Page.ts"

export const actions = [
  "partner.onboard",
  "partner.login",
  "partner.logout",
  "partner.logout-all",
  "partner.logout-logins",
  "partner.update",
  "settings.update",
  "session.end",
  "staff.invite",
  "staff.accept",
  "staff.role",
  "staff.remove",
  "password.forgot",
  "password.reset",
  "key.create",
  "key.revoke",
  "key.login",
  "test-side.create",
  "test-side.empty",
  "test-side.clock",
  "totp.confirm",
  "totp.remove",
  "user.create",
  "user.verify",
  "user.resend",
  "user.remove",
  "user.forgot",
  "user.reset",
  "user.erase",
  "consent.list",
  "consent.give",
  "consent.refuse",
  "grant.exchange",
  "grant.refresh",
  "grant.revoke",
  "member.details",
  "member.link",
  "member.erase",
  "member.merge",
  "rule.create",
  "rule.update",
  "award.reverse",
  "coins.transfer",
  "award.confirm",
  "coins.refund",
  "activity.reverse",
  "coins.adjust",
  "coins.adjust-reverse",
  "approval.request",
  "approval.approve",
  "approval.decline",
  "webhook.create",
  "webhook.update",
  "webhook.rotate",
  "webhook.pause",
  "webhook.delete",
  "webhook.redeliver"
] as const
export type Action = (typeof actions)[number]

export const AuditEntry = Schema.Struct({
  id: Schema.String,
  action: Schema.Literal(...actions),
  outcome: Schema.Literal("done", "refused"),
  /**
   * Who acted: for example an e-mail address or an API key. If a user gives or withdraws a consent, the actor is the clientId of the
   * application, because the partner may not be allowed to see the user's tag.
   */
  actor: Schema.String,
  /** The user of the service whom the action concerns. */
  userId: Schema.NullOr(Schema.String),
  /** The caller's network address, if the host provides it. */
  address: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
export type AuditEntry = typeof AuditEntry.Type

export const ListAudit = Schema.Struct({
  partnerId: required(PartnerId),
  action: Schema.optional(Schema.Literal(...actions).pipe(mustBe("an action of the audit trail"))),
  ...goingBack("an entry")
})
export type ListAuditInput = Documented.Of<typeof ListAudit, Documented.ListAuditInput>
