import { Duration, Effect } from "effect"
import type { Application } from "../../domain/Identity.ts"
import type { Member as DomainMember } from "../../domain/Member.ts"
import type { User } from "../../domain/User.ts"
import { Applications } from "../../services/Applications.ts"
import { Members } from "../../services/Members.ts"
import { Sessions } from "../../services/Sessions.ts"
import { Users } from "../../services/Users.ts"
import { type Authorized, type Incoming, type Operation, untrusted } from "../Operation.ts"
import type { AccessToken, Member, Partner, User as WireUser } from "../wire/identity.ts"
import { once } from "./once.ts"

/** The interface has every address as text: one that was not given is empty. */
const partner = (application: Application): typeof Partner.Encoded => ({
  id: application.id,
  applicationName: application.applicationName,
  clientId: application.clientId,
  webRedirectUrl: application.webRedirectUrl ?? "",
  mobileRedirectUrl: application.mobileRedirectUrl ?? "",
  partnerId: application.partnerId,
  redirectUrl: application.redirectUrl,
  email: application.email,
  partnerName: application.partnerName,
  userDetailsUrl: application.userDetailsUrl
})

/** The fields that the interface shows and that nothing sets yet. */
const unset = {
  avatar: null,
  emailVerified: null,
  emailVerificationCode: null,
  emailCodeExpiresAt: null,
  emailVerifiedAt: null,
  referred: null,
  interest: null,
  dateOfBirth: null,
  token: null,
  otpExpiresAt: null,
  fcmToken: null,
  lastRewardDate: null,
  faceIdKey: null,
  gender: null,
  isEnterpisePartnerUser: null,
  accountLinked: null,
  numberOfAccountLinked: null,
  accountLinkingData: null
}

const user = (account: User): typeof WireUser.Encoded => ({
  id: account.id,
  fullname: account.fullname,
  tag: account.tag,
  email: account.email,
  phone: account.phone,
  referralCode: account.tag,
  countryCode: account.countryCode,
  type: "user",
  status: "active",
  ...unset,
  transactionPinCreated: false,
  bankAccountCreated: false,
  accountDeleted: false,
  isVerifiedUser: false,
  isAdult: account.isAdult,
  isFirstLogin: true,
  tourCompleted: false,
  fromLAAS: false,
  laasUserAccountFullyActivated: false,
  kyc: {},
  earnings: [],
  dateJoined: account.createdAt.toISOString()
})

export const onboardPartner: Operation<Incoming, typeof Partner.Encoded> = Effect.fnUntraced(function* ({
  body,
  eco
}) {
  const applications = yield* Applications
  const application = yield* applications.onboard(untrusted({ ...body, ecosystem: eco }))
  return { message: "Partner details saved successfully", data: partner(application) }
})

export const login: Operation<Incoming, typeof AccessToken.Encoded> = Effect.fnUntraced(function* ({
  body,
  eco
}) {
  const sessions = yield* Sessions
  const { accessToken, expiresIn } = yield* sessions.login(untrusted({ ...body, ecosystem: eco }))
  return {
    message: "Logged in successfully",
    data: { accessToken, tokenType: "Bearer", expiresIn: Duration.toSeconds(expiresIn) }
  }
})

export const createUser: Operation<Incoming, typeof WireUser.Encoded> = Effect.fnUntraced(function* ({
  body
}) {
  const users = yield* Users
  const account = yield* users.create(untrusted({ ...body }))
  return { message: "Account created successfully, an OTP was sent to your e-mail", data: user(account) }
})

const member = ({ id, userId, partnerId, createdAt }: DomainMember): typeof Member.Encoded => ({
  id,
  userId,
  partnerId,
  userData: null,
  createdAt: createdAt.toISOString()
})

export const onboardMember: Operation<Authorized, typeof Member.Encoded> = Effect.fnUntraced(
  function* (request) {
    const members = yield* Members
    const { partnerId } = request.session
    const write = Effect.map(members.onboard(untrusted({ ...request.body, partnerId })), member)
    const { data, replayed } = yield* once("members.onboard", request, write)
    return { message: "User onboarded successfully", data, replayed }
  }
)
