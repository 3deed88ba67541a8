import { type Context, Effect } from "effect"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { firstOf } from "../../schema/Page.ts"
import { rangeOf } from "../../schema/Prefix.ts"
import type { Database } from "../../sql/Database.ts"
import { MemberId, type PartnerId } from "../Id.ts"
import type { ListMembers } from "./Member.ts"
import { findFirstId, readAfter, readFound } from "./pages.ts"

/** Below every id that can be made. */
const start = MemberId.make("00000000-0000-0000-0000-000000000000", { disableValidation: true })

/** The next page of a search begins behind a member that the search finds. */
export const notFound = (): InvalidInput =>
  invalid("after", "must be the id of a member that the search finds")

/** Reads a page of a partner's members. */
export const makeList = (database: Context.Tag.Service<Database>) => {
  /** The id by which a search finds a member. */
  const placeOf = Effect.fnUntraced(function* (partnerId: PartnerId, search: string, after: MemberId) {
    const { from: prefix, until } = rangeOf(search)
    const [found] = yield* database.run(findFirstId, [
      { partner_id: partnerId, member_id: after, prefix, until }
    ])
    return found?.userId ?? (yield* notFound())
  })

  return Effect.fnUntraced(function* ({ partnerId, search, after, limit }: ListMembers) {
    const size = limit + 1
    if (search === undefined) {
      const page = { partner_id: partnerId, after: after ?? start, size }
      return firstOf(yield* database.run(readAfter, [page]), limit)
    }
    const shown = after === undefined ? "" : yield* placeOf(partnerId, search, after)
    const { from: prefix, until } = rangeOf(search)
    const found = { partner_id: partnerId, prefix, until, starts: shown || prefix, shown, size }
    return firstOf(yield* database.run(readFound, [found]), limit)
  })
}
