// The lots and pending awards of a member, as the tables have them.
import { Effect } from "effect"
import { Coins } from "../../../../lib/index.ts"
import { raw } from "../../../support/world.ts"

const shown = (coins: unknown): string => Coins.format(Coins.make(Number(coins)))

/** The lots of a member, also those without coins, in the order in which they end. */
export const lotsIn = (memberId: string) =>
  Effect.map(
    raw(`SELECT expires_at, time_zone, coins, maturing, expired, expirations FROM rewards_lot
      WHERE member_id = UUID '${memberId}' ORDER BY expires_at`),
    (rows) =>
      rows.map((row) => ({
        expiresAt: row.expires_at instanceof Date ? row.expires_at : new Date(String(row.expires_at)),
        timeZone: String(row.time_zone),
        coins: shown(row.coins),
        maturing: shown(row.maturing),
        expired: shown(row.expired),
        expirations: Number(row.expirations)
      }))
  )

/** The coins of each award of a member that waits, in the order of the awards. */
export const waitingIn = (memberId: string) =>
  Effect.map(
    raw(`SELECT coins FROM rewards_pending WHERE member_id = UUID '${memberId}' AND coins > 0 ORDER BY id`),
    (rows) => rows.map(({ coins }) => shown(coins))
  )
