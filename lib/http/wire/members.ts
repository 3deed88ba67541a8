import { Schema } from "effect"
import { Id, Instant, Unset } from "./envelope.ts"
import { userId } from "./request.ts"

export const OnboardMemberBody = Schema.Struct({ userId }).annotations({ identifier: "OnboardMember" })

export const Member = Schema.Struct({
  id: Id,
  userId: Schema.String,
  partnerId: Id,
  userData: Unset,
  createdAt: Instant
}).annotations({ identifier: "Member" })
