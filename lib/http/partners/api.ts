import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { OnboardPartner, UpdatePartner } from "../../accounts/applications/Application.ts"
import { Email, PartnerPassword } from "../../accounts/Identity.ts"
import { ResetPassword } from "../../accounts/resets/ResetPassword.ts"
import { required } from "../../schema/Input.ts"
import { forAnyone, forPartner } from "../access.ts"
import {
  attempts,
  byEmail,
  CountsAttempts,
  created,
  eco,
  Failures,
  FailuresAs,
  Html
} from "../annotations.ts"
import { Empty, Id, Whole } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { confirmPassword, email, password, requestBody, requestQuery } from "../requestSchemas.ts"

const returnTo = (description: string) => ({ description, example: "https://acme.example/return" })

const notes = {
  applicationName: { description: "The name of the partner's application", example: "Acme Shop" },
  redirectUrl: returnTo("Where users return to when no deviceType is given"),
  webRedirectUrl: returnTo("Where users return to on the web"),
  mobileRedirectUrl: returnTo("Where users return to in an app; a custom scheme is allowed"),
  email,
  partnerName: { description: "The partner's name", example: "Acme" },
  userDetailsUrl: {
    description: "Returns a user's details for the query parameter tag",
    example: "https://acme.example/users"
  }
}

const newPassword = password("The partner's new password")

export const OnboardBody = requestBody("OnboardPartner", OnboardPartner.omit("ecosystem"), {
  ...notes,
  password: newPassword,
  confirmPassword
})

/** Never contains the password. */
export const Partner = Schema.Struct({
  id: Id.annotations({ description: "The application's id" }),
  applicationName: Schema.String,
  clientId: Schema.String.annotations({ description: "64 hex characters" }),
  webRedirectUrl: Schema.String.annotations({ description: "Empty if none was given" }),
  mobileRedirectUrl: Schema.String.annotations({ description: "Empty if none was given" }),
  partnerId: Id.annotations({ description: "The partner's id" }),
  redirectUrl: Schema.String,
  email: Schema.String,
  partnerName: Schema.String,
  userDetailsUrl: Schema.String
}).annotations({ identifier: "Partner" })

const removable = (description: string) => returnTo(`${description}; null or empty removes it`)

/** Documents `currentPassword` with the limits of a partner's password. */
const Changes = Schema.Struct({
  ...UpdatePartner.fields,
  currentPassword: Schema.optional(PartnerPassword)
})

export const UpdateBody = requestBody(
  "UpdatePartner",
  Changes,
  {
    ...notes,
    webRedirectUrl: removable("Where users return to on the web"),
    mobileRedirectUrl: removable("Where users return to in an app"),
    currentPassword: password("The partner's password; required for a new e-mail address")
  },
  "At least one field besides currentPassword"
)

export const LoginBody = requestBody(
  "Login",
  Schema.Struct({ email: required(Email), password: required(PartnerPassword) }),
  { email, password: password("The partner's password") }
)

export const ForgotPasswordBody = requestBody("ForgotPassword", Schema.Struct({ email: required(Email) }), {
  email
})

export const ResetQuery = requestQuery(Schema.Struct({ token: Schema.optional(Schema.String) }), {
  token: { description: "The token that the mailed link carries" }
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
    "Creates the partner, its login and its first application in one step. The answer has the `clientId` of the application, and never the password. The partner belongs to the `<eco>` of the path: it logs in, and its users sign in, under the same word. An e-mail address can be used once in an ecosystem."
  )
  .pipe(forAnyone())

export const details = HttpApiEndpoint.get("details")`/${eco}/partners`
  .addSuccess(success(Partner))
  .annotate(OpenApi.Summary, "The partner's details")
  .annotate(
    OpenApi.Description,
    "The partner and its application as they are now, with the same fields as the answer to onboarding."
  )
  .pipe(forPartner("account"))

export const update = HttpApiEndpoint.patch("update")`/${eco}/partners`
  .setPayload(UpdateBody)
  .addSuccess(success(Partner))
  .annotate(
    CountsAttempts,
    attempts("failures", "owner", ({ body, session }) =>
      body.currentPassword === undefined ? undefined : session?.partnerId
    )
  )
  .annotate(Failures, {
    401: "The access token is missing, malformed, expired, revoked or unknown; or currentPassword is wrong"
  })
  .annotate(OpenApi.Summary, "Change the partner's details; a clientId never changes")
  .annotate(
    OpenApi.Description,
    "Changes only the given fields. A new e-mail address is the name of the login, so it also requires `currentPassword`."
  )
  .pipe(forPartner("account"))

export const login = HttpApiEndpoint.post("login")`/${eco}/partners/login`
  .setPayload(LoginBody)
  .addSuccess(success(AccessToken))
  .annotate(CountsAttempts, attempts("failures", "partner", byEmail))
  .annotate(Failures, { 401: "The e-mail or the password is wrong" })
  .annotate(OpenApi.Summary, "An access token for a partner's e-mail and password")
  .annotate(
    OpenApi.Description,
    "The token is valid for `expiresIn` seconds (4 hours) and has every scope, including `account`. A wrong password and an unknown address get the same answer after the same time. After 10 failures in a minute from one network address, further attempts from there get 429."
  )
  .pipe(forAnyone())

export const forgotPassword = HttpApiEndpoint.post("forgotPassword")`/${eco}/partners/forgot-password`
  .setPayload(ForgotPasswordBody)
  .addSuccess(success(Empty))
  .annotate(CountsAttempts, attempts("requests", "forgot", byEmail))
  .annotate(OpenApi.Summary, "Mail a link for a new password; the answer is the same for every address")
  .annotate(
    OpenApi.Description,
    "The link in the mail works once, for an hour. For an address that no partner has, no mail is sent and the answer is the same."
  )
  .pipe(forAnyone())

export const resetForm = HttpApiEndpoint.get("resetForm")`/${eco}/partners/reset-password`
  .setUrlParams(ResetQuery)
  .addSuccess(Html)
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "The page behind the mailed link; opening it does not use up the link")
  .annotate(OpenApi.Description, "An HTML page with the form for the new password. It runs no scripts.")
  .pipe(forAnyone())

export const resetPassword = HttpApiEndpoint.post("resetPassword")`/${eco}/partners/reset-password`
  .setPayload(
    Schema.Union(ResetPasswordBody, ResetPasswordBody.pipe(HttpApiSchema.withEncoding({ kind: "UrlParams" })))
  )
  .addSuccess(success(Empty))
  .annotate(FailuresAs, "page")
  .annotate(
    OpenApi.Summary,
    "Set a new password with the mailed link, and end all sessions; a form is answered with pages"
  )
  .annotate(
    OpenApi.Description,
    "The token of the mailed link works once. All access tokens of the partner end, including those of its API keys, and all other links stop working."
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
  .annotate(OpenApi.Description, "Partner onboarding and login")
