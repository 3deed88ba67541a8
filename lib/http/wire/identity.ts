import { Schema } from "effect"
import { OnboardPartner } from "../../domain/Identity.ts"
import { MemberKey } from "../../domain/Member.ts"
import { CreateUser } from "../../domain/User.ts"
import { Instant, Unset } from "./envelope.ts"

export const OnboardBody = OnboardPartner.omit("ecosystem").annotations({ identifier: "OnboardPartner" })

/** The password and its confirmation are never in it. */
export const Partner = Schema.Struct({
  id: Schema.String,
  applicationName: Schema.String,
  clientId: Schema.String,
  webRedirectUrl: Schema.String,
  mobileRedirectUrl: Schema.String,
  partnerId: Schema.String,
  redirectUrl: Schema.String,
  email: Schema.String,
  partnerName: Schema.String,
  userDetailsUrl: Schema.String
}).annotations({ identifier: "Partner" })

export const LoginBody = Schema.Struct({ email: Schema.String, password: Schema.String }).annotations({
  identifier: "Login"
})

export const AccessToken = Schema.Struct({
  accessToken: Schema.String,
  tokenType: Schema.Literal("Bearer"),
  expiresIn: Schema.Int.annotations({ description: "Seconds" })
}).annotations({ identifier: "AccessToken" })

export const CreateUserBody = CreateUser.annotations({ identifier: "CreateUser" })

export const User = Schema.Struct({
  id: Schema.String,
  fullname: Schema.String,
  tag: Schema.String,
  email: Schema.String,
  phone: Schema.String,
  referralCode: Schema.String,
  countryCode: Schema.String,
  type: Schema.Literal("user"),
  status: Schema.Literal("active"),
  avatar: Unset,
  emailVerified: Unset,
  emailVerificationCode: Unset,
  emailCodeExpiresAt: Schema.NullOr(Instant),
  emailVerifiedAt: Unset,
  referred: Unset,
  interest: Unset,
  dateOfBirth: Unset,
  token: Unset,
  otpExpiresAt: Unset,
  fcmToken: Unset,
  lastRewardDate: Unset,
  faceIdKey: Unset,
  gender: Unset,
  isEnterpisePartnerUser: Unset,
  accountLinked: Unset,
  numberOfAccountLinked: Unset,
  accountLinkingData: Unset,
  transactionPinCreated: Schema.Boolean,
  bankAccountCreated: Schema.Boolean,
  accountDeleted: Schema.Boolean,
  isVerifiedUser: Schema.Boolean,
  isAdult: Schema.Boolean,
  isFirstLogin: Schema.Boolean,
  tourCompleted: Schema.Boolean,
  fromLAAS: Schema.Boolean,
  laasUserAccountFullyActivated: Schema.Boolean,
  kyc: Schema.Struct({}),
  earnings: Schema.Array(Schema.Unknown),
  dateJoined: Instant
}).annotations({ identifier: "User" })

export const OnboardMemberBody = MemberKey.omit("partnerId").annotations({ identifier: "OnboardMember" })

export const Member = Schema.Struct({
  id: Schema.String,
  userId: Schema.String,
  partnerId: Schema.String,
  userData: Unset,
  createdAt: Instant
}).annotations({ identifier: "Member" })
