import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import { Member, OnboardUser, UserId } from "../../rewards/members/Member.ts"
import type * as Documented from "../../schema/Documented.ts"
import { text as boundedText, type CrossCheck, isDay, required, tolerantParser } from "../../schema/Input.ts"

/** Describes a value without quoting it, because errors and logs must not contain personal data. */
const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "string") return "other text"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

/** Sets the error message. If `whole` is false, the error of an object names its invalid fields instead. */
const must =
  (expectation: string, whole = true) =>
  <S extends Schema.Annotable.All>(schema: S): Schema.Annotable.Self<S> =>
    schema.annotations({
      message: ({ actual }) => ({
        message: `must be ${expectation}, got ${kindOf(actual)}`,
        override: whole
      })
    })

const time = /^T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/

/** Returns whether a text is a date, with or without a time. */
const isDate = (value: string): boolean =>
  isDay(value.slice(0, 10)) && (value.length === 10 || time.test(value.slice(10)))

const name = required(Schema.String.pipe(must("text")))
const text = required(Schema.NullOr(Schema.String).pipe(must("text or null")))
const flag = required(Schema.Boolean.pipe(must("true or false")))
const date = required(
  Schema.NullOr(Schema.String.pipe(Schema.filter(isDate))).pipe(
    must("an ISO 8601 date or date-time, as in 1990-12-31, or null")
  )
)
const id = required(Schema.String.pipe(Schema.filter(Schema.is(UserId)), must("text of 1 to 128 characters")))

const Kyc = Schema.Struct({
  id: text,
  bvn: text,
  streetAddress: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
  proofOfAddress: text,
  governmentId: text,
  userPhoto: text,
  verificationStatus: text,
  phone: text,
  bvnProvided: flag,
  bvnValidated: flag,
  addressProvided: flag,
  addressValidated: flag,
  idProvided: flag,
  idValidated: flag,
  isCompleted: flag,
  phoneVerified: flag,
  phoneCodeExpiresAt: date
})

/**
 * The record that a partner's `userDetailsUrl` returns. Every field is required. Texts and dates may be null if the partner does not have
 * them, except the id, the name and the tag. Dates are checked, but stay texts.
 */
export const UserRecord = Schema.Struct({
  /** The partner's id for the user. It becomes the member's `userId` if the call gives no `userId`. */
  id,
  fullname: name,
  tag: name,
  avatar: text,
  email: text,
  phone: text,
  countryCode: text,
  gender: text,
  bvn: text,
  accountNumber: text,
  emailVerified: flag,
  isAdult: flag,
  dateOfBirth: date,
  kyc: required(Kyc.pipe(must("an object", false)))
})
export type UserRecord = typeof UserRecord.Type

/** A member and its record. `userData` is null if no record is stored. */
export const DetailedMember = Schema.Struct({ ...Member.fields, userData: Schema.NullOr(UserRecord) })
export type DetailedMember = typeof DetailedMember.Type

export const readUserRecord = tolerantParser(UserRecord)

/** `userId` and `tag` are the partner's own id and tag for the user. At least one of them is required. */
export const OnboardMember = Schema.Struct({
  partnerId: required(PartnerId),
  userId: Schema.optional(UserId),
  tag: Schema.optional(boundedText(1, 128)),
  attributes: OnboardUser.fields.attributes
})
export type OnboardMemberInput = Documented.Of<typeof OnboardMember, Documented.OnboardMemberInput>

export const checkOnboardMember: CrossCheck = ({ userId, tag }) =>
  userId === undefined && tag === undefined ? [{ field: "userId", problem: "or tag is required" }] : []
