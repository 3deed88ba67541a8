import { Schema } from "effect"
import { Id, Whole } from "./envelope.ts"
import { confirmPassword, email, password, text } from "./request.ts"

const redirect = (description: string) =>
  text(description, "https://acme.example/return", { maxLength: 2048 })

export const OnboardBody = Schema.Struct({
  applicationName: text("The name of the partner's application", "Acme Shop", {
    minLength: 1,
    maxLength: 200
  }),
  redirectUrl: redirect("Where users return to when no deviceType is given: an absolute address"),
  webRedirectUrl: Schema.optional(redirect("Where users return to on the web")),
  mobileRedirectUrl: Schema.optional(redirect("Where users return to in an app; its own scheme is fine")),
  email,
  partnerName: text("The partner's name", "Acme", { minLength: 1, maxLength: 200 }),
  password: password(
    "At least 8 characters, with one uppercase letter, one number and one special character"
  ),
  confirmPassword,
  userDetailsUrl: text(
    "Answers with a user's details by the query parameter tag",
    "https://acme.example/users",
    { maxLength: 2048 }
  )
}).annotations({ identifier: "OnboardPartner" })

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

/** An address that can be taken back. */
const removable = (description: string) =>
  Schema.NullOr(Schema.String).annotations({
    jsonSchema: {
      type: ["string", "null"],
      maxLength: 2048,
      description: `${description}; null or empty removes it`,
      examples: ["https://acme.example/return"]
    }
  })

/** At least one of them besides the password. The clientId, the ids and the password are not changed here. */
export const UpdateBody = Schema.Struct({
  applicationName: Schema.optional(OnboardBody.fields.applicationName),
  partnerName: Schema.optional(OnboardBody.fields.partnerName),
  redirectUrl: Schema.optional(OnboardBody.fields.redirectUrl),
  webRedirectUrl: Schema.optional(removable("Where users return to on the web")),
  mobileRedirectUrl: Schema.optional(removable("Where users return to in an app")),
  userDetailsUrl: Schema.optional(OnboardBody.fields.userDetailsUrl),
  email: Schema.optional(email),
  currentPassword: Schema.optional(password("The partner's password, which a new e-mail address takes"))
}).annotations({ identifier: "UpdatePartner" })

export const ForgotPasswordBody = Schema.Struct({ email }).annotations({ identifier: "ForgotPassword" })

export const ResetPasswordBody = Schema.Struct({
  token: text("What stands behind token= in the link that was mailed", "pyb0l5…"),
  password: OnboardBody.fields.password,
  confirmPassword
}).annotations({ identifier: "ResetPassword" })

export const LoginBody = Schema.Struct({ email, password: password("The partner's password") }).annotations({
  identifier: "Login"
})

export const AccessToken = Schema.Struct({
  accessToken: Schema.String,
  tokenType: Schema.Literal("Bearer"),
  expiresIn: Whole.annotations({ jsonSchema: { type: "integer", description: "Seconds" } })
}).annotations({ identifier: "AccessToken" })
