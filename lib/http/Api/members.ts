import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { success } from "../wire/envelope.ts"
import { Member, OnboardMemberBody } from "../wire/members.ts"
import { Authorization, RequiredScope } from "./annotations.ts"

export const members = HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.post("onboard", "/laas/users")
      .setPayload(OnboardMemberBody)
      .addSuccess(success(Member))
      .annotate(RequiredScope, "awards:write")
      .annotate(
        OpenApi.Summary,
        "Onboard a user under the partner's own id, by tag, or both; again: the same member"
      )
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "A partner's members")
