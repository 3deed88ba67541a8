import { Schema } from "effect"
import { ListConsents, WithdrawConsent } from "../../accounts/consents/Consent.ts"
import { LinkUser } from "../../accounts/links/Link.ts"
import {
  CreateUser,
  ForgotUserPassword,
  ResendOtp,
  ResetUserPassword,
  VerifyOtp
} from "../../accounts/users/User.ts"
import { requestBody } from "../fields.ts"
import { Member } from "../members/wire.ts"
import { confirmPassword, email, password } from "../notes.ts"
import { Empty, Id, Instant, Unset } from "../wire.ts"

export const CreateUserBody = requestBody("CreateUser", CreateUser, {
  email,
  fullname: { description: "Comes back lower-cased", example: "Ada Lovelace" },
  password: password("The new account's password"),
  confirmPassword,
  phone: {
    description: "4 to 15 digits, with or without the country code; comes back with a leading 0",
    example: "801 234 5678"
  },
  tag: { description: "Unique; lower-cased", example: "ada" },
  countryCode: { description: "The country code of the phone number", example: "+234" },
  isAdult: { description: "false, unless told" },
  dateOfBirth: { description: "The user's date of birth, YYYY-MM-DD", example: "1990-12-31" }
})

export const VerifyOtpBody = requestBody("VerifyOtp", VerifyOtp, {
  email,
  otp: { description: "The code of the mail; its leading zeros count", example: "042137" }
})

export const ResendOtpBody = requestBody("ResendOtp", ResendOtp, { email })

export const ForgotUserPasswordBody = requestBody("ForgotUserPassword", ForgotUserPassword, { email })

export const ResetUserPasswordBody = requestBody("ResetUserPassword", ResetUserPassword, {
  email,
  otp: { description: "The code of the mail; its leading zeros count", example: "04213789" },
  password: password("The account's new password"),
  confirmPassword
})

const login = {
  tag: { description: "The user's tag or e-mail address", example: "ada" },
  password: password("The user's password")
}

export const ConsentsBody = requestBody("Consents", ListConsents, login)

export const RevokeConsentBody = requestBody("RevokeConsent", WithdrawConsent, {
  ...login,
  clientId: { description: "The application's, as the list of consents has it" }
})

export const Consent = Schema.Struct({
  clientId: Schema.String,
  applicationName: Schema.String,
  partnerName: Schema.String,
  scopes: Schema.Array(Schema.String),
  createdAt: Instant.annotations({ description: "When the user first allowed something that still holds" }),
  updatedAt: Instant.annotations({ description: "When the user last signed in there" })
}).annotations({ identifier: "Consent" })

export const LinkTagBody = requestBody("LinkTag", LinkUser.omit("partnerId", "ecosystem"), {
  userId: { description: "The partner's own id for the user", example: "customer-42" },
  tag: { description: "The tag of a user who has allowed the partner the scope profile", example: "ada" }
})

export const LinkedMember = Schema.Struct({
  ...Member.fields,
  tag: Schema.String.annotations({ description: "The tag of the user who is linked" })
}).annotations({ identifier: "LinkedMember" })

export const User = Schema.Struct({
  id: Id,
  fullname: Schema.String,
  tag: Schema.String,
  email: Schema.String,
  phone: Schema.String,
  referralCode: Schema.String,
  countryCode: Schema.String,
  type: Schema.Literal("user"),
  status: Schema.Literal("active"),
  avatar: Unset,
  emailVerified: Schema.NullOr(Schema.Boolean),
  emailVerificationCode: Unset,
  emailCodeExpiresAt: Schema.NullOr(Instant),
  emailVerifiedAt: Schema.NullOr(Instant),
  referred: Unset,
  interest: Unset,
  dateOfBirth: Schema.NullOr(Schema.String).annotations({ description: "null on creation" }),
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
  kyc: Empty,
  earnings: Schema.Array(Empty),
  dateJoined: Instant
}).annotations({ identifier: "User" })
