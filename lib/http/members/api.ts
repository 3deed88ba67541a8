import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema, Struct } from "effect"
import { DetailedMember, OnboardMember, UserRecord } from "../../accounts/details/UserRecord.ts"
import { DirectoryMember, ListDirectory } from "../../accounts/members/Directory.ts"
import { Attributes } from "../../rewards/members/Attributes.ts"
import { MemberKey } from "../../rewards/members/Member.ts"
import { Merged, MergeMembers } from "../../rewards/members/Merge.ts"
import { Erasure, NewErasure } from "../../rewards/personal/Erasure.ts"
import { forPartner } from "../access.ts"
import { ReadsList, UniqueKeys } from "../annotations.ts"
import { AttributeValues, answer, described, startingWith } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { orderer } from "../ordererAnswer.ts"
import { keysetPage } from "../paging.ts"
import { listing, pageSize, parameter, requestBody, requestQuery, userId } from "../requestSchemas.ts"

export const OnboardMemberBody = requestBody(
  "OnboardMember",
  OnboardMember.omit("partnerId"),
  {
    userId,
    tag: {
      description:
        "The user's tag at the partner. The service requests the user's record from the partner's userDetailsUrl",
      example: "ada"
    },
    attributes: {
      description:
        "Data about the member, which the conditions of rules can read. The request sets these attributes, and removes each attribute whose value is null. Other attributes do not change. A member has at most 20 attributes",
      example: { tier: "gold", birthMonth: 5 }
    }
  },
  "At least one of the fields userId and tag is required. If only the tag is given, the member gets the user id of the user's record."
)

const recordDate = { description: "An ISO 8601 date or date-time" }

export const UserRecordAnswer = answer("UserRecord", UserRecord, {
  dateOfBirth: recordDate,
  kyc: { identifier: "UserRecordKyc", fields: { phoneCodeExpiresAt: recordDate } }
})

export const UserData = described(
  Schema.NullOr(UserRecordAnswer),
  "The record that the partner's userDetailsUrl returned. null if the user was never onboarded with a tag, if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key"
)

const memberNotes = {
  userData: UserData,
  attributes: described(
    Schema.NullOr(AttributeValues),
    "Data about the member, which the conditions of rules can read. null if the access token lacks the scope members:read, or in the answer to a write with an Idempotency-Key"
  )
}

/** A member whose personal data may be hidden. */
const ShownMember = Schema.Struct({ ...DetailedMember.fields, attributes: Schema.NullOr(Attributes) })

export const MemberAnswer = answer(
  "Member",
  ShownMember.pick("id", "userId", "partnerId", "attributes", "userData", "createdAt"),
  memberNotes
)

export const MembersQuery = requestQuery(
  Schema.Struct({
    ...ListDirectory.omit("partnerId", "records", "userIds").fields,
    userIds: Schema.optional(Schema.String)
  }),
  {
    search: {
      description:
        "Only members whose id, linked id or tag starts with this text, or whose full name contains the text at the start of a word. Case matters only for ids. The tag of the user's account is searched if the user allows the scope profile, and the full name if the user allows the scope fullname. The tag with which the member was onboarded and the full name in `userData` are searched if the access token has the scope members:read"
    },
    userIds: {
      description:
        "Only the members with these ids: up to 100 own or linked ids, separated by commas. In an id, write a comma as `%2C` and a percent sign as `%25`, before the whole value is encoded for the URL. Ids that no member has are left out. This parameter cannot be combined with `search`",
      example: "customer-42,customer-43"
    },
    after: listing.after,
    limit: pageSize(20)
  }
)

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
    orderedBy: orderer("made the user a member"),
    tag: { description: "The user's tag, if the user allows the scope profile; otherwise null" },
    fullname: { description: "The user's full name, if the user allows the scope fullname; otherwise empty" }
  }
)

export const MemberList = keysetPage("MemberList", MemberEntry)

export const onboard = HttpApiEndpoint.post("onboard", "/laas/users")
  .setPayload(OnboardMemberBody)
  .addSuccess(success(MemberAnswer))
  .annotate(UniqueKeys, true)
  .annotate(OpenApi.Summary, "Onboard a user as a member of the partner")
  .annotate(
    OpenApi.Description,
    "Creates a member that can be awarded. With `tag`, the service requests the user's record from the partner's `userDetailsUrl` and stores it as `userData`. A second call returns the same member. With `tag` it also updates the member's record, and with `attributes` the member's attributes."
  )
  .pipe(forPartner("awards:write"))

export const list = HttpApiEndpoint.get("list", "/laas/users")
  .setUrlParams(MembersQuery)
  .addSuccess(success(MemberList))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The partner's members, in the order of onboarding")
  .annotate(
    OpenApi.Description,
    "Shows each member with the coins in its wallet. Tag and name are shown if the user allows the partner to see them; `userData` and `attributes` need the scope `members:read`."
  )
  .pipe(forPartner("read"))

/** Any JSON, because each section of an export has different fields. */
const types = ["string", "number", "boolean", "object", "array", "null"]
const AnyValue = Schema.Unknown.annotations({ jsonSchema: { type: types, items: {} } })

/** The records of a section of an export. They have the same fields as in lists. */
const Records = Schema.Array(Schema.Record({ key: Schema.String, value: AnyValue }))

export const PersonalExport = Schema.Record({ key: Schema.String, value: Records }).annotations({
  identifier: "PersonalExport",
  description:
    "The records of each section: `member`, `wallet`, `awards`, `reversals`, `transactions`, `activities`, `progress`, `counters`, `lots`, `positions`, `events`, `userData`, `consents` and `audit`"
})

export const exportMember = HttpApiEndpoint.get("export", "/laas/users/export")
  .setUrlParams(requestQuery(MemberKey.omit("partnerId"), { userId }))
  .addSuccess(success(PersonalExport))
  .annotate(OpenApi.Summary, "Export all records that the service stores about a member for the partner")
  .annotate(
    OpenApi.Description,
    "The answer is sent while it is read, so it can be large. Records that are written in the meantime may be missing. If the connection ends early, the JSON is incomplete. Then send the request again."
  )
  .pipe(forPartner("members:read"))

const erasureNotes = {
  userId: { description: "The pseudonym that replaces the ids of the member" },
  state: {
    description:
      '"running" while texts of a long history are being removed; no answer contains these texts any more. "done" when the last text is removed'
  },
  finishedAt: { description: "When the last text was removed; null until then" }
} as const

export const ErasureAnswer = answer("Erasure", Erasure, erasureNotes)
export const NewErasureAnswer = answer("NewErasure", NewErasure, {
  ...erasureNotes,
  coins: { description: "The coins that went from the wallet to the expired coins" },
  pendingCoins: { description: "The pending coins that went to the expired coins" }
})

export const EraseBody = requestBody("EraseMember", MemberKey.omit("partnerId"), { userId })

export const erase = HttpApiEndpoint.post("erase", "/laas/users/erase")
  .setPayload(EraseBody)
  .addSuccess(success(NewErasureAnswer))
  .addSuccess(success(NewErasureAnswer), { status: 202 })
  .annotate(OpenApi.Summary, "Erase a member for good")
  .annotate(
    OpenApi.Description,
    "Removes attributes, userData, consents, notes, metadata, data of activities, reasons, and the ids of the member. Its awards and transactions stay under a pseudonym, and sums and boards do not change. Its coins expire. The ids are then unknown. The status is 202 if texts of a long history are still being removed. Nothing shows these texts any more. An erasure cannot be undone."
  )
  .pipe(forPartner("members:write"))

export const MergeBody = requestBody("MergeMembers", MergeMembers.omit("partnerId"), {
  from: {
    description: "An id of the member whose records, coins and ids go to the other member",
    example: "user-1042"
  },
  into: { description: "An id of the member that remains", example: "user-7" },
  force: {
    description:
      "Merges the members even if a rule has paid them together more than it may pay one member. The limit is then full"
  }
})

export const MergedAnswer = answer("MergedMembers", Merged, {
  id: { description: "The id of the transaction of the type `merge`" },
  userId: { description: "The id of the member that remains" },
  mergedUserId: { description: "The id of the merged member. It now leads to the member that remains" },
  coins: { description: "The coins that went to the wallet of the member that remains" },
  pendingCoins: { description: "The pending coins that went to the member that remains" }
})

export const merge = HttpApiEndpoint.post("merge", "/laas/users/merge")
  .setPayload(MergeBody)
  .addSuccess(success(MergedAnswer))
  .annotate(OpenApi.Summary, "Merge two members who are the same person")
  .annotate(
    OpenApi.Description,
    "`from` becomes a part of `into`, and all ids of both lead to `into`. A merge pays nothing. Coins (which expire on the same days as before), pending coins, points, payments and counts of activities add up. Progress adds up, too: the next award can then pay, but for one cycle at most. Two participants of a rule become one. If a rule has paid the two members together more than it may pay one member, the merge is refused with `limit_reached`, unless `force` is true. Later reversals and refunds of `from` use the wallet of `into`. A merge cannot be undone."
  )
  .pipe(forPartner("members:write"))

const id = HttpApiSchema.param("id", parameter(Schema.String, { description: "The id of the erasure" }))

export const erasure = HttpApiEndpoint.get("erasure")`/laas/users/erasures/${id}`
  .addSuccess(success(ErasureAnswer))
  .annotate(OpenApi.Summary, "Whether an erasure is done")
  .pipe(forPartner("members:read"))

export const members = HttpApiGroup.make("members")
  .add(onboard)
  .add(list)
  .add(exportMember)
  .add(erase)
  .add(erasure)
  .add(merge)
  .annotate(OpenApi.Description, "A partner's members")
