/** laurel-rewards/accounts: people of partners, users, API keys, the authorization server, webhooks, mail and the audit trail. */

export type {
  Application,
  OnboardPartnerInput,
  PartnerOfEcosystemInput,
  UpdateApplicationInput,
  UpdatePartner,
  UpdatePartnerInput
} from "../accounts/applications/Application.ts"
export { Applications, type ProvedChanges } from "../accounts/applications/Applications.ts"
export { Audit, type AuditEvent as Event, Caller, type PartnerEvent } from "../accounts/audit/Audit.ts"
export type { Action, AuditEntry, ListAuditInput } from "../accounts/audit/AuditEntry.ts"
export {
  type AuthorizationParameters,
  AuthorizationRefused,
  type AuthorizationRequest,
  type Client,
  type ExchangeCodeInput,
  type IssuedCode,
  type Profile,
  type RefreshTokensInput,
  type RequestCodeInput,
  type RevokeTokenInput,
  type TokenSet,
  type UserScope,
  type UserSession
} from "../accounts/authorization/Authorization.ts"
export {
  Authorizations,
  type ConsentInput as Consent,
  type ConsentRefusal as Refusal
} from "../accounts/authorization/Authorizations.ts"
export type {
  Consent as GivenConsent,
  ListConsentsInput,
  WithdrawConsentInput
} from "../accounts/consents/Consent.ts"
export { Consents } from "../accounts/consents/Consents.ts"
export { type Introduced, MemberDetails, type RecordPage } from "../accounts/details/MemberDetails.ts"
export type {
  DetailedMember,
  OnboardMemberInput,
  UserRecord
} from "../accounts/details/UserRecord.ts"
export * from "../accounts/Errors.ts"
export { type EncryptionOptions, parseSecretsKey } from "../accounts/encryption/Encryption.ts"
export { isEcosystem } from "../accounts/Identity.ts"
export type {
  ApiKey,
  CreateApiKeyInput,
  KeyScope,
  NewApiKey,
  RevokeApiKeyInput,
  Scope
} from "../accounts/keys/ApiKey.ts"
export { ApiKeys } from "../accounts/keys/ApiKeys.ts"
export type { Linked, LinkUserInput } from "../accounts/links/Link.ts"
export { Links } from "../accounts/links/Links.ts"
export type { Letter } from "../accounts/mail/letters.ts"
export {
  type ListMailsInput,
  type Mail,
  MailDelayed,
  MailRefused,
  MailTransport,
  type OutboxMail
} from "../accounts/mail/Mail.ts"
export type { MailSenderOptions } from "../accounts/mail/MailSender.ts"
export { type ClaimedMail, Mails, type WriteMail } from "../accounts/mail/Mails.ts"
export type { DirectoryMember, DirectoryPage, ListDirectoryInput } from "../accounts/members/Directory.ts"
export { MemberDirectory } from "../accounts/members/MemberDirectory.ts"
export { type MemberParty, Parties, type Party } from "../accounts/parties/Parties.ts"
export type { PasswordsBusy } from "../accounts/passwords/Passwords.ts"
export { People } from "../accounts/people/People.ts"
export type {
  AcceptInvitationInput,
  ChangeRoleInput,
  InviteInput,
  ListedPerson,
  Person,
  RemovePersonInput,
  UpdatePersonInput
} from "../accounts/people/Person.ts"
export { type Role, roles, scopesOf } from "../accounts/people/Role.ts"
export { KnownAddresses, type LoginAccount, type LoginName } from "../accounts/rates/KnownAddresses.ts"
export { type Lease, type LeaseRequest, RateLeases } from "../accounts/rates/RateLeases.ts"
export type { ResetPasswordInput } from "../accounts/resets/ResetPassword.ts"
export { type ForgotInput, Resets } from "../accounts/resets/Resets.ts"
export { AuditedRules } from "../accounts/rules/AuditedRules.ts"
export type {
  ConfirmTotpInput,
  RecoveryCodes,
  RemoveTotpInput,
  RemoveTotpOfInput,
  TotpSetup
} from "../accounts/secondFactor/SecondFactor.ts"
export { SecondFactors } from "../accounts/secondFactor/SecondFactors.ts"
export type {
  AccessToken,
  Authenticated,
  EndSessionInput,
  PersonKeyInput,
  PersonSession,
  Session
} from "../accounts/sessions/Session.ts"
export {
  type KeyLoginInput,
  type LoginInput,
  Sessions,
  type TokensOf
} from "../accounts/sessions/Sessions.ts"
export { AuditedSettings } from "../accounts/settings/AuditedSettings.ts"
export type { MoveTestClockInput, TestSide } from "../accounts/testSides/TestSide.ts"
export { TestSides } from "../accounts/testSides/TestSides.ts"
export type {
  CreateUserInput,
  ForgotUserPasswordInput,
  NewUser,
  ResendOtpInput,
  ResetUserPasswordInput,
  User,
  UserLoginInput,
  VerifyOtpInput
} from "../accounts/users/User.ts"
export { UserErasures } from "../accounts/users/UserErasures.ts"
export { UserResets } from "../accounts/users/UserResets.ts"
export { Users } from "../accounts/users/Users.ts"
export type { Alert, AlertList } from "../alerts/Alert.ts"
export { AlertMails, type AlertMailsOptions } from "../alerts/AlertMails.ts"
export { Alerts, type ListAlertsInput } from "../alerts/Alerts.ts"
export * as Accounts from "../layers/Accounts.ts"
export type { OutboundOptions } from "../outbound/Outbound.ts"
export * from "../webhooks/Errors.ts"
export { EventBody } from "../webhooks/ports.ts"
export type { PostOptions } from "../webhooks/signedPost.ts"
export type {
  CreateWebhookInput,
  Delivery,
  DeliveryKeyInput,
  DeliveryPage,
  ListDeliveriesInput,
  NewWebhook,
  TestResult,
  UpdateWebhookInput,
  Webhook,
  WebhookKeyInput
} from "../webhooks/Webhook.ts"
export type { WebhookSenderOptions } from "../webhooks/WebhookSender.ts"
export { Webhooks } from "../webhooks/Webhooks.ts"
