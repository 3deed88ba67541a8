import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { forAnyone, forPartner } from "../access.ts"
import { byEmail, CountsAttempts, created, eco, failures, requests } from "../annotations.ts"
import { success } from "../envelope.ts"
import { Empty } from "../wire.ts"
import { CreateUserBody, LinkedMember, LinkTagBody, ResendOtpBody, User, VerifyOtpBody } from "./wire.ts"

export const create = HttpApiEndpoint.post("create", "/user")
  .setPayload(CreateUserBody)
  .addSuccess(success(User), created)
  .annotate(OpenApi.Summary, "Create a user account")
  .pipe(forAnyone())

export const verifyOtp = HttpApiEndpoint.post("verifyOtp", "/user/verify-otp")
  .setPayload(VerifyOtpBody)
  .addSuccess(success(User))
  .annotate(CountsAttempts, failures("otp", byEmail))
  .annotate(OpenApi.Summary, "Prove an e-mail address by the code that was mailed to it")
  .pipe(forAnyone())

export const resendOtp = HttpApiEndpoint.post("resendOtp", "/user/resend-otp")
  .setPayload(ResendOtpBody)
  .addSuccess(success(Empty))
  .annotate(CountsAttempts, requests("resend", byEmail))
  .annotate(OpenApi.Summary, "Mail a new code, if the address waits for one; the answer is always the same")
  .pipe(forAnyone())

export const linkTag = HttpApiEndpoint.post("linkTag")`/${eco}/users/link-tag`
  .setPayload(LinkTagBody)
  .addSuccess(success(LinkedMember))
  .annotate(
    OpenApi.Summary,
    "Link the partner's own user id to a user who has allowed it: both mean one member; again: the same"
  )
  .pipe(forPartner("awards:write"))

export const users = HttpApiGroup.make("users")
  .add(create)
  .add(verifyOtp)
  .add(resendOtp)
  .add(linkTag)
  .annotate(OpenApi.Description, "User accounts")
