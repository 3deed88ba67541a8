import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { RowId } from "../../accounts/Identity.ts"
import { Otp } from "../../accounts/secondFactor/Otp.ts"
import { ConfirmTotp, RecoveryCodes, TotpSetup } from "../../accounts/secondFactor/SecondFactor.ts"
import { forPartner } from "../access.ts"
import { attempts, byCaller, Failures, KeepsAnswers } from "../annotations.ts"
import { answer, Empty } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { otp, requestBody } from "../requestSchemas.ts"

export const TotpSetupAnswer = answer("TotpSetup", TotpSetup, {
  secret: { description: "The secret in base32, to type into an authenticator app" },
  uri: { description: "The otpauth address with the secret, for a QR code" }
})

export const ConfirmTotpBody = requestBody("ConfirmTotp", ConfirmTotp.pick("otp"), {
  otp: { ...otp, description: "The code that the authenticator app shows" }
})

export const RecoveryCodesAnswer = answer("RecoveryCodes", RecoveryCodes, {
  recoveryCodes: { description: "Ten codes that work once each, instead of a code of the app" }
})

export const RemoveTotpBody = requestBody(
  "RemoveTotp",
  Schema.Struct({ otp: Schema.optional(Otp), id: Schema.optional(RowId) }),
  { otp, id: { description: "Only for owners: the id of another person who has lost the second factor" } },
  "Either otp or id is required"
)

const wrongOtp = {
  401: "The access token is missing, malformed, expired, revoked or unknown; or, if `appErrorCode` is otp_wrong, the code in `otp` is wrong or was used before"
}

export const start = HttpApiEndpoint.post("start", "/laas/iam/totp")
  .addSuccess(success(TotpSetupAnswer))
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Get the secret of a new second factor; it is shown only once")
  .annotate(
    OpenApi.Description,
    "An authenticator app makes codes of six digits from the secret, a new one every 30 seconds. The second factor is on only after `/laas/iam/totp/confirm`. Another call replaces a secret that was not confirmed."
  )
  .pipe(forPartner("person", "live"))

export const confirm = HttpApiEndpoint.post("confirm", "/laas/iam/totp/confirm")
  .setPayload(ConfirmTotpBody)
  .addSuccess(success(RecoveryCodesAnswer))
  .annotateContext(attempts("failures", "totp", byCaller))
  .annotate(Failures, wrongOtp)
  .annotate(KeepsAnswers, false)
  .annotate(
    OpenApi.Summary,
    "Turn the second factor on with a first code; the recovery codes are shown only once"
  )
  .annotate(
    OpenApi.Description,
    "From then on, a login of this person needs the password and `otp`. Sessions that are open stay open."
  )
  .pipe(forPartner("person", "live"))

export const remove = HttpApiEndpoint.post("remove", "/laas/iam/totp/remove")
  .setPayload(RemoveTotpBody)
  .addSuccess(success(Empty))
  .annotateContext(attempts("failures", "totp", byCaller))
  .annotate(Failures, wrongOtp)
  .annotate(KeepsAnswers, false)
  .annotate(
    OpenApi.Summary,
    "Remove one's own second factor with a code; an owner can remove the second factor of another person"
  )
  .annotate(
    OpenApi.Description,
    "With `otp`, removes the second factor of the caller. With `id`, an owner removes the second factor of a colleague who has lost the app and the recovery codes. A new password does not remove a second factor."
  )
  .pipe(forPartner("person", "live"))

export const totp = HttpApiGroup.make("totp")
  .add(start)
  .add(confirm)
  .add(remove)
  .annotate(
    OpenApi.Description,
    "The second factors of people: codes of an authenticator app (TOTP, RFC 6238) and recovery codes"
  )
