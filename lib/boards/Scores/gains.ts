import type { PartnerId } from "../../rewards/Id.ts"
import type { Transfer } from "../../rewards/ledger/Account.ts"
import { type BoardType, boardNumber, monthOf } from "../Board.ts"

/** What a member gained on one board. */
export interface Gain {
  readonly partner_id: PartnerId
  readonly board: number
  readonly member_id: string
  score: number
  reached_ms: number
}

const typeOf = { award: "earner", user_partner_transfer: "spender" } satisfies Record<
  Transfer["kind"],
  BoardType
>

/** What each member gained on each board. */
export const gains = (transfers: ReadonlyArray<Transfer>): ReadonlyArray<Gain> => {
  const found = new Map<string, Gain>()
  for (const { amount, createdAt, credit, debit, kind, partnerId } of transfers) {
    const member_id = kind === "award" ? credit.id : debit.id
    const reached_ms = createdAt.getTime()
    for (const board of [boardNumber(typeOf[kind], null), boardNumber(typeOf[kind], monthOf(createdAt))]) {
      const key = `${partnerId}${member_id}${board}`
      const known = found.get(key)
      if (known === undefined) {
        found.set(key, { partner_id: partnerId, board, member_id, score: amount, reached_ms })
      } else {
        known.score += amount
        known.reached_ms = Math.max(known.reached_ms, reached_ms)
      }
    }
  }
  return Array.from(found.values())
}
