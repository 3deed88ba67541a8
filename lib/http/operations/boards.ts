import { Effect } from "effect"
import { MemberDetails } from "../../accounts/details/MemberDetails.ts"
import { Forbidden } from "../../accounts/Errors.ts"
import type { CoinsEntry, PointsEntry } from "../../boards/Board.ts"
import { Boards } from "../../boards/Boards.ts"
import * as Coins from "../../rewards/Coins.ts"
import { type Authorized, type Operation, untrusted } from "../Operation.ts"
import type {
  CoinBoard,
  CoinEntry,
  CoinYear,
  PointsBoard,
  PointsEntry as WirePointsEntry
} from "../wire/boards.ts"
import type { UserData as WireUserData } from "../wire/members.ts"

type UserData = typeof WireUserData.Encoded

/** A board shows the caller's partner; another partner's id is refused whether it exists or not. */
const ownPartner = ({ query, session }: Authorized) => {
  const { partnerId, ...rest } = query
  return partnerId === undefined || partnerId.toLowerCase() === session.partnerId
    ? Effect.succeed({ ...rest, partnerId: session.partnerId })
    : Effect.fail(new Forbidden({ reason: "partnerId must be your own, or left out" }))
}

const number = (coins: Coins.Coins): number => Number(Coins.format(coins))

const pages = (page: {
  readonly currentPage: number
  readonly nextPage: number | null
  readonly prevPage: number | null
  readonly lastPage: number
}) => ({
  currentpage: page.currentPage,
  nextpage: page.nextPage,
  prevpage: page.prevPage,
  lastpage: page.lastPage
})

const pointsEntry = (entry: PointsEntry, userData: UserData): typeof WirePointsEntry.Encoded => {
  const times = { createdAt: entry.createdAt.toISOString(), updatedAt: entry.updatedAt.toISOString() }
  return {
    id: entry.id,
    points: number(entry.points),
    ...times,
    user: { id: entry.id, userId: entry.userId, userData, ...times }
  }
}

const coinEntry = ({ userId, coins }: CoinsEntry): typeof CoinEntry.Encoded => ({
  userId,
  coins: Coins.format(coins)
})

export const points: Operation<Authorized, typeof PointsBoard.Encoded> = Effect.fnUntraced(
  function* (request) {
    const boards = yield* Boards
    const page = yield* boards.points(untrusted(yield* ownPartner(request)))
    const details = yield* MemberDetails
    const memberIds = page.entries.map(({ id }) => id)
    const records = yield* details.of(request.session.partnerId, memberIds)
    return {
      message: "Leaderboard returned successfully",
      data: {
        userPosition: page.userPosition && { ...page.userPosition, amount: number(page.userPosition.amount) },
        data: page.entries.map((entry) => pointsEntry(entry, records.get(entry.id) ?? null)),
        count: page.count,
        ...pages(page)
      }
    }
  }
)

/** A year without a month selects the yearly answer, everything else the paged one. */
export const coins: Operation<Authorized, typeof CoinBoard.Encoded | typeof CoinYear.Encoded> =
  Effect.fnUntraced(function* (request) {
    const boards = yield* Boards
    const query = yield* ownPartner(request)
    const message = "Leaderboard returned successfully"
    if (request.query.year !== undefined && request.query.month === undefined) {
      const { year, months } = yield* boards.year(untrusted(query))
      const leaderboards = Object.fromEntries(
        months.map(({ name, entries }) => [name, entries.map(coinEntry)])
      )
      return { message, data: { year: String(year), leaderboards } }
    }
    const page = yield* boards.coins(untrusted(query))
    return {
      message,
      data: {
        userPosition: page.userPosition && {
          ...page.userPosition,
          amount: Coins.format(page.userPosition.amount)
        },
        data: page.entries.map(coinEntry),
        count: String(page.count),
        ...pages(page)
      }
    }
  })
