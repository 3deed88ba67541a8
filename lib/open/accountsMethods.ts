import { Schema } from "effect"
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
import { People } from "../accounts/people/People.ts"
import { ListedPerson, Person } from "../accounts/people/Person.ts"
import { Resets } from "../accounts/resets/Resets.ts"
import { RecoveryCodes, TotpSetup } from "../accounts/secondFactor/SecondFactor.ts"
import { SecondFactors } from "../accounts/secondFactor/SecondFactors.ts"
import { AccessToken, PersonSession, Session } from "../accounts/sessions/Session.ts"
import { Sessions } from "../accounts/sessions/Sessions.ts"
import { TestSide } from "../accounts/testSides/TestSide.ts"
import { TestSides } from "../accounts/testSides/TestSides.ts"
import { NewUser, User } from "../accounts/users/User.ts"
import { UserErasures } from "../accounts/users/UserErasures.ts"
import { UserResets } from "../accounts/users/UserResets.ts"
import { Users } from "../accounts/users/Users.ts"
import { AlertList } from "../alerts/Alert.ts"
import { AlertMails } from "../alerts/AlertMails.ts"
import { Alerts } from "../alerts/Alerts.ts"
import type { Failure } from "../http/failure.ts"
import type { Accounts } from "../layers/Accounts.ts"
import { Delivery, DeliveryPage, NewWebhook, TestResult, Webhook } from "../webhooks/Webhook.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import type {
  PlainAccessToken,
  PlainAlertList,
  PlainApiKey,
  PlainApplication,
  PlainAuditEntry,
  PlainConsent,
  PlainDelivery,
  PlainDeliveryPage,
  PlainDetailedMember,
  PlainDirectoryPage,
  PlainIssuedCode,
  PlainLinked,
  PlainListedPerson,
  PlainNewApiKey,
  PlainNewUser,
  PlainNewWebhook,
  PlainOutboxMail,
  PlainPerson,
  PlainPersonSession,
  PlainProfile,
  PlainRecoveryCodes,
  PlainSession,
  PlainTestResult,
  PlainTestSide,
  PlainTokenSet,
  PlainTotpSetup,
  PlainUser,
  PlainUserSession,
  PlainWebhook
} from "./answers.ts"
import { many, nothing, one, promised, type Run, runWith } from "./promised.ts"

const services = {
  applications: promised(Applications, {
    onboard: one<PlainApplication>()(Application),
    get: one<PlainApplication>()(Application),
    update: one<PlainApplication>()(Application)
  }),
  sessions: promised(Sessions, {
    login: one<PlainAccessToken>()(AccessToken),
    keyLogin: one<PlainAccessToken>()(AccessToken),
    check: one<PlainSession>()(Session),
    exchange: one<PlainAccessToken>()(AccessToken),
    revoke: nothing,
    revokeAll: nothing,
    revokeOfPerson: nothing,
    list: many<PlainPersonSession>()(PersonSession),
    end: nothing
  }),
  people: promised(People, {
    list: many<PlainListedPerson>()(ListedPerson),
    get: one<PlainPerson>()(Person),
    invite: one<PlainPerson>()(Person),
    check: one<PlainPerson>()(Person),
    accept: one<PlainPerson>()(Person),
    changeRole: one<PlainPerson>()(Person),
    update: one<PlainPerson>()(Person),
    remove: nothing
  }),
  secondFactors: promised(SecondFactors, {
    start: one<PlainTotpSetup>()(TotpSetup),
    confirm: one<PlainRecoveryCodes>()(RecoveryCodes),
    remove: nothing,
    removeOf: nothing,
    isOn: one<boolean>()(Schema.Boolean)
  }),
  testSides: promised(TestSides, {
    create: one<PlainTestSide>()(TestSide),
    get: one<PlainTestSide>()(TestSide),
    empty: one<PlainTestSide>()(TestSide),
    moveClock: one<PlainTestSide>()(TestSide)
  }),
  apiKeys: promised(ApiKeys, {
    create: one<PlainNewApiKey>()(NewApiKey),
    list: many<PlainApiKey>()(ApiKey),
    revoke: one<PlainApiKey>()(ApiKey)
  }),
  resets: promised(Resets, { forgot: nothing, check: nothing, reset: nothing }),
  users: promised(Users, {
    create: one<PlainNewUser>()(NewUser),
    verifyOtp: one<PlainUser>()(User),
    resendOtp: nothing
  }),
  // `inspect`, `consent` and `refuse` are left out, because only the consent page of the HTTP handler calls them.
  authorizations: promised(Authorizations, {
    requestCode: one<PlainIssuedCode>()(IssuedCode),
    exchange: one<PlainTokenSet>()(TokenSet),
    refresh: one<PlainTokenSet>()(TokenSet),
    revoke: nothing,
    check: one<PlainUserSession>()(UserSession),
    profile: one<PlainProfile>()(Profile)
  }),
  consents: promised(Consents, { list: many<PlainConsent>()(Consent), withdraw: nothing }),
  userErasures: promised(UserErasures, { erase: nothing }),
  userResets: promised(UserResets, { forgot: nothing, reset: nothing }),
  links: promised(Links, { link: one<PlainLinked>()(Linked) }),
  memberDetails: promised(MemberDetails, { onboard: one<PlainDetailedMember>()(DetailedMember) }),
  memberDirectory: promised(MemberDirectory, { list: one<PlainDirectoryPage>()(DirectoryPage) }),
  mails: promised(Mails, { list: many<PlainOutboxMail>()(OutboxMail) }),
  audit: promised(Audit, { list: many<PlainAuditEntry>()(AuditEntry) }),
  alerts: promised(Alerts, { list: one<PlainAlertList>()(AlertList) }),
  alertMails: promised(AlertMails, { sweep: one<number>()(Schema.Number) }),
  webhooks: promised(Webhooks, {
    create: one<PlainNewWebhook>()(NewWebhook),
    list: many<PlainWebhook>()(Webhook),
    get: one<PlainWebhook>()(Webhook),
    update: one<PlainWebhook>()(Webhook),
    rotate: one<PlainNewWebhook>()(NewWebhook),
    remove: nothing,
    test: one<PlainTestResult>()(TestResult),
    deliveries: one<PlainDeliveryPage>()(DeliveryPage),
    redeliver: one<PlainDelivery>()(Delivery)
  })
}

/** Makes the methods of accounts for hosts without Effect. If a method fails, its promise rejects with a `RewardsError`. */
export const accountsMethods = (run: Run<Accounts, Failure>) => runWith(run, services)
export type AccountsMethods = ReturnType<typeof accountsMethods>
