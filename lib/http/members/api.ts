import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { forPartner } from "../access.ts"
import { success } from "../envelope.ts"
import { Member, MemberList, MembersQuery, OnboardMemberBody } from "./wire.ts"

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
