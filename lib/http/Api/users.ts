import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Empty, success } from "../wire/envelope.ts"
import {
  CreateUserBody,
  LinkedMember,
  LinkTagBody,
  ResendOtpBody,
  User,
  VerifyOtpBody
} from "../wire/users.ts"
import { Authorization, created, eco, RequiredScope } from "./annotations.ts"

export const users = HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.post("create", "/user")
      .setPayload(CreateUserBody)
      .addSuccess(success(User), created)
      .annotate(OpenApi.Summary, "Create a user account")
  )
  .add(
    HttpApiEndpoint.post("verifyOtp", "/user/verify-otp")
      .setPayload(VerifyOtpBody)
      .addSuccess(success(User))
      .annotate(OpenApi.Summary, "Prove an e-mail address by the code that was mailed to it")
  )
  .add(
    HttpApiEndpoint.post("resendOtp", "/user/resend-otp")
      .setPayload(ResendOtpBody)
      .addSuccess(success(Empty))
      .annotate(
        OpenApi.Summary,
        "Mail a new code, if the address waits for one; the answer is always the same"
      )
  )
  .add(
    HttpApiEndpoint.post("linkTag")`/${eco}/users/link-tag`
      .setPayload(LinkTagBody)
      .addSuccess(success(LinkedMember))
      .middleware(Authorization)
      .annotate(RequiredScope, "awards:write")
      .annotate(
        OpenApi.Summary,
        "Link the partner's own user id to a user who has allowed it: both mean one member; again: the same"
      )
  )
  .annotate(OpenApi.Description, "User accounts")
