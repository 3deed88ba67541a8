import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Consent, ListConsents, WithdrawConsent } from "../../accounts/consents/Consent.ts"
import { LinkUser } from "../../accounts/links/Link.ts"
import {
  CreateUser,
  ForgotUserPassword,
  ResendOtp,
  ResetUserPassword,
  UserLogin,
  VerifyOtp
} from "../../accounts/users/User.ts"
import { forAnyone, forPartner } from "../access.ts"
import { attempts, byEmail, byTag, created, eco, Failures, userLogin } from "../annotations.ts"
import { answer, described, Empty, Id, Instant, Unset } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { MemberAnswer } from "../members/api.ts"
import { confirmPassword, email, password, requestBody } from "../requestSchemas.ts"

export const CreateUserBody = requestBody("CreateUser", CreateUser, {
  email,
  fullname: { description: "Returned in lower case", example: "Ada Lovelace" },
  password: password("The new account's password"),
  confirmPassword,
  phone: {
    description: "4 to 15 digits, with or without the country code; returned with a leading 0",
    example: "801 234 5678"
  },
  tag: { description: "Unique; lower-cased", example: "ada" },
  countryCode: { description: "The country code of the phone number", example: "+234" },
  isAdult: { description: "false by default" },
  dateOfBirth: { description: "The user's date of birth, YYYY-MM-DD", example: "1990-12-31" }
})

export const VerifyOtpBody = requestBody("VerifyOtp", VerifyOtp, {
  email,
  otp: { description: "The code from the mail, with its leading zeros", example: "042137" }
})

export const ResendOtpBody = requestBody("ResendOtp", ResendOtp, { email })

export const ForgotUserPasswordBody = requestBody("ForgotUserPassword", ForgotUserPassword, { email })

export const ResetUserPasswordBody = requestBody("ResetUserPassword", ResetUserPassword, {
  email,
  otp: { description: "The code from the mail, with its leading zeros", example: "0421 3789 5506 1172 9340" },
  password: password("The account's new password"),
  confirmPassword
})

const login = {
  tag: { description: "The user's tag or e-mail address", example: "ada" },
  password: password("The user's password")
}

export const ConsentsBody = requestBody("Consents", ListConsents, login)

export const EraseUserBody = requestBody("EraseUser", UserLogin, login)

export const RevokeConsentBody = requestBody("RevokeConsent", WithdrawConsent, {
  ...login,
  clientId: { description: "The application's clientId, from the list of consents" }
})

export const ConsentAnswer = answer("Consent", Consent, {
  createdAt: { description: "When the user gave the oldest consent that is not revoked" },
  updatedAt: { description: "When the user gave the newest consent that is not revoked" }
})

export const LinkTagBody = requestBody("LinkTag", LinkUser.omit("partnerId", "ecosystem"), {
  userId: { description: "The partner's own id for the user", example: "customer-42" },
  tag: { description: "The tag of a user who has given the partner the scope `profile`", example: "ada" }
})

export const LinkedMember = Schema.Struct({
  ...MemberAnswer.fields,
  tag: described(Schema.String, "The tag of the linked user")
}).annotations({ identifier: "LinkedMember" })

/** The form of a user account in the HTTP API. Many fields have the same value for every user. */
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
  emailCodeExpiresAt: described(
    Schema.NullOr(Instant),
    "When the code that was mailed to the new user expires; null in answers to other requests"
  ),
  emailVerifiedAt: Schema.NullOr(Instant),
  referred: Unset,
  interest: Unset,
  dateOfBirth: described(
    Schema.NullOr(Schema.String),
    "null in the answer to the request that creates the user"
  ),
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

export const create = HttpApiEndpoint.post("create", "/user")
  .setPayload(CreateUserBody)
  .addSuccess(success(User), created)
  .annotate(OpenApi.Summary, "Create a user account")
  .annotate(
    OpenApi.Description,
    "Every partner can award the account under its `id` immediately. A six-digit code is mailed to the address; no answer contains the code. If an account is not verified within 24 hours, has given no consent and is not a member of any partner, another sign-up can take its tag and e-mail address."
  )
  .pipe(forAnyone())

export const verifyOtp = HttpApiEndpoint.post("verifyOtp", "/user/verify-otp")
  .setPayload(VerifyOtpBody)
  .addSuccess(success(User))
  .annotateContext(attempts("failures", "otp", byEmail))
  .annotate(OpenApi.Summary, "Verify an e-mail address with the code that was mailed to it")
  .annotate(
    OpenApi.Description,
    "A code is valid for 10 minutes and 5 attempts. Wrong, expired and unknown codes get the same answer."
  )
  .pipe(forAnyone())

export const resendOtp = HttpApiEndpoint.post("resendOtp", "/user/resend-otp")
  .setPayload(ResendOtpBody)
  .addSuccess(success(Empty))
  .annotateContext(attempts("requests", "resend", byEmail))
  .annotate(OpenApi.Summary, "Mail a new code, if the address is not verified yet")
  .annotate(OpenApi.Description, "Earlier codes become invalid. The answer is the same for every address.")
  .pipe(forAnyone())

export const forgotPassword = HttpApiEndpoint.post("forgotPassword", "/user/forgot-password")
  .setPayload(ForgotUserPasswordBody)
  .addSuccess(success(Empty))
  .annotateContext(attempts("requests", "user-forgot", byEmail))
  .annotate(OpenApi.Summary, "Mail a code for a new password, with the same answer for every address")
  .annotate(
    OpenApi.Description,
    "The code has twenty digits and works once, within an hour. A new code does not invalidate earlier codes. While five codes are valid, no further code is mailed."
  )
  .pipe(forAnyone())

export const resetPassword = HttpApiEndpoint.post("resetPassword", "/user/reset-password")
  .setPayload(ResetUserPasswordBody)
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "Set a new password with the mailed code, and withdraw all consents")
  .annotate(
    OpenApi.Description,
    "All tokens that applications have for the user become invalid. Every application has to ask the user for consent again."
  )
  .pipe(forAnyone())

export const consents = HttpApiEndpoint.post("consents", "/user/consents")
  .setPayload(ConsentsBody)
  .addSuccess(success(Schema.Array(ConsentAnswer)))
  .annotate(Failures, { 401: "The tag or the password is wrong" })
  .annotateContext(attempts("failures", "user", byTag, userLogin))
  .annotate(OpenApi.Summary, "The consents that the user has given to applications")
  .annotate(
    OpenApi.Description,
    "Needs the user's tag or e-mail address, and password. Each application is listed once, with the scopes that the user allows now."
  )
  .pipe(forAnyone())

export const revokeConsent = HttpApiEndpoint.post("revokeConsent", "/user/consents/revoke")
  .setPayload(RevokeConsentBody)
  .addSuccess(success(Empty))
  .annotate(Failures, { 401: "The tag or the password is wrong" })
  .annotateContext(attempts("failures", "user", byTag, userLogin))
  .annotate(OpenApi.Summary, "Withdraw the user's consent to an application, and end its tokens")
  .annotate(
    OpenApi.Description,
    "From the next request on, the partner no longer sees the user's tag, name and e-mail address. Awards and coins do not change."
  )
  .pipe(forAnyone())

export const erase = HttpApiEndpoint.post("erase", "/user/erase")
  .setPayload(EraseUserBody)
  .addSuccess(success(Empty))
  .annotate(Failures, { 401: "The tag or the password is wrong" })
  .annotateContext(attempts("failures", "user", byTag, userLogin))
  .annotate(OpenApi.Summary, "Erase the user's account for good")
  .annotate(
    OpenApi.Description,
    "Deletes the account with its consents, tokens and links. No coins move: each partner keeps its member under the id that the partner uses."
  )
  .pipe(forAnyone())

export const linkTag = HttpApiEndpoint.post("linkTag")`/${eco}/users/link-tag`
  .setPayload(LinkTagBody)
  .addSuccess(success(LinkedMember))
  .annotate(OpenApi.Summary, "Link the partner's own user id to a user of the service")
  .annotate(
    OpenApi.Description,
    "The user must allow the partner the scope `profile`. After the link is made, both ids identify one member, with its coins, awards and board positions. A link is permanent. If each of the two ids already has its own member, the member of the user's account is removed. If this member has awards, activities or transfers, the link is refused. A second call returns the same member."
  )
  .pipe(forPartner("awards:write"))

export const users = HttpApiGroup.make("users")
  .add(create)
  .add(verifyOtp)
  .add(resendOtp)
  .add(forgotPassword)
  .add(resetPassword)
  .add(consents)
  .add(revokeConsent)
  .add(erase)
  .add(linkTag)
  .annotate(OpenApi.Description, "User accounts")
