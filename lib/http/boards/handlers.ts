import { Effect } from "effect"
import { MemberDetails } from "../../accounts/details/MemberDetails.ts"
import { Forbidden } from "../../accounts/Errors.ts"
import type { PointsEntry, UserPosition } from "../../boards/Board.ts"
import { Boards, CoinsBoard } from "../../boards/Boards.ts"
import * as Coins from "../../rewards/Coins.ts"
import { invalid, parser, Unparsed } from "../../schema/Input.ts"
import { maxPageBytes } from "../../schema/Page.ts"
import { type HandledEndpoint, handle, type PartnerRequest, readsPersonalData } from "../handle.ts"
import type { UserData } from "../members/api.ts"
import { pageNumbers } from "../paging.ts"
import * as api from "./api.ts"

/** Checks all parameters of a query, including parameters that the yearly answer ignores, such as `page`. */
const parseQuery = parser(CoinsBoard)

/** Returns the query with the caller's own partner id. Fails if the query names a different partner. */
const ownPartner = ({ query, session }: PartnerRequest) => {
  const { partnerId, ...rest } = query
  return partnerId === undefined || partnerId.toLowerCase() === session.partnerId
    ? Effect.succeed(new Unparsed(rest, { partnerId: session.partnerId }))
    : Effect.fail(new Forbidden({ reason: "partnerId must be your own, or left out" }))
}

export const pointsEntry = (
  entry: PointsEntry,
  userData: typeof UserData.Encoded
): typeof api.PointsEntryAnswer.Encoded => {
  const { createdAt, id, updatedAt, userId } = api.RankedMember.encode(entry)
  const points = Coins.toNumber(entry.points)
  return { id, points, createdAt, updatedAt, user: { id, userId, userData, createdAt, updatedAt } }
}

export const pointsPosition = (position: UserPosition) => ({
  ...api.CoinPosition.encode(position),
  amount: Coins.toNumber(position.amount)
})

const message = "Leaderboard returned successfully"

export const boards: ReadonlyArray<HandledEndpoint> = [
  handle(api.points, function* (request) {
    const boards = yield* Boards
    const page = yield* boards.points(yield* ownPartner(request))
    const details = yield* MemberDetails
    const memberIds = readsPersonalData(request) ? page.entries.map(({ id }) => id) : []
    const records = yield* details.page(request.session.partnerId, memberIds)
    const end = memberIds.findIndex((id) => !records.fits(id))
    if (end !== -1) {
      return yield* invalid(
        "take",
        `is too large: the records of these users have more than ${maxPageBytes} bytes; use ${end} or less`
      )
    }
    return {
      message,
      data: {
        userPosition: page.userPosition && pointsPosition(page.userPosition),
        data: page.entries.map((entry) => pointsEntry(entry, records.of(entry.id))),
        count: page.count,
        ...pageNumbers(page)
      }
    }
  }),

  handle(api.coins, function* (request) {
    const boards = yield* Boards
    const query = yield* ownPartner(request)
    if (request.query.year !== undefined && request.query.month === undefined) {
      yield* parseQuery(query)
      const { limit, type, year: asked } = request.query
      const { partnerId } = request.session
      const { year, months } = yield* boards.year(new Unparsed({ limit, type, year: asked }, { partnerId }))
      const leaderboards = Object.fromEntries(
        months.map(({ name, entries }) => [name, entries.map(api.CoinEntryAnswer.encode)])
      )
      return { message, data: { year: String(year), leaderboards } }
    }
    const page = yield* boards.coins(query)
    return {
      message,
      data: {
        userPosition: page.userPosition && api.CoinPosition.encode(page.userPosition),
        data: page.entries.map(api.CoinEntryAnswer.encode),
        count: String(page.count),
        ...pageNumbers(page)
      }
    }
  })
]
