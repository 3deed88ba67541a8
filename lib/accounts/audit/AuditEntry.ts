import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import { mustBe, required } from "../../schema/Input.ts"
import { goingBack } from "../../schema/Page.ts"

/** What is worth remembering for whoever asks later who opened which door. */
export const actions = [
  "partner.onboard",
  "partner.login",
  "partner.logout",
  "partner.logout-all",
  "partner.update",
  "password.forgot",
  "password.reset",
  "key.create",
  "key.revoke",
  "key.login",
  "user.create",
  "user.verify",
  "user.resend",
  "consent.give",
  "consent.refuse",
  "grant.exchange",
  "grant.refresh",
  "grant.revoke",
  "member.details",
  "member.link"
] as const
export type Action = (typeof actions)[number]

export const AuditEntry = Schema.Struct({
  id: Schema.String,
  action: Schema.Literal(...actions),
  /** A refusal is as telling as a success. */
  outcome: Schema.Literal("done", "refused"),
  /** Who, in the words that they gave: an e-mail address, an API key, a tag. The client, where those are not to be told. */
  actor: Schema.String,
  /** The user of the service whom it concerns. */
  userId: Schema.NullOr(Schema.String),
  /** From where, as far as the host knows. */
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
export type ListAuditInput = typeof ListAudit.Encoded
