import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { forPartner } from "../access.ts"
import { success } from "../envelope.ts"
import { Member, OnboardMemberBody } from "./wire.ts"

export const onboard = HttpApiEndpoint.post("onboard", "/laas/users")
  .setPayload(OnboardMemberBody)
  .addSuccess(success(Member))
  .annotate(
    OpenApi.Summary,
    "Onboard a user under the partner's own id, by tag, or both; again: the same member"
  )
  .pipe(forPartner("awards:write"))

export const members = HttpApiGroup.make("members")
  .add(onboard)
  .annotate(OpenApi.Description, "A partner's members")
