import { Application } from "../accounts/applications/Application.ts"
import { Applications } from "../accounts/applications/Applications.ts"
import { Audit } from "../accounts/audit/Audit.ts"
import { AuditEntry } from "../accounts/audit/AuditEntry.ts"
import { IssuedCode, Profile, TokenSet, UserSession } from "../accounts/authorization/Authorization.ts"
import { Authorizations } from "../accounts/authorization/Authorizations.ts"
import { Consent } from "../accounts/consents/Consent.ts"
import { Consents } from "../accounts/consents/Consents.ts"
import { MemberDetails } from "../accounts/details/MemberDetails.ts"
import { DetailedMember } from "../accounts/details/UserRecord.ts"
import { ApiKey, NewApiKey } from "../accounts/keys/ApiKey.ts"
import { ApiKeys } from "../accounts/keys/ApiKeys.ts"
import { Linked } from "../accounts/links/Link.ts"
import { Links } from "../accounts/links/Links.ts"
import { OutboxMail } from "../accounts/mail/Mail.ts"
import { Mails } from "../accounts/mail/Mails.ts"
import { DirectoryPage } from "../accounts/members/Directory.ts"
import { MemberDirectory } from "../accounts/members/MemberDirectory.ts"
import { Resets } from "../accounts/resets/Resets.ts"
import { AccessToken, Session } from "../accounts/sessions/Session.ts"
import { Sessions } from "../accounts/sessions/Sessions.ts"
import { NewUser, User } from "../accounts/users/User.ts"
import { UserResets } from "../accounts/users/UserResets.ts"
import { Users } from "../accounts/users/Users.ts"
import type { Failure } from "../http/failure.ts"
import type { Accounts } from "../layers/Accounts.ts"
import { Delivery, DeliveryPage, NewWebhook, TestResult, Webhook } from "../webhooks/Webhook.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { many, nothing, one, promised, type Run, runWith } from "./promised.ts"

const services = {
  applications: promised(Applications, {
    onboard: one(Application),
    get: one(Application),
    update: one(Application)
  }),
  sessions: promised(Sessions, {
    login: one(AccessToken),
    keyLogin: one(AccessToken),
    check: one(Session),
    revoke: nothing,
    revokeAll: nothing,
    revokeLogins: nothing
  }),
  apiKeys: promised(ApiKeys, { create: one(NewApiKey), list: many(ApiKey), revoke: one(ApiKey) }),
  resets: promised(Resets, { forgot: nothing, check: nothing, reset: nothing }),
  users: promised(Users, { create: one(NewUser), verifyOtp: one(User), resendOtp: nothing }),
  // `inspect`, `consent` and `refuse` are left out, because only the consent page of the HTTP handler calls them.
  authorizations: promised(Authorizations, {
    requestCode: one(IssuedCode),
    exchange: one(TokenSet),
    refresh: one(TokenSet),
    revoke: nothing,
    check: one(UserSession),
    profile: one(Profile)
  }),
  consents: promised(Consents, { list: many(Consent), withdraw: nothing }),
  userResets: promised(UserResets, { forgot: nothing, reset: nothing }),
  links: promised(Links, { link: one(Linked) }),
  memberDetails: promised(MemberDetails, { onboard: one(DetailedMember) }),
  memberDirectory: promised(MemberDirectory, { list: one(DirectoryPage) }),
  mails: promised(Mails, { list: many(OutboxMail) }),
  audit: promised(Audit, { list: many(AuditEntry) }),
  webhooks: promised(Webhooks, {
    create: one(NewWebhook),
    list: many(Webhook),
    get: one(Webhook),
    update: one(Webhook),
    rotate: one(NewWebhook),
    remove: nothing,
    test: one(TestResult),
    deliveries: one(DeliveryPage),
    redeliver: one(Delivery)
  })
}

/** Accounts for hosts without Effect. If a method fails, its promise rejects with a `RewardsError`. */
export const accountsMethods = (run: Run<Accounts, Failure>) => runWith(run, services)
export type AccountsMethods = ReturnType<typeof accountsMethods>
