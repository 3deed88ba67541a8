import { Schema } from "effect"
import { OnboardPartner, UpdatePartner } from "../../accounts/applications/Application.ts"
import { Ecosystem, Email, PartnerPassword } from "../../accounts/Identity.ts"
import { ResetPassword } from "../../accounts/resets/ResetPassword.ts"
import { required } from "../../schema/Input.ts"
import { requestBody, requestQuery } from "../fields.ts"
import { confirmPassword, email, password } from "../notes.ts"
import { Id, Whole } from "../wire.ts"

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
