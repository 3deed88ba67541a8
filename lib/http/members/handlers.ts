import { Effect, Either } from "effect"
import { MemberDetails } from "../../accounts/details/MemberDetails.ts"
import { MemberDirectory } from "../../accounts/members/MemberDirectory.ts"
import { Members } from "../../rewards/members/Members.ts"
import { PersonalData } from "../../rewards/personal/PersonalData.ts"
import { invalid, Unparsed } from "../../schema/Input.ts"
import { bodyInput, type HandledEndpoint, handle, queryInput, readsPersonalData } from "../handle.ts"
import { once, onceAfter } from "../idempotency.ts"
import { encodePage } from "../paging.ts"
import * as api from "./api.ts"
import { exportAnswer } from "./exportAnswer.ts"
import { answersPersonalData, hidden, restored, stored } from "./memberAnswer.ts"

/** Reads ids that are separated by commas. An id has its own commas in percent-encoded form. */
const idsIn = (text: string | undefined) =>
  text === undefined
    ? Either.right({})
    : Either.try({
        try: () => ({ userIds: text.split(",").map(decodeURIComponent) }),
        catch: () => invalid("userIds", "must be ids, separated by commas, with % written as %25")
      })

export const members: ReadonlyArray<HandledEndpoint> = [
  // With a tag, `introduce` calls the partner's server. It runs before the transaction, and does not run if the answer is already stored.
  handle(api.onboard, function* (request) {
    const details = yield* MemberDetails
    const write = onceAfter(request, details.introduce(bodyInput(request)), (introduced) =>
      Effect.map(details.admit(introduced), (admitted) => {
        const shown = answersPersonalData(request) ? admitted : { ...admitted, ...hidden }
        return stored(request, api.MemberAnswer.encode(shown))
      })
    )
    const answer = yield* write
    const { replayed } = answer
    return { message: "User onboarded successfully", data: restored(request, answer), replayed }
  }),

  handle(api.list, function* (request) {
    const {
      query: { userIds, ...query },
      session: { partnerId }
    } = request
    const asked = { ...query, ...(yield* idsIn(userIds)) }
    const input = new Unparsed(asked, { partnerId, records: readsPersonalData(request) })
    const page = yield* (yield* MemberDirectory).list(input)
    const data = encodePage(page, api.MemberEntry.encode)
    return { message: "Users returned successfully", data }
  }),

  handle(api.exportMember, exportAnswer),

  handle(api.erase, function* (request) {
    const erase = Effect.flatMap(PersonalData, (personal) => personal.erase(bodyInput(request)))
    const erased = yield* once(request, Effect.map(erase, api.NewErasureAnswer.encode))
    const isRunning =
      "json" in erased ? erased.json.includes('"state":"running"') : erased.data.state === "running"
    return { message: "Member erased successfully", ...erased, ...(isRunning && { status: 202 as const }) }
  }),

  handle(api.merge, function* (request) {
    const merge = Effect.flatMap(Members, (members) => members.merge(bodyInput(request)))
    const merged = yield* once(request, Effect.map(merge, api.MergedAnswer.encode))
    return { message: "Members merged successfully", ...merged }
  }),

  handle(api.erasure, function* (request) {
    const erasure = yield* (yield* PersonalData).erasure(queryInput(request))
    return { message: "Erasure returned successfully", data: api.ErasureAnswer.encode(erasure) }
  })
]
