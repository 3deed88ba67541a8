import type { CoinsEntry, PointsEntry, UserPosition } from "../../boards/Board.ts"
import * as Coins from "../../rewards/Coins.ts"
import type { UserData as WireUserData } from "../members/api.ts"
import type { CoinEntry, PointsEntry as WirePointsEntry } from "./api.ts"

type UserData = typeof WireUserData.Encoded

export const pointsEntry = (entry: PointsEntry, userData: UserData): typeof WirePointsEntry.Encoded => {
  const times = { createdAt: entry.createdAt.toISOString(), updatedAt: entry.updatedAt.toISOString() }
  return {
    id: entry.id,
    points: Coins.toNumber(entry.points),
    ...times,
    user: { id: entry.id, userId: entry.userId, userData, ...times }
  }
}

export const coinEntry = ({ userId, coins }: CoinsEntry): typeof CoinEntry.Encoded => ({
  userId,
  coins: Coins.format(coins)
})

/** The points board has amounts as numbers. */
export const pointsPosition = (position: UserPosition | null) =>
  position && { ...position, amount: Coins.toNumber(position.amount) }

/** The coin board has amounts as text. */
export const coinPosition = (position: UserPosition | null) =>
  position && { ...position, amount: Coins.format(position.amount) }
