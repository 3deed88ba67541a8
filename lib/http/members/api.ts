import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { OnboardMember } from "../../accounts/details/UserRecord.ts"
import { ListMembers } from "../../rewards/members/Member.ts"
import { forPartner } from "../access.ts"
import { Decimal, Id, Instant } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { keysetPage } from "../paging.ts"
import { listing, pageSize, requestBody, requestQuery, userId } from "../requestSchemas.ts"

export const OnboardMemberBody = requestBody(
  "OnboardMember",
  OnboardMember.omit("partnerId"),
  {
    userId,
    tag: {
      description: "The user's tag with the partner, whose userDetailsUrl is asked for the user's record",
      example: "ada"
    }
  },
  "At least one of both. A tag alone: the member goes by the id of the record."
)

/** A date of the partner's record, in the form in which the record has it. */
const RecordDate = Schema.String.annotations({ description: "An ISO 8601 date or date-time" })

const Kyc = Schema.Struct({
  id: Schema.String,
  bvn: Schema.String,
  streetAddress: Schema.String,
  city: Schema.String,
  state: Schema.String,
  postalCode: Schema.String,
  country: Schema.String,
  proofOfAddress: Schema.String,
  governmentId: Schema.String,
  userPhoto: Schema.String,
  verificationStatus: Schema.String,
  phone: Schema.String,
  bvnProvided: Schema.Boolean,
  bvnValidated: Schema.Boolean,
  addressProvided: Schema.Boolean,
  addressValidated: Schema.Boolean,
  idProvided: Schema.Boolean,
  idValidated: Schema.Boolean,
  isCompleted: Schema.Boolean,
  phoneVerified: Schema.Boolean,
  phoneCodeExpiresAt: RecordDate
}).annotations({ identifier: "UserRecordKyc" })

/** The record that a partner's userDetailsUrl must answer with, as it comes back with the member. */
export const UserRecord = Schema.Struct({
  id: Schema.String,
  fullname: Schema.String,
  tag: Schema.String,
  avatar: Schema.String,
  email: Schema.String,
  phone: Schema.String,
  countryCode: Schema.String,
  gender: Schema.String,
  bvn: Schema.String,
  accountNumber: Schema.String,
  emailVerified: Schema.Boolean,
  isAdult: Schema.Boolean,
  dateOfBirth: RecordDate,
  kyc: Kyc
}).annotations({ identifier: "UserRecord", description: "The record that the partner's userDetailsUrl gave" })

export const UserData = Schema.NullOr(UserRecord).annotations({
  description:
    "null where the user was never onboarded by a tag, without the scope members:read, and in answers to an Idempotency-Key"
})

export const Member = Schema.Struct({
  id: Id,
  userId: Schema.String,
  partnerId: Id,
  userData: UserData,
  createdAt: Instant
}).annotations({ identifier: "Member" })

export const MembersQuery = requestQuery(ListMembers.omit("partnerId"), {
  search: {
    description:
      "What the member's own or linked id starts with; or, without regard to case, the tag or the full name: of the user, while the user allows the scope profile or fullname, or of the partner's record, with the scope members:read"
  },
  after: listing.after,
  limit: pageSize(20)
})

export const ListedMember = Schema.Struct({
  ...Member.fields,
  tag: Schema.NullOr(Schema.String).annotations({
    description: "The user's, while the user allows the scope profile; otherwise null"
  }),
  fullname: Schema.String.annotations({
    description: "The user's, while the user allows the scope fullname; otherwise empty"
  }),
  coins: Decimal
}).annotations({ identifier: "ListedMember" })

export const MemberList = Schema.Struct(keysetPage(ListedMember)).annotations({ identifier: "MemberList" })

export const onboard = HttpApiEndpoint.post("onboard", "/laas/users")
  .setPayload(OnboardMemberBody)
  .addSuccess(success(Member))
  .annotate(
    OpenApi.Summary,
    "Onboard a user under the partner's own id, by tag, or both; again: the same member"
  )
  .annotate(
    OpenApi.Description,
    "Makes a member that can be awarded. With `tag`, the partner's `userDetailsUrl` is asked for the user's record, which is kept as `userData`; a second call refreshes it."
  )
  .pipe(forPartner("awards:write"))

export const list = HttpApiEndpoint.get("list", "/laas/users")
  .setUrlParams(MembersQuery)
  .addSuccess(success(MemberList))
  .annotate(
    OpenApi.Summary,
    "The partner's members in the order of onboarding, or those whose id, tag or name starts with a text"
  )
  .annotate(
    OpenApi.Description,
    "Each member with the coins in its wallet. Tag and name are there while the user allows the partner to see them; `userData` needs the scope `members:read`. `next` of a page is `after` of the page after it."
  )
  .pipe(forPartner("read"))

export const members = HttpApiGroup.make("members")
  .add(onboard)
  .add(list)
  .annotate(OpenApi.Description, "A partner's members")
