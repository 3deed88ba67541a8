import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { OnboardPartner, UpdatePartner } from "../../accounts/applications/Application.ts"
import { Ecosystem, Email, PartnerPassword } from "../../accounts/Identity.ts"
import { ResetPassword } from "../../accounts/resets/ResetPassword.ts"
import { required } from "../../schema/Input.ts"
import { forAnyone, forPartner } from "../access.ts"
import {
  byEmail,
  CountsAttempts,
  created,
  eco,
  Failures,
  FailuresAs,
  failures,
  Html,
  requests
} from "../annotations.ts"
import { Empty, Id, Whole } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { confirmPassword, email, password, requestBody, requestQuery } from "../requestSchemas.ts"

/** The fields of the sessions' own input, which also takes passwords that no partner can have. */
export const Login = Schema.Struct({
  ecosystem: required(Ecosystem),
  email: required(Email),
  password: required(Schema.String)
})
export const Forgot = Login.omit("password")

const returnTo = (description: string) => ({ description, example: "https://acme.example/return" })

const notes = {
  applicationName: { description: "The name of the partner's application", example: "Acme Shop" },
  redirectUrl: returnTo("Where users return to when no deviceType is given"),
  webRedirectUrl: returnTo("Where users return to on the web"),
  mobileRedirectUrl: returnTo("Where users return to in an app; its own scheme is fine"),
  email,
  partnerName: { description: "The partner's name", example: "Acme" },
  userDetailsUrl: {
    description: "Answers with a user's details by the query parameter tag",
    example: "https://acme.example/users"
  }
}

const newPassword = password("The partner's new password")

export const OnboardBody = requestBody("OnboardPartner", OnboardPartner.omit("ecosystem"), {
  ...notes,
  password: newPassword,
  confirmPassword
})

/** The password and its confirmation are never in it. */
export const Partner = Schema.Struct({
  id: Id.annotations({ description: "The application's id" }),
  applicationName: Schema.String,
  clientId: Schema.String.annotations({ description: "64 hex characters" }),
  webRedirectUrl: Schema.String.annotations({ description: "Empty when none was given" }),
  mobileRedirectUrl: Schema.String.annotations({ description: "Empty when none was given" }),
  partnerId: Id.annotations({ description: "The partner's id" }),
  redirectUrl: Schema.String,
  email: Schema.String,
  partnerName: Schema.String,
  userDetailsUrl: Schema.String
}).annotations({ identifier: "Partner" })

const removable = (description: string) => returnTo(`${description}; null or empty removes it`)

/** The password that a caller proves itself with has the length of every partner's password. */
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
    currentPassword: password("The partner's password, which a new e-mail address takes")
  },
  "At least one field besides currentPassword"
)

export const LoginBody = requestBody(
  "Login",
  Schema.Struct({ email: required(Email), password: required(PartnerPassword) }),
  { email, password: password("The partner's password") }
)

export const ForgotPasswordBody = requestBody("ForgotPassword", Forgot.omit("ecosystem"), { email })

export const ResetQuery = requestQuery(Schema.Struct({ token: Schema.optional(Schema.String) }), {
  token: { description: "The token that the mailed link carries" }
})

export const ResetPasswordBody = requestBody("ResetPassword", ResetPassword.omit("ecosystem"), {
  token: { description: "What stands behind token= in the link that was mailed", example: "pyb0l5…" },
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
    "Makes the partner, its login and its first application in one step. The answer has the `clientId` of the application; the password is never answered. `<eco>` in the path is remembered: the partner logs in, and its users sign in, under the same word. An e-mail address can be used once in an ecosystem."
  )
  .pipe(forAnyone())

export const details = HttpApiEndpoint.get("details")`/${eco}/partners`
  .addSuccess(success(Partner))
  .annotate(OpenApi.Summary, "The partner's details")
  .annotate(
    OpenApi.Description,
    "The partner and its application as they are now: the same fields that onboarding returned."
  )
  .pipe(forPartner("account"))

export const update = HttpApiEndpoint.patch("update")`/${eco}/partners`
  .setPayload(UpdateBody)
  .addSuccess(success(Partner))
  .annotate(
    CountsAttempts,
    failures("owner", ({ body, session }) =>
      body.currentPassword === undefined ? undefined : session?.partnerId
    )
  )
  .annotate(Failures, {
    401: "The access token is missing, malformed, expired, revoked or unknown; or currentPassword is wrong"
  })
  .annotate(OpenApi.Summary, "Change the partner's details; a clientId never changes")
  .annotate(
    OpenApi.Description,
    "Changes the fields that are given and leaves the others. A new e-mail address is the name of the login, so it also takes `currentPassword`."
  )
  .pipe(forPartner("account"))

export const login = HttpApiEndpoint.post("login")`/${eco}/partners/login`
  .setPayload(LoginBody)
  .addSuccess(success(AccessToken))
  .annotate(CountsAttempts, failures("partner", byEmail))
  .annotate(Failures, { 401: "The e-mail or the password is wrong" })
  .annotate(OpenApi.Summary, "An access token for a partner's e-mail and password")
  .annotate(
    OpenApi.Description,
    "The token is valid for `expiresIn` seconds (4 hours) and has every scope, `account` included. A wrong password and an unknown address get the same answer, and take the same time. After 10 failures in a minute from one address, the account answers 429 there."
  )
  .pipe(forAnyone())

export const forgotPassword = HttpApiEndpoint.post("forgotPassword")`/${eco}/partners/forgot-password`
  .setPayload(ForgotPasswordBody)
  .addSuccess(success(Empty))
  .annotate(CountsAttempts, requests("forgot", byEmail))
  .annotate(OpenApi.Summary, "Mail a link for a new password; the answer is the same for every address")
  .annotate(
    OpenApi.Description,
    "The link in the mail works once, for an hour. An address that no partner has gets no mail, and the same answer."
  )
  .pipe(forAnyone())

export const resetForm = HttpApiEndpoint.get("resetForm")`/${eco}/partners/reset-password`
  .setUrlParams(ResetQuery)
  .addSuccess(Html)
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "The page behind the mailed link; looking at it does not use the link")
  .annotate(OpenApi.Description, "An HTML page with the form for the new password. It runs no scripts.")
  .pipe(forAnyone())

export const resetPassword = HttpApiEndpoint.post("resetPassword")`/${eco}/partners/reset-password`
  .setPayload(
    Schema.Union(ResetPasswordBody, ResetPasswordBody.pipe(HttpApiSchema.withEncoding({ kind: "UrlParams" })))
  )
  .addSuccess(success(Empty))
  .annotate(FailuresAs, "page")
  .annotate(OpenApi.Summary, "A new password, by the mailed link: ends all sessions; a form gets pages")
  .annotate(
    OpenApi.Description,
    "The token of the mailed link works once. All access tokens of the partner end, those of its API keys too, and so do all other links."
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
