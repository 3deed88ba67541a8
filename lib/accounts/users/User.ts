import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, isDay, mustBe, required, text } from "../../schema/Input.ts"
import { displayName } from "../../schema/Text.ts"
import { checkPasswordsMatch, Email, UserPassword } from "../Identity.ts"

/** A user account of the service, identified by `id` or by its unique `tag`. */
export const User = Schema.Struct({
  id: Schema.String,
  tag: Schema.String,
  email: Schema.String,
  fullname: Schema.String,
  /** A 0, followed by the national digits. */
  phone: Schema.String,
  countryCode: Schema.String,
  isAdult: Schema.Boolean,
  dateOfBirth: Schema.NullOr(Schema.String),
  createdAt: Schema.Date,
  /** When the user verified the e-mail address; null until then. */
  emailVerifiedAt: Schema.NullOr(Schema.Date)
})
export type User = typeof User.Type

/** A new user. The OTP that was mailed to the user is valid until `emailCodeExpiresAt`. */
export const NewUser = Schema.Struct({ ...User.fields, emailCodeExpiresAt: Schema.Date })
export type NewUser = typeof NewUser.Type

/** Capitalizes a name for a mail, because names are stored in lower case. */
export const withInitials = (fullname: string): string =>
  fullname.replace(/(?<![^\s'’-])\p{Ll}/gu, (letter) => letter.toUpperCase())

export const Tag = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (value) => value.trim().toLowerCase(),
  encode: (value) => value
}).pipe(
  // The JSON schema has no pattern, because upper case and outer white space are accepted as well.
  Schema.pattern(/^[a-z0-9_.-]{3,32}$/, { jsonSchema: { minLength: 3, maxLength: 32 } }),
  mustBe("3 to 32 of the characters a-z 0-9 _ . -")
)

const CountryCode = Schema.Trim.pipe(
  Schema.pattern(/^\+[1-9][0-9]{0,3}$/),
  mustBe("a country code with a leading +, such as +234")
)

const DateOfBirth = Schema.String.pipe(
  Schema.filter(isDay, { jsonSchema: { format: "date" } }),
  mustBe("a date, as in 1990-12-31")
)

/** Returns the digits of a phone number without separators, country code and leading zeros. */
export const nationalDigits = (phone: string, countryCode: string): string => {
  const compact = phone.replace(/[\s().-]/g, "")
  const code = countryCode.slice(1)
  const [, international] = /^(?:\+|00)(.*)/.exec(compact) ?? []
  const national = international?.startsWith(code)
    ? international.slice(code.length)
    : (international ?? compact)
  return national.replace(/^0+/, "")
}

export const CreateUser = Schema.Struct({
  email: required(Email),
  fullname: required(displayName(200)),
  password: required(UserPassword),
  confirmPassword: required(Schema.String),
  phone: required(Schema.String.pipe(mustBe('text with 4 to 15 digits, such as "0801 234 5678"'))),
  tag: required(Tag),
  countryCode: required(CountryCode),
  isAdult: Schema.optionalWith(Schema.Boolean.pipe(mustBe("true or false")), { default: () => false }),
  dateOfBirth: Schema.optional(DateOfBirth)
})
export type CreateUser = typeof CreateUser.Type

/** Checks the national digits of a phone number. The schema refuses a phone number that is not text. */
const checkPhone: CrossCheck = ({ phone, countryCode }) => {
  if (typeof phone !== "string") return []
  const digits = nationalDigits(phone, typeof countryCode === "string" ? countryCode : "+")
  return /^[0-9]{4,15}$/.test(digits)
    ? []
    : [{ field: "phone", problem: `must have 4 to 15 digits, got ${JSON.stringify(phone.slice(0, 40))}` }]
}

export const checkCreateUser: CrossCheck = (user) => [...checkPasswordsMatch(user), ...checkPhone(user)]

export type CreateUserInput = Documented.Of<typeof CreateUser, Documented.CreateUserInput>

export const UserLogin = Schema.Struct({
  /** The user's tag or e-mail address. */
  tag: required(text(1, 254)),
  password: required(Schema.String)
})
export type UserLoginInput = Documented.Of<typeof UserLogin, Documented.UserLoginInput>

/**
 * Describes a mailed code of `count` digits. A code is text, because it can start with zeros. The error does not quote the value, because
 * it may be a valid code.
 */
const codeOf =
  (count: string) =>
  <S extends Schema.Annotable.All>(schema: S): Schema.Annotable.Self<S> =>
    schema.annotations({
      description: `the ${count} digits of the mail, as text`,
      message: () => ({ message: `must be the ${count} digits of the mail, as text`, override: true })
    })

/** The code for a new password. The mail shows it in groups, so spaces and dashes between the digits are ignored. */
const ResetCode = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (value) => value.replace(/[\s-]/g, ""),
  encode: (value) => value
})

export const VerifyOtp = Schema.Struct({
  email: required(Email),
  otp: required(Schema.Trim.pipe(Schema.pattern(/^[0-9]{6}$/), codeOf("six")))
})
export type VerifyOtp = typeof VerifyOtp.Type
export type VerifyOtpInput = Documented.Of<typeof VerifyOtp, Documented.VerifyOtpInput>

export const ForgotUserPassword = Schema.Struct({ email: required(Email) })
export type ForgotUserPasswordInput = Documented.Of<
  typeof ForgotUserPassword,
  Documented.ForgotUserPasswordInput
>

export const ResetUserPassword = Schema.Struct({
  email: required(Email),
  otp: required(
    ResetCode.pipe(Schema.pattern(/^[0-9]{20}$/, { jsonSchema: { minLength: 20 } }), codeOf("twenty"))
  ),
  password: required(UserPassword),
  confirmPassword: required(Schema.String)
})
export type ResetUserPasswordInput = Documented.Of<
  typeof ResetUserPassword,
  Documented.ResetUserPasswordInput
>

export const ResendOtp = Schema.Struct({ email: required(Email) })
export type ResendOtpInput = Documented.Of<typeof ResendOtp, Documented.ResendOtpInput>
