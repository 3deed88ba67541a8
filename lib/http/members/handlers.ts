import { Effect } from "effect"
import { MemberDetails } from "../../accounts/details/MemberDetails.ts"
import { MemberDirectory } from "../../accounts/members/MemberDirectory.ts"
import { Unparsed } from "../../schema/Input.ts"
import { readsRecords } from "../authorize.ts"
import { type HandledEndpoint, handle } from "../handle.ts"
import { onceAfter } from "../idempotency.ts"
import { nextOf } from "../paging.ts"
import { list, MemberAnswer, MemberEntry, onboard } from "./api.ts"
import { answersWithRecord, restored, stored } from "./memberAnswer.ts"

export const members: ReadonlyArray<HandledEndpoint> = [
  // The partner's server is called before the transaction begins, and not at all if the answer is stored already.
  handle(
    onboard,
    Effect.fnUntraced(function* (request) {
      const details = yield* MemberDetails
      const introduce = details.introduce(
        new Unparsed({ ...request.body, partnerId: request.session.partnerId })
      )
      const answer = yield* onceAfter(request, introduce, (introduced) =>
        Effect.map(details.admit(introduced), (admitted) => {
          const shown = answersWithRecord(request) ? admitted : { ...admitted, userData: null }
          return stored(request, MemberAnswer.encode(shown))
        })
      )
      return {
        message: "User onboarded successfully",
        data: restored(request, answer),
        replayed: answer.replayed
      }
    })
  ),

  handle(
    list,
    Effect.fnUntraced(function* (request) {
      const directory = yield* MemberDirectory
      const { partnerId } = request.session
      const page = yield* directory.list(
        new Unparsed({ ...request.query, partnerId, records: readsRecords(request) })
      )
      return {
        message: "Users returned successfully",
        data: { data: page.data.map(MemberEntry.encode), ...nextOf(page, ({ id }) => id) }
      }
    })
  )
]
