import { Effect } from "effect"
import { type DetailedMember, MemberDetails } from "../../accounts/details/MemberDetails.ts"
import { type Authorized, type Operation, untrusted } from "../Operation.ts"
import type { Member } from "../wire/members.ts"
import { onceAfter } from "./once.ts"

const member = ({ id, userId, partnerId, userData, createdAt }: DetailedMember): typeof Member.Encoded => ({
  id,
  userId,
  partnerId,
  userData,
  createdAt: createdAt.toISOString()
})

/** The partner's address is asked before the write begins, and not at all for an answer that is there already. */
export const onboard: Operation<Authorized, typeof Member.Encoded> = Effect.fnUntraced(function* (request) {
  const details = yield* MemberDetails
  const { partnerId } = request.session
  const introduce = details.introduce(untrusted({ ...request.body, partnerId }))
  const { data, replayed } = yield* onceAfter("members.onboard", request, introduce, (introduced) =>
    Effect.map(details.admit(introduced), member)
  )
  return { message: "User onboarded successfully", data, replayed }
})
