import { Effect } from "effect"
import { MemberDetails } from "../../accounts/details/MemberDetails.ts"
import { Forbidden } from "../../accounts/Errors.ts"
import { Boards, CoinsBoard } from "../../boards/Boards.ts"
import { parser, Unparsed } from "../../schema/Input.ts"
import type { Callers } from "../access.ts"
import { readsRecords } from "../authorize.ts"
import { type Handled, handle, type Incoming } from "../handle.ts"
import { pageNumbers } from "../paging.ts"
import { coins, points } from "./api.ts"
import { coinEntry, coinPosition, pointsEntry, pointsPosition } from "./entries.ts"

/** The yearly answer has no pages and no position. What asks for them must be well-formed all the same. */
const parseQuery = parser(CoinsBoard)

/** A board shows the caller's partner; another partner's id is refused whether it exists or not. */
const ownPartner = ({ query, session }: Incoming & Callers["partner"]) => {
  const { partnerId, ...rest } = query
  return partnerId === undefined || partnerId.toLowerCase() === session.partnerId
    ? Effect.succeed({ ...rest, partnerId: session.partnerId })
    : Effect.fail(new Forbidden({ reason: "partnerId must be your own, or left out" }))
}

const message = "Leaderboard returned successfully"

export const boards: ReadonlyArray<Handled> = [
  handle(
    points,
    Effect.fnUntraced(function* (request) {
      const boards = yield* Boards
      const page = yield* boards.points(new Unparsed(yield* ownPartner(request)))
      const details = yield* MemberDetails
      const memberIds = readsRecords(request) ? page.entries.map(({ id }) => id) : []
      const records = yield* details.of(request.session.partnerId, memberIds)
      return {
        message,
        data: {
          userPosition: pointsPosition(page.userPosition),
          data: page.entries.map((entry) => pointsEntry(entry, records.get(entry.id) ?? null)),
          count: page.count,
          ...pageNumbers(page)
        }
      }
    })
  ),

  // A year without a month selects the yearly answer, everything else the paged one.
  handle(
    coins,
    Effect.fnUntraced(function* (request) {
      const boards = yield* Boards
      const query = yield* ownPartner(request)
      if (request.query.year !== undefined && request.query.month === undefined) {
        yield* parseQuery(query)
        const { year, months } = yield* boards.year(new Unparsed(query))
        const leaderboards = Object.fromEntries(
          months.map(({ name, entries }) => [name, entries.map(coinEntry)])
        )
        return { message, data: { year: String(year), leaderboards } }
      }
      const page = yield* boards.coins(new Unparsed(query))
      return {
        message,
        data: {
          userPosition: coinPosition(page.userPosition),
          data: page.entries.map(coinEntry),
          count: String(page.count),
          ...pageNumbers(page)
        }
      }
    })
  )
]
