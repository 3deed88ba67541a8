import type { AuditEntry } from "../../contract.ts"

export type Action = AuditEntry["action"]

/** The actions of the audit trail in words. */
export const actions: Readonly<Record<Action, string>> = {
  "partner.onboard": "Partner onboarded",
  "partner.login": "Signed in with the password",
  "partner.logout": "Access token ended",
  "partner.logout-all": "All sessions ended",
  "partner.logout-logins": "Signed out everywhere",
  "session.end": "Session ended",
  "staff.invite": "Person invited",
  "staff.accept": "Invitation accepted",
  "staff.role": "Role changed",
  "staff.remove": "Person removed",
  "partner.update": "Details changed",
  "settings.update": "Settings changed",
  "password.forgot": "Link for a new password requested",
  "password.reset": "New password set",
  "key.create": "API key created",
  "key.revoke": "API key revoked",
  "key.login": "Logged in with an API key",
  "totp.confirm": "Second factor turned on",
  "totp.remove": "Second factor removed",
  "user.create": "User created",
  "user.verify": "User verified",
  "user.resend": "User's code sent again",
  "user.remove": "User removed",
  "user.forgot": "User asked for a new password",
  "user.reset": "User set a new password",
  "user.erase": "User erased the account",
  "consent.list": "User listed consents",
  "consent.give": "User gave consent",
  "consent.refuse": "User refused consent",
  "grant.exchange": "Code exchanged for tokens",
  "grant.refresh": "Tokens refreshed",
  "grant.revoke": "Consent ended",
  "member.details": "User details requested",
  "member.link": "Member linked to a user",
  "member.erase": "Member erased",
  "member.merge": "Members merged",
  "rule.create": "Rule created",
  "rule.update": "Rule changed",
  "activity.reverse": "Activity reversed",
  "award.reverse": "Award reversed",
  "coins.transfer": "Coins redeemed",
  "award.confirm": "Award confirmed",
  "coins.refund": "Redeemed coins refunded",
  "coins.adjust": "Balance adjusted",
  "coins.adjust-reverse": "Adjustment reversed",
  "approval.request": "Adjustment waits for approval",
  "approval.approve": "Adjustment approved",
  "approval.decline": "Adjustment declined",
  "webhook.create": "Webhook created",
  "webhook.update": "Webhook changed",
  "webhook.rotate": "Webhook's secret rotated",
  "webhook.pause": "Webhook paused by the service",
  "webhook.delete": "Webhook deleted",
  "webhook.redeliver": "Event sent again"
}

/** The same as options of a filter, sorted by their words. */
export const options = (Object.entries(actions) as ReadonlyArray<[Action, string]>).toSorted(
  ([, one], [, other]) => one.localeCompare(other)
)

/** The action in the address; undefined if it does not exist. */
export const actionOf = (word: string | null): Action | undefined =>
  options.find(([action]) => action === word)?.[0]
