import { Effect } from "effect"
import * as Coins from "../../rewards/Coins.ts"
import type { Refund } from "../../rewards/reversals/Reversal.ts"
import { Transfers } from "../../rewards/transfers/Transfers.ts"
import { Unparsed } from "../../schema/Input.ts"
import { asActor } from "../authorize.ts"
import { listIn, onceAccepted, outcomes } from "../bulk.ts"
import type { Handler } from "../handle.ts"
import type * as Wire from "./api.ts"

export const refunded = (refund: Refund): typeof Wire.Refund.Encoded => ({
  id: refund.id,
  transactionId: refund.transactionId,
  coins: Coins.format(refund.coins),
  narration: refund.narration,
  partnerId: refund.partnerId,
  createdAt: refund.createdAt.toISOString()
})

/** The answer holds no user's id, so that it can be kept with its key. */
export const refundList: Handler<"partner", typeof Wire.RefundOutcomes.Encoded> = Effect.fnUntraced(
  function* (request) {
    const { partnerId } = request.session
    const inputs = (yield* listIn(request, "refunds")).map(
      (item) =>
        new Unparsed({ ...(typeof item === "object" ? item : {}), partnerId, idempotencyKey: undefined })
    )
    const transfers = yield* Transfers
    const write = Effect.map(transfers.refundMany(inputs), (results) => outcomes(results, refunded))
    return {
      message: "Refunds carried out, an outcome each",
      ...(yield* asActor(request.session, onceAccepted(request, write)))
    }
  }
)
