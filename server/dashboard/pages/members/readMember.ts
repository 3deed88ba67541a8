import { call } from "../../api.ts"
import type { Data, Member, Query } from "../../contract.ts"

/** A member's position on a board. Rank 0: not on the board. */
export interface BoardPosition {
  readonly amount: number
  readonly rank: number
  readonly of: number
}

export interface MemberView {
  readonly userId: string
  readonly coins: number
  /** The coins in the wallet, as the API writes them. */
  readonly wallet: string
  readonly pending: number
  readonly expiring: Data<"coins.wallet">["expiring"]
  readonly isLinked: boolean
  readonly member: Member | undefined
  readonly points: BoardPosition
  readonly month: BoardPosition
  readonly spent: BoardPosition
}

interface Board {
  readonly userPosition: { readonly amount: number | string; readonly position: number } | null
  readonly count: number | string
}

const positionOf = ({ count, userPosition }: Board): BoardPosition => ({
  amount: Number(userPosition?.amount ?? 0),
  rank: userPosition?.position ?? 0,
  of: Number(count)
})

const coinsPosition = async (
  query: Pick<Query<"boards.coins">, "userId" | "type" | "year" | "month">,
  signal: AbortSignal
): Promise<BoardPosition> => {
  const board = await call("boards.coins", { query: { ...query, limit: "1" }, signal })
  return positionOf("leaderboards" in board ? { userPosition: null, count: 0 } : board)
}

/** The data above the lists of a member's page. */
export const readMember = async (userId: string, signal: AbortSignal): Promise<MemberView> => {
  // The API refuses this for a member who does not exist.
  const wallet = await call("coins.wallet", { query: { userId }, signal })
  const now = new Date()
  const month = { year: String(now.getUTCFullYear()), month: String(now.getUTCMonth() + 1) }
  const [found, points, earned, spent] = await Promise.all([
    // The search matches the start of ids, in the order of ids, so that the id itself comes first.
    call("members.list", { query: { search: userId, limit: "1" }, signal }),
    call("boards.points", { query: { userId, take: "1" }, signal }),
    coinsPosition({ userId, type: "earner", ...month }, signal),
    coinsPosition({ userId, type: "spender" }, signal)
  ])
  return {
    userId,
    coins: Number(wallet.totalPartnerCoins),
    wallet: wallet.totalPartnerCoins,
    pending: Number(wallet.pendingCoins),
    expiring: wallet.expiring,
    isLinked: wallet.isLinked,
    member: found.data[0],
    points: positionOf(points),
    month: earned,
    spent
  }
}
