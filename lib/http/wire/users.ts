import { Schema } from "effect"
import { Empty, Id, Instant, Unset } from "./envelope.ts"
import { Member } from "./members.ts"
import { confirmPassword, email, password, text } from "./request.ts"

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

export const VerifyOtpBody = Schema.Struct({
  email,
  otp: text("The six digits of the mail, as text: leading zeros count", "042137", { pattern: "^[0-9]{6}$" })
}).annotations({ identifier: "VerifyOtp" })

export const ResendOtpBody = Schema.Struct({ email }).annotations({ identifier: "ResendOtp" })

export const LinkTagBody = Schema.Struct({
  userId: text("The partner's own id for the user", "customer-42", { minLength: 1, maxLength: 128 }),
  tag: text("The tag of a user who has allowed the partner something", "ada", { minLength: 3, maxLength: 32 })
}).annotations({ identifier: "LinkTag" })

export const LinkedMember = Schema.Struct({
  ...Member.fields,
  tag: Schema.String.annotations({ description: "The tag of the user who is linked" })
}).annotations({ identifier: "LinkedMember" })

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
  emailVerified: Schema.NullOr(Schema.Boolean),
  emailVerificationCode: Unset,
  emailCodeExpiresAt: Schema.NullOr(Instant),
  emailVerifiedAt: Schema.NullOr(Instant),
  referred: Unset,
  interest: Unset,
  dateOfBirth: Schema.NullOr(Schema.String).annotations({ description: "null on creation" }),
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
