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
  .pipe(forPartner("awards:write"))

export const list = HttpApiEndpoint.get("list", "/laas/users")
  .setUrlParams(MembersQuery)
  .addSuccess(success(MemberList))
  .annotate(
    OpenApi.Summary,
    "The partner's members in the order of onboarding, or those whose id, tag or name starts with a text"
  )
  .pipe(forPartner("read"))

export const members = HttpApiGroup.make("members")
  .add(onboard)
  .add(list)
  .annotate(OpenApi.Description, "A partner's members")
