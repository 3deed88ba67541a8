import { Effect } from "effect"
import { type DetailedMember, MemberDetails } from "../../accounts/details/MemberDetails.ts"
import { checkOnboardMember, OnboardMember } from "../../accounts/details/UserRecord.ts"
import { type Handled, handle } from "../handle.ts"
import { inputOf } from "../input.ts"
import { onceAfter } from "../once.ts"
import { answersWithRecord } from "../records.ts"
import { onboard } from "./api.ts"
import { kept, restored } from "./kept.ts"
import type { Member } from "./wire.ts"

const onboardInput = inputOf(OnboardMember, checkOnboardMember)

const member =
  (withRecord: boolean) =>
  ({ id, userId, partnerId, userData, createdAt }: DetailedMember): typeof Member.Encoded => ({
    id,
    userId,
    partnerId,
    userData: withRecord ? userData : null,
    createdAt: createdAt.toISOString()
  })

export const members: ReadonlyArray<Handled> = [
  // The partner's server is asked before the transaction begins, and not at all where the answer is stored already.
  handle(
    onboard,
    Effect.fnUntraced(function* (request) {
      const details = yield* MemberDetails
      const input = onboardInput({ ...request.body, partnerId: request.session.partnerId })
      const introduce = Effect.flatMap(input, details.introduce)
      const answer = yield* onceAfter(request, introduce, (introduced) =>
        Effect.map(details.admit(introduced), (admitted) =>
          kept(request, member(answersWithRecord(request))(admitted))
        )
      )
      return {
        message: "User onboarded successfully",
        data: restored(request, answer),
        replayed: answer.replayed
      }
    })
  )
]
