/** laurel-rewards/accounts: partner logins, users, API keys, the authorization server, mail and the audit trail. */

export { Applications } from "./accounts/applications/Applications.ts"
export { Audit } from "./accounts/audit/Audit.ts"
export { Caller } from "./accounts/audit/Caller.ts"
export { Authorizations } from "./accounts/authorization/Authorizations.ts"
export { Consents } from "./accounts/consents/Consents.ts"
export { type DetailedMember, type Introduced, MemberDetails } from "./accounts/details/MemberDetails.ts"
export type { OnboardMemberInput, UserDetails as UserRecord } from "./accounts/details/UserRecord.ts"
export * from "./accounts/Errors.ts"
export { isEcosystem } from "./accounts/Identity.ts"
export { ApiKeys } from "./accounts/keys/ApiKeys.ts"
export { Links } from "./accounts/links/Links.ts"
export {
  type ListMailsInput,
  type Mail,
  MailDelayed,
  MailRefused,
  MailTransport,
  type OutboxMail
} from "./accounts/mail/Mail.ts"
export { Mails } from "./accounts/mail/Mails.ts"
export { Parties } from "./accounts/parties/Parties.ts"
export { Resets } from "./accounts/resets/Resets.ts"
export { AuditedRules } from "./accounts/rules/AuditedRules.ts"
export { Sessions } from "./accounts/sessions/Sessions.ts"
export { UserResets } from "./accounts/users/UserResets.ts"
export { Users } from "./accounts/users/Users.ts"
export * as Accounts from "./layers/Accounts.ts"
