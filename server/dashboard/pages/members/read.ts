import { call } from "../../api.ts"
import type { Member, Query } from "../../contract.ts"

/** Where a member stands on a board; rank 0 for one who has nothing there yet. */
export interface Standing {
  readonly amount: number
  readonly rank: number
  readonly of: number
}

export interface MemberView {
  readonly userId: string
  readonly coins: number
  readonly isLinked: boolean
  readonly member: Member | undefined
  readonly points: Standing
  readonly month: Standing
  readonly spent: Standing
}

interface Board {
  readonly userPosition: { readonly amount: number | string; readonly position: number } | null
  readonly count: number | string
}

const standingOf = ({ count, userPosition }: Board): Standing => ({
  amount: Number(userPosition?.amount ?? 0),
  rank: userPosition?.position ?? 0,
  of: Number(count)
})

const coinsStanding = async (
  query: Pick<Query<"boards.coins">, "userId" | "type" | "year" | "month">,
  signal: AbortSignal
): Promise<Standing> => {
  const board = await call("boards.coins", { query: { ...query, limit: "1" }, signal })
  return standingOf("leaderboards" in board ? { userPosition: null, count: 0 } : board)
}

/** What a member's page shows above its lists. */
export const readMember = async (userId: string, signal: AbortSignal): Promise<MemberView> => {
  // A member who does not exist is refused here, in words that say so.
  const wallet = await call("coins.wallet", { query: { userId }, signal })
  const now = new Date()
  const month = { year: String(now.getUTCFullYear()), month: String(now.getUTCMonth() + 1) }
  const [found, points, earned, spent] = await Promise.all([
    // Members are found by what their id starts with, in the order of ids: the id itself comes first.
    call("members.list", { query: { search: userId, limit: "1" }, signal }),
    call("boards.points", { query: { userId, take: "1" }, signal }),
    coinsStanding({ userId, type: "earner", ...month }, signal),
    coinsStanding({ userId, type: "spender" }, signal)
  ])
  return {
    userId,
    coins: Number(wallet.totalPartnerCoins),
    isLinked: wallet.isLinked,
    member: found.data[0],
    points: standingOf(points),
    month: earned,
    spent
  }
}
