import { call } from "../../api.ts"
import type { Data, Member, Query } from "../../contract.ts"
import { nameOf } from "../../parts/member.ts"
import type { Holder } from "./memberMerge.ts"

/** A member's position on a board. Rank 0: not on the board. */
export interface BoardPosition {
  readonly amount: number
  readonly rank: number
  readonly of: number
}

export interface MemberView {
  /** The id by which the page was asked for. It may lead to a member with another own id. */
  readonly asked: string
  /** The member's own id. */
  readonly userId: string
  readonly memberId: string | undefined
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

/** Finds the member to which an id leads. Undefined for an erased member. */
const findMember = async (
  { userId, wallets }: Data<"coins.wallet">,
  signal: AbortSignal | undefined
): Promise<Member | undefined> => {
  // The search matches the start of ids, in the order of ids, so that the id itself comes first.
  const query = { search: userId, limit: "1" }
  const { data } = await call("members.list", { query, ...(signal && { signal }) })
  return data.find(({ id }) => id === wallets[0]?.walletId)
}

/** The member to which an id leads, with its coins. The API refuses an unknown id. */
export const readHolder = async (asked: string): Promise<Holder> => {
  const wallet = await call("coins.wallet", { query: { userId: asked } })
  const member = await findMember(wallet, undefined)
  return {
    userId: member?.userId ?? asked,
    memberId: wallet.wallets[0]?.walletId,
    name: member === undefined ? "" : nameOf(member),
    coins: wallet.totalPartnerCoins,
    pending: wallet.pendingCoins
  }
}

/** The data above the lists of a member's page. */
export const readMember = async (asked: string, signal: AbortSignal): Promise<MemberView> => {
  // The API refuses this for a member who does not exist.
  const wallet = await call("coins.wallet", { query: { userId: asked }, signal })
  const now = new Date()
  const month = { year: String(now.getUTCFullYear()), month: String(now.getUTCMonth() + 1) }
  const [member, points, earned, spent] = await Promise.all([
    findMember(wallet, signal),
    call("boards.points", { query: { userId: asked, take: "1" }, signal }),
    coinsPosition({ userId: asked, type: "earner", ...month }, signal),
    coinsPosition({ userId: asked, type: "spender" }, signal)
  ])
  return {
    asked,
    userId: member?.userId ?? asked,
    memberId: wallet.wallets[0]?.walletId,
    coins: Number(wallet.totalPartnerCoins),
    wallet: wallet.totalPartnerCoins,
    pending: Number(wallet.pendingCoins),
    expiring: wallet.expiring,
    isLinked: wallet.isLinked,
    member,
    points: positionOf(points),
    month: earned,
    spent
  }
}
