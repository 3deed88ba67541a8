import { type Either, Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import { Member, UserId } from "../../rewards/members/Member.ts"
import { type CrossCheck, type InvalidInput, parser, required } from "../../schema/Input.ts"
import { text as boundedText } from "../../schema/Text.ts"

/** What a value is, without the value: records hold what is nobody's business in an error or a log. */
const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "string") return "other text"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

/** Says what a value must be; what is wrong inside of an object is said of the part, unless `whole`. */
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

/** A day that exists, and perhaps a time of it. */
const isDate = (value: string): boolean => {
  const day = value.slice(0, 10)
  const at = new Date(`${day}T00:00:00.000Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(day) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(day) &&
    (value.length === 10 || time.test(value.slice(10)))
  )
}

const text = required(Schema.String.pipe(must("text")))
const flag = required(Schema.Boolean.pipe(must("true or false")))
const date = required(
  Schema.String.pipe(Schema.filter(isDate), must("an ISO 8601 date or date-time, as in 1990-12-31"))
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
 * The record that a partner's `userDetailsUrl` answers with. The interface has every field, and none that may be null;
 * dates stay in the form in which they came. What else a record holds is dropped.
 */
export const UserDetails = Schema.Struct({
  /** The partner's own id of the user: a member who has no other goes by it. */
  id,
  fullname: text,
  tag: text,
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
export type UserDetails = typeof UserDetails.Type

/** A member with the record that is kept of it, if there is one. */
export const DetailedMember = Schema.Struct({ ...Member.fields, userData: Schema.NullOr(UserDetails) })
export type DetailedMember = typeof DetailedMember.Type

const parse = parser(UserDetails)

/** A record as it came from outside, of which nothing is known yet; every fault of it is named. */
export const readUserDetails = (
  record: Readonly<Record<string, unknown>>
): Either.Either<UserDetails, InvalidInput> => parse(record as typeof UserDetails.Encoded)

/** A user to be made a member: under the partner's own id, by the tag that the partner knows them by, or both. */
export const OnboardMember = Schema.Struct({
  partnerId: required(PartnerId),
  userId: Schema.optional(UserId),
  tag: Schema.optional(boundedText(1, 128))
})
export type OnboardMemberInput = typeof OnboardMember.Encoded

export const checkOnboardMember: CrossCheck = ({ userId, tag }) =>
  userId === undefined && tag === undefined ? [{ field: "userId", problem: "or tag is required" }] : []
