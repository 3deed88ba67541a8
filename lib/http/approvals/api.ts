import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { DecideCommand, Declined, ListedRequest, ListRequests } from "../../rewards/approvals/Approval.ts"
import { forPartner } from "../access.ts"
import { created, ReadsList } from "../annotations.ts"
import { answer, described, Id, Texts } from "../answerSchemas.ts"
import { CoinAdjustment, CoinAdjustmentReversal } from "../coins/api.ts"
import { success } from "../envelope.ts"
import { pageSize, requestBody, requestQuery } from "../requestSchemas.ts"

export const DecideBody = requestBody("Decide", DecideCommand.omit("partnerId", "idempotencyKey"), {
  requestId: {
    description: "The id of a request that waits for approval",
    example: "01a1dd04-59e9-7000-9022-9805fb1f6534"
  }
})

export const DeclinedRequest = answer("DeclinedRequest", Declined.pick("id", "state"), { id: Id })

export const ApprovalRequest = answer("ApprovalRequest", ListedRequest, {
  id: Id,
  adjustmentId: { description: "The adjustment to reverse; null if the request is for a new adjustment" },
  metadata: Texts,
  lapsesAt: { description: "When the request lapses, if nobody decides before" },
  decidedAt: { description: "When the request was approved or declined; null if it was not" },
  recordId: { description: "The adjustment or the reversal that was approved; null if there is none" }
})

export const RequestsQuery = requestQuery(ListRequests.omit("partnerId"), {
  state: { description: "Only requests that wait. By default, the list has all" },
  before: { description: "The `next` of the previous page" },
  limit: pageSize(20)
})

export const ApprovalRequestPage = Schema.Struct({
  data: Schema.Array(ApprovalRequest),
  next: described(
    Schema.NullOr(Schema.String),
    "Pass it as `before` to get the next page; null if there are no more requests"
  )
}).annotations({ identifier: "ApprovalRequestPage" })

const decides =
  "The person who ordered the adjustment cannot decide. The role of the person who decides must allow adjustments. API keys cannot decide. A decision is final. Without a decision, a request lapses after seven days."

export const approve = HttpApiEndpoint.post("approve", "/laas/coins/adjust/approve")
  .setPayload(DecideBody)
  .addSuccess(success(Schema.Union(CoinAdjustment, CoinAdjustmentReversal)), created)
  .annotate(OpenApi.Summary, "Approve an adjustment, or the reversal of one, and carry it out")
  .annotate(
    OpenApi.Description,
    `${decides} The adjustment is checked again. If the wallet has too few coins by now, the approval is refused, and the request still waits.`
  )
  .pipe(forPartner("coins:adjust"))

export const decline = HttpApiEndpoint.post("decline", "/laas/coins/adjust/decline")
  .setPayload(DecideBody)
  .addSuccess(success(DeclinedRequest))
  .annotate(OpenApi.Summary, "Decline an adjustment, or the reversal of one")
  .annotate(OpenApi.Description, decides)
  .pipe(forPartner("coins:adjust"))

export const list = HttpApiEndpoint.get("list", "/laas/coins/adjust/requests")
  .setUrlParams(RequestsQuery)
  .addSuccess(success(ApprovalRequestPage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "Requests for approval, newest first")
  .annotate(
    OpenApi.Description,
    "If a person orders an adjustment of more coins than `approveAbove` of the partner's settings, the adjustment waits until another person approves it. So does a person's reversal of such an adjustment. Adjustments and reversals by API keys do not wait."
  )
  .pipe(forPartner("coins:adjust"))

export const approvals = HttpApiGroup.make("approvals")
  .add(list)
  .add(approve)
  .add(decline)
  .annotate(OpenApi.Description, "Large adjustments by persons wait until another person approves them")
