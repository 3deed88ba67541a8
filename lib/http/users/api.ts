import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { forAnyone, forPartner } from "../access.ts"
import { byEmail, byTag, CountsAttempts, created, eco, Failures, failures, requests } from "../annotations.ts"
import { success } from "../envelope.ts"
import { Empty } from "../wire.ts"
import {
  Consent,
  ConsentsBody,
  CreateUserBody,
  ForgotUserPasswordBody,
  LinkedMember,
  LinkTagBody,
  ResendOtpBody,
  ResetUserPasswordBody,
  RevokeConsentBody,
  User,
  VerifyOtpBody
} from "./wire.ts"

export const create = HttpApiEndpoint.post("create", "/user")
  .setPayload(CreateUserBody)
  .addSuccess(success(User), created)
  .annotate(OpenApi.Summary, "Create a user account")
  .annotate(
    OpenApi.Description,
    "The account can be awarded by every partner under its `id` from now on. A six-digit code is mailed to the address; it is in no answer. An account that is not verified within 24 hours, and that no partner knows, gives its tag and e-mail address up to the next sign-up."
  )
  .pipe(forAnyone())

export const verifyOtp = HttpApiEndpoint.post("verifyOtp", "/user/verify-otp")
  .setPayload(VerifyOtpBody)
  .addSuccess(success(User))
  .annotate(CountsAttempts, failures("otp", byEmail))
  .annotate(OpenApi.Summary, "Prove an e-mail address by the code that was mailed to it")
  .annotate(
    OpenApi.Description,
    "A code is good for 10 minutes and 5 tries. Codes that are wrong, expired or unknown get the same answer."
  )
  .pipe(forAnyone())

export const resendOtp = HttpApiEndpoint.post("resendOtp", "/user/resend-otp")
  .setPayload(ResendOtpBody)
  .addSuccess(success(Empty))
  .annotate(CountsAttempts, requests("resend", byEmail))
  .annotate(OpenApi.Summary, "Mail a new code, if the address waits for one; the answer is always the same")
  .annotate(OpenApi.Description, "The code before is no longer good.")
  .pipe(forAnyone())

export const forgotPassword = HttpApiEndpoint.post("forgotPassword", "/user/forgot-password")
  .setPayload(ForgotUserPasswordBody)
  .addSuccess(success(Empty))
  .annotate(CountsAttempts, requests("user-forgot", byEmail))
  .annotate(OpenApi.Summary, "Mail a code for a new password; the answer is the same for every address")
  .annotate(OpenApi.Description, "The code is good for 10 minutes and 5 tries.")
  .pipe(forAnyone())

export const resetPassword = HttpApiEndpoint.post("resetPassword", "/user/reset-password")
  .setPayload(ResetUserPasswordBody)
  .addSuccess(success(Empty))
  .annotate(CountsAttempts, failures("user-reset", byEmail))
  .annotate(OpenApi.Summary, "A new password, by the mailed code: revokes all consents and ends their tokens")
  .annotate(
    OpenApi.Description,
    "Ends what the old password allowed: every application has to ask the user again."
  )
  .pipe(forAnyone())

export const consents = HttpApiEndpoint.post("consents", "/user/consents")
  .setPayload(ConsentsBody)
  .addSuccess(success(Schema.Array(Consent)))
  .annotate(Failures, { 401: "The tag or the password is wrong" })
  .annotate(CountsAttempts, failures("user", byTag))
  .annotate(OpenApi.Summary, "What the user allows which application")
  .annotate(
    OpenApi.Description,
    "The user proves who they are by tag (or e-mail address) and password. Each application is listed once, with the scopes that still hold."
  )
  .pipe(forAnyone())

export const revokeConsent = HttpApiEndpoint.post("revokeConsent", "/user/consents/revoke")
  .setPayload(RevokeConsentBody)
  .addSuccess(success(Empty))
  .annotate(Failures, { 401: "The tag or the password is wrong" })
  .annotate(CountsAttempts, failures("user", byTag))
  .annotate(OpenApi.Summary, "Withdraw all that the user allows an application, and end its tokens")
  .annotate(
    OpenApi.Description,
    "Takes effect at the partner's next request: it no longer sees the user's tag, name and e-mail address. Awards and coins stay."
  )
  .pipe(forAnyone())

export const linkTag = HttpApiEndpoint.post("linkTag")`/${eco}/users/link-tag`
  .setPayload(LinkTagBody)
  .addSuccess(success(LinkedMember))
  .annotate(
    OpenApi.Summary,
    "Link the partner's own user id to a user who has allowed it: both mean one member; again: the same"
  )
  .annotate(
    OpenApi.Description,
    "The user must have allowed the partner the scope `profile`. Coins, awards and boards are those of one member from then on, under either id. A link is for good; two ids that both have a history cannot be linked."
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
  .add(linkTag)
  .annotate(OpenApi.Description, "User accounts")
