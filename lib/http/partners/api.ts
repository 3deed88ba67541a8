import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OnboardPartner, UpdatePartner } from "../../accounts/applications/Application.ts"
import { Email, PartnerPassword } from "../../accounts/Identity.ts"
import { ResetPassword } from "../../accounts/resets/ResetPassword.ts"
import { Otp } from "../../accounts/secondFactor/Otp.ts"
import { required } from "../../schema/Input.ts"
import { forAnyone, forPartner } from "../access.ts"
import {
  attempts,
  byEmail,
  byPerson,
  created,
  eco,
  Failures,
  FailuresAs,
  Html,
  partnerLogin
} from "../annotations.ts"
import { described, Empty, Id, Whole } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import {
  confirmPassword,
  partnerEmail as email,
  otp,
  password,
  requestBody,
  requestQuery
} from "../requestSchemas.ts"

const returnTo = (description: string) => ({ description, example: "https://acme.example/return" })

const notes = {
  applicationName: { description: "The name of the partner's application", example: "Acme Shop" },
  redirectUrl: returnTo("The address that users return to if the sign-in names no deviceType"),
  webRedirectUrl: returnTo("The address that users return to on the web"),
  mobileRedirectUrl: returnTo("The address that users return to in an app; a custom scheme is allowed"),
  email,
  partnerName: { description: "The partner's name", example: "Acme" },
  userDetailsUrl: {
    description:
      "The address on the partner's server that returns a user's record. The service adds the user's tag as the query parameter tag",
    example: "https://acme.example/users"
  }
}

const newPassword = password("The new password")

export const OnboardBody = requestBody("OnboardPartner", OnboardPartner.omit("ecosystem"), {
  ...notes,
  password: newPassword,
  confirmPassword
})

export const Partner = Schema.Struct({
  id: described(Id, "The application's id"),
  applicationName: Schema.String,
  clientId: described(Schema.String, "64 hex characters"),
  webRedirectUrl: described(Schema.String, "Empty if none was given"),
  mobileRedirectUrl: described(Schema.String, "Empty if none was given"),
  partnerId: described(Id, "The partner's id"),
  redirectUrl: Schema.String,
  email: Schema.String,
  partnerName: Schema.String,
  userDetailsUrl: Schema.String
}).annotations({ identifier: "Partner" })

const removable = (description: string) => returnTo(`${description}; null or empty removes it`)

/** `UpdatePartner` accepts any text as `currentPassword`. The OpenAPI document states the limits of a partner's password. */
const Changes = Schema.Struct({
  ...UpdatePartner.fields,
  currentPassword: Schema.optional(PartnerPassword)
})

export const UpdateBody = requestBody(
  "UpdatePartner",
  Changes,
  {
    ...notes,
    webRedirectUrl: removable("The address that users return to on the web"),
    mobileRedirectUrl: removable("The address that users return to in an app"),
    currentPassword: password("The caller's password; required for a new e-mail address")
  },
  "At least one field besides currentPassword is required"
)

export const LoginBody = requestBody(
  "Login",
  Schema.Struct({ email: required(Email), password: required(PartnerPassword), otp: Schema.optional(Otp) }),
  {
    email,
    password: password("The person's password"),
    otp: { ...otp, description: `${otp.description}; only for people with a second factor` }
  }
)

export const ForgotPasswordBody = requestBody("ForgotPassword", Schema.Struct({ email: required(Email) }), {
  email
})

export const ResetQuery = requestQuery(Schema.Struct({ token: Schema.optional(Schema.String) }), {
  token: { description: "The token of the mailed link" }
})

export const ResetPasswordBody = requestBody("ResetPassword", ResetPassword.omit("ecosystem"), {
  token: { description: "The value of token= in the mailed link", example: "pyb0l5…" },
  password: newPassword,
  confirmPassword
})

export const AccessToken = Schema.Struct({
  accessToken: Schema.String,
  tokenType: Schema.Literal("Bearer"),
  expiresIn: Whole.annotations({ jsonSchema: { type: "integer", description: "Seconds" } })
}).annotations({ identifier: "AccessToken" })

export const onboard = HttpApiEndpoint.post("onboard")`/${eco}/partners`
  .setPayload(OnboardBody)
  .addSuccess(success(Partner), created)
  .annotate(OpenApi.Summary, "Register a partner and its application")
  .annotate(
    OpenApi.Description,
    "Creates the partner, its first owner and its application in one step. The answer contains the application's `clientId`, but never the password. The partner belongs to the ecosystem `<eco>` of the path: its people log in under the same `<eco>`, and so do its users. An e-mail address can be used once in an ecosystem."
  )
  .pipe(forAnyone())

export const details = HttpApiEndpoint.get("details")`/${eco}/partners`
  .addSuccess(success(Partner))
  .annotate(OpenApi.Summary, "The partner's details")
  .annotate(
    OpenApi.Description,
    "The fields are the same as in the answer to onboarding. `email` is the address with which the caller logs in."
  )
  .pipe(forPartner("person"))

export const update = HttpApiEndpoint.patch("update")`/${eco}/partners`
  .setPayload(UpdateBody)
  .addSuccess(success(Partner))
  .annotateContext(attempts("failures", "person", byPerson))
  .annotate(Failures, {
    401: "The access token is missing, malformed, expired, revoked or unknown; or currentPassword is wrong"
  })
  .annotate(OpenApi.Summary, "Change the partner's details")
  .annotate(
    OpenApi.Description,
    "Changes only the given fields. `email` is the address with which the caller logs in, so changing it requires the caller's `currentPassword`. The `clientId` never changes."
  )
  .pipe(forPartner("account", "live"))

export const login = HttpApiEndpoint.post("login")`/${eco}/partners/login`
  .setPayload(LoginBody)
  .addSuccess(success(AccessToken))
  .annotateContext(attempts("failures", "partner", byEmail, partnerLogin))
  .annotate(Failures, {
    401: "The e-mail or the password is wrong. If `appErrorCode` is otp_required, the person has a second factor, and `otp` is missing. If it is otp_wrong, the code is wrong or was used before"
  })
  .annotate(
    OpenApi.Summary,
    "Get an access token with the e-mail address and the password of a person of a partner"
  )
  .annotate(
    OpenApi.Description,
    "The token is valid for `expiresIn` seconds (4 hours) and has the scopes of the person's role. A wrong password and an unknown address get the same answer after the same time. A person with a second factor also sends `otp`: each code works once. By default, after 10 failures in a minute for one account from one network address, further attempts get 429."
  )
  .pipe(forAnyone())

export const forgotPassword = HttpApiEndpoint.post("forgotPassword")`/${eco}/partners/forgot-password`
  .setPayload(ForgotPasswordBody)
  .addSuccess(success(Empty))
  .annotateContext(attempts("requests", "forgot", byEmail))
  .annotate(OpenApi.Summary, "Mail a link for a new password")
  .annotate(
    OpenApi.Description,
    "The link works once, within an hour. If no person of a partner has the address, no mail is sent, but the answer is the same."
  )
  .pipe(forAnyone())

export const resetForm = HttpApiEndpoint.get("resetForm")`/${eco}/partners/reset-password`
  .setUrlParams(ResetQuery)
  .addSuccess(Html)
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "The page of the mailed link, with the form for a new password")
  .annotate(OpenApi.Description, "Opening the page does not use up the link. The page has no scripts.")
  .pipe(forAnyone())

export const resetPassword = HttpApiEndpoint.post("resetPassword")`/${eco}/partners/reset-password`
  .setPayload(
    Schema.Union(ResetPasswordBody, ResetPasswordBody.pipe(HttpApiSchema.withEncoding({ kind: "UrlParams" })))
  )
  .addSuccess(success(Empty))
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "Set a new password with the mailed link, and end all sessions of the person")
  .annotate(
    OpenApi.Description,
    "The token of the mailed link works once. All sessions of the person end, and all other links stop working. Tokens of API keys stay valid. The answer to a form is a page."
  )
  .pipe(forAnyone())

export const partners = HttpApiGroup.make("partners")
  .add(onboard)
  .add(details)
  .add(update)
  .add(login)
  .add(forgotPassword)
  .add(resetForm)
  .add(resetPassword)
  .annotate(OpenApi.Description, "Partner onboarding, and the login of a partner's people")
