import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema, Struct } from "effect"
import { DetailedMember, OnboardMember, UserRecord } from "../../accounts/details/UserRecord.ts"
import { DirectoryMember } from "../../accounts/members/Directory.ts"
import { ListMembers } from "../../rewards/members/Member.ts"
import { forPartner } from "../access.ts"
import { answer, startingWith } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { keysetPage } from "../paging.ts"
import { listing, pageSize, requestBody, requestQuery, userId } from "../requestSchemas.ts"

export const OnboardMemberBody = requestBody(
  "OnboardMember",
  OnboardMember.omit("partnerId"),
  {
    userId,
    tag: {
      description:
        "The user's tag with the partner. The service asks the partner's userDetailsUrl for the user's record",
      example: "ada"
    }
  },
  "At least one of the two. With a tag alone, the member gets the id of the record."
)

const recordDate = { description: "An ISO 8601 date or date-time" }

/** The record that a partner's userDetailsUrl must return, as it is shown with the member. */
export const UserRecordAnswer = answer("UserRecord", UserRecord, {
  dateOfBirth: recordDate,
  kyc: { identifier: "UserRecordKyc", fields: { phoneCodeExpiresAt: recordDate } }
})

export const UserData = Schema.NullOr(UserRecordAnswer).annotations({
  description:
    "The record that the partner's userDetailsUrl returned. null if the user was never onboarded by a tag, without the scope members:read, and in answers to an Idempotency-Key"
})

const memberNotes = { userData: UserData }

export const MemberAnswer = answer(
  "Member",
  DetailedMember.pick("id", "userId", "partnerId", "userData", "createdAt"),
  memberNotes
)

export const MembersQuery = requestQuery(ListMembers.omit("partnerId"), {
  search: {
    description:
      "Members whose own or linked id starts with this text; or, without regard to case, whose tag or full name does: that of the user, if the user allows the scope profile or fullname, or that of the partner's record, with the scope members:read"
  },
  after: listing.after,
  limit: pageSize(20)
})

export const MemberEntry = answer(
  "ListedMember",
  startingWith(
    DirectoryMember.omit("linkedId"),
    ...Struct.keys(MemberAnswer.fields),
    "tag",
    "fullname",
    "coins"
  ),
  {
    ...memberNotes,
    tag: { description: "The user's tag, if the user allows the scope profile; otherwise null" },
    fullname: { description: "The user's full name, if the user allows the scope fullname; otherwise empty" }
  }
)

export const MemberList = keysetPage("MemberList", MemberEntry)

export const onboard = HttpApiEndpoint.post("onboard", "/laas/users")
  .setPayload(OnboardMemberBody)
  .addSuccess(success(MemberAnswer))
  .annotate(
    OpenApi.Summary,
    "Onboard a user under the partner's own id, by tag, or both; a second call returns the same member"
  )
  .annotate(
    OpenApi.Description,
    "Creates a member that can be awarded. With `tag`, the service asks the partner's `userDetailsUrl` for the user's record and stores it as `userData`; a second call refreshes it."
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
    "Each member with the coins in its wallet. Tag and name are shown if the user allows the partner to see them; `userData` needs the scope `members:read`. `next` of a page is `after` of the page after it."
  )
  .pipe(forPartner("read"))

export const members = HttpApiGroup.make("members")
  .add(onboard)
  .add(list)
  .annotate(OpenApi.Description, "A partner's members")
