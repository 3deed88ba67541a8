import { Effect } from "effect"
import { type DetailedMember, MemberDetails } from "../../accounts/details/MemberDetails.ts"
import type { DirectoryMember } from "../../accounts/members/Directory.ts"
import { MemberDirectory } from "../../accounts/members/MemberDirectory.ts"
import * as Coins from "../../rewards/Coins.ts"
import { Unparsed } from "../../schema/Input.ts"
import { answersWithRecord, readsRecords } from "../authorize.ts"
import { type Handled, handle } from "../handle.ts"
import { onceAfter } from "../idempotency.ts"
import { nextOf } from "../paging.ts"
import { type ListedMember, list, type Member, onboard } from "./api.ts"
import { kept, restored } from "./kept.ts"

const member =
  (withRecord: boolean) =>
  ({ id, userId, partnerId, userData, createdAt }: DetailedMember): typeof Member.Encoded => ({
    id,
    userId,
    partnerId,
    userData: withRecord ? userData : null,
    createdAt: createdAt.toISOString()
  })

/** The records were left out before, where the caller may not read them. */
const listed = ({ coins, fullname, tag, ...entry }: DirectoryMember): typeof ListedMember.Encoded => ({
  ...member(true)(entry),
  tag,
  fullname,
  coins: Coins.format(coins)
})

export const members: ReadonlyArray<Handled> = [
  // The partner's server is asked before the transaction begins, and not at all where the answer is stored already.
  handle(
    onboard,
    Effect.fnUntraced(function* (request) {
      const details = yield* MemberDetails
      const introduce = details.introduce(
        new Unparsed({ ...request.body, partnerId: request.session.partnerId })
      )
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
        data: { data: page.data.map(listed), ...nextOf(page, ({ id }) => id) }
      }
    })
  )
]
