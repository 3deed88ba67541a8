import { Effect } from "effect"
import type { Member as DomainMember } from "../../domain/Member.ts"
import { Members } from "../../services/Members.ts"
import { type Authorized, type Operation, untrusted } from "../Operation.ts"
import type { Member } from "../wire/members.ts"
import { once } from "./once.ts"

const member = ({ id, userId, partnerId, createdAt }: DomainMember): typeof Member.Encoded => ({
  id,
  userId,
  partnerId,
  userData: null,
  createdAt: createdAt.toISOString()
})

export const onboard: Operation<Authorized, typeof Member.Encoded> = Effect.fnUntraced(function* (request) {
  const members = yield* Members
  const { partnerId } = request.session
  const write = Effect.map(members.onboard(untrusted({ ...request.body, partnerId })), member)
  const { data, replayed } = yield* once("members.onboard", request, write)
  return { message: "User onboarded successfully", data, replayed }
})
