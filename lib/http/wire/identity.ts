import { Schema } from "effect"
import { Empty, Id, Instant, Unset, Whole } from "./envelope.ts"
import { password, text, userId } from "./request.ts"

const email = text("An e-mail address, unique without regard to case", "owner@acme.example", {
  maxLength: 254
})
const redirect = (description: string) =>
  text(description, "https://acme.example/return", { maxLength: 2048 })
const confirmPassword = Schema.String.annotations({
  jsonSchema: { type: "string", description: "Must equal password", format: "password", writeOnly: true }
})

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

export const LoginBody = Schema.Struct({ email, password: password("The partner's password") }).annotations({
  identifier: "Login"
})

export const AccessToken = Schema.Struct({
  accessToken: Schema.String,
  tokenType: Schema.Literal("Bearer"),
  expiresIn: Whole.annotations({ jsonSchema: { type: "integer", description: "Seconds" } })
}).annotations({ identifier: "AccessToken" })

export const CreateUserBody = Schema.Struct({
  email,
  fullname: text("Comes back lower-cased", "Ada Lovelace", { minLength: 1, maxLength: 200 }),
  password: password("At least 8 characters"),
  confirmPassword,
  phone: text(
    "4 to 15 digits, with or without the country code; comes back with a leading 0",
    "801 234 5678"
  ),
  tag: text("3 to 32 of a-z 0-9 _ . -, unique; lower-cased", "ada", { minLength: 3, maxLength: 32 }),
  countryCode: text("With a leading +", "+234", { pattern: "^\\+[1-9][0-9]{0,3}$" }),
  isAdult: Schema.optional(Schema.Boolean.annotations({ description: "false, unless told" })),
  dateOfBirth: Schema.optional(text("A date, YYYY-MM-DD", "1990-12-31", { format: "date" }))
}).annotations({ identifier: "CreateUser" })

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
  emailVerified: Unset,
  emailVerificationCode: Unset,
  emailCodeExpiresAt: Schema.NullOr(Instant),
  emailVerifiedAt: Unset,
  referred: Unset,
  interest: Unset,
  dateOfBirth: Unset,
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

export const OnboardMemberBody = Schema.Struct({ userId }).annotations({ identifier: "OnboardMember" })

export const Member = Schema.Struct({
  id: Id,
  userId: Schema.String,
  partnerId: Id,
  userData: Unset,
  createdAt: Instant
}).annotations({ identifier: "Member" })
