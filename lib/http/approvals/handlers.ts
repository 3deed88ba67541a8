import { Approvals } from "../../rewards/approvals/Approvals.ts"
import { Unparsed } from "../../schema/Input.ts"
import { CoinAdjustment, CoinAdjustmentReversal } from "../coins/api.ts"
import { bodyInput, type HandledEndpoint, handle } from "../handle.ts"
import * as api from "./api.ts"

export const approvals: ReadonlyArray<HandledEndpoint> = [
  handle(api.list, function* ({ query, session: { partnerId } }) {
    const { limit = "20" } = query
    const found = yield* (yield* Approvals).list(new Unparsed({ ...query, limit }, { partnerId }))
    const full = found.length >= Number(limit)
    return {
      message: "Requests returned successfully",
      data: { data: found.map(api.ApprovalRequest.encode), next: full ? (found.at(-1)?.id ?? null) : null }
    }
  }),

  handle(api.approve, function* (request) {
    const record = yield* (yield* Approvals).approve(bodyInput(request))
    const data =
      "adjustmentId" in record ? CoinAdjustmentReversal.encode(record) : CoinAdjustment.encode(record)
    return { message: "Adjustment approved", data, replayed: record.replayed }
  }),

  handle(api.decline, function* (request) {
    const declined = yield* (yield* Approvals).decline(bodyInput(request))
    return {
      message: "Adjustment declined",
      data: api.DeclinedRequest.encode(declined),
      replayed: declined.replayed
    }
  })
]
