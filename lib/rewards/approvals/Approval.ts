import { Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { mustBe, required } from "../../schema/Input.ts"
import { goingBack } from "../../schema/Page.ts"
import { Adjustment, DebitOrCredit } from "../adjustments/Adjustment.ts"
import * as Coins from "../Coins.ts"
import { ApprovalId, type MemberId, PartnerId, TransferId } from "../Id.ts"
import { IdempotencyKey } from "../idempotency/IdempotencyKey.ts"
import { CoinsExpire } from "../lots/period.ts"
import { Orderer, type OrdererNumber } from "../orderers/Orderer.ts"
import { AdjustmentReversal } from "../reversals/Reversal.ts"
import { Metadata } from "../texts/Metadata.ts"

/** How long a request waits, in milliseconds. After that it has lapsed. */
export const lapsesAfter = 7 * 86_400_000

export const RequestState = Schema.Literal("waiting", "approved", "declined", "lapsed")
export type RequestState = typeof RequestState.Type

/**
 * A stored request for an adjustment, or for the reversal of the adjustment `adjustmentId`. Its row never changes, except that the erasure
 * of the member removes the reason.
 */
export interface StoredRequest {
  readonly partnerId: PartnerId
  readonly id: ApprovalId
  readonly memberId: MemberId
  readonly userId: string
  readonly adjustmentId: TransferId | null
  readonly coins: Coins.Coins
  readonly debitOrCredit: DebitOrCredit
  /** Null after the member was erased. */
  readonly reason: string | null
  readonly points: boolean
  readonly coinsExpire: CoinsExpire | null
  readonly narration: string | null
  readonly metadata: Metadata
  /** The number of the person who ordered the adjustment. */
  readonly orderedBy: OrdererNumber
  /** The id of this person. */
  readonly ordererId: string | null
  readonly createdAt: Date
}

/** The decision about a request. A request that has lapsed has none. */
export interface Decision {
  readonly createdAt: Date
  /** The id of the adjustment or the reversal that was approved; null if the request was declined. */
  readonly recordId: TransferId | null
}

export const stateOf = (
  { createdAt }: Pick<StoredRequest, "createdAt">,
  decision: Decision | undefined,
  at: Date
): RequestState => {
  if (decision !== undefined) return decision.recordId === null ? "declined" : "approved"
  return at.getTime() - createdAt.getTime() >= lapsesAfter ? "lapsed" : "waiting"
}

/** The answer to an adjustment, or to the reversal of one, that waits for approval. */
export const WaitingRequest = Schema.Struct({
  id: ApprovalId,
  partnerId: PartnerId,
  state: Schema.Literal("waiting"),
  createdAt: Schema.Date
})
export type WaitingRequest = typeof WaitingRequest.Type

/** The fields of a waiting request, or of a declined one, that a replay reads from the database. */
export interface RequestFacts {
  readonly id: ApprovalId
  readonly createdAt: Date
  /** When the request was declined; null if it was not. */
  readonly declinedAt: Date | null
}

export const isWaiting = (record: object): record is WaitingRequest => "state" in record

export const waitingOf = (partnerId: PartnerId, { createdAt, id }: RequestFacts): WaitingRequest => ({
  id,
  partnerId,
  state: "waiting",
  createdAt
})

/** Approves or declines a request. */
export const DecideCommand = Schema.Struct({
  partnerId: required(PartnerId),
  /** The id of the request, from the answer to the adjustment. */
  requestId: required(ApprovalId),
  idempotencyKey: Schema.optional(IdempotencyKey)
})
export type DecideCommand = typeof DecideCommand.Type
export type DecideInput = Documented.Of<typeof DecideCommand, Documented.DecideInput>

/** The adjustment or the reversal that was approved. */
export const ApprovedRecord = Schema.Union(Adjustment, AdjustmentReversal)
export type ApprovedRecord = typeof ApprovedRecord.Type

export const Declined = Schema.Struct({
  id: ApprovalId,
  partnerId: PartnerId,
  state: Schema.Literal("declined"),
  createdAt: Schema.Date
})
export type Declined = typeof Declined.Type

export const declinedOf = (partnerId: PartnerId, { createdAt, declinedAt, id }: RequestFacts): Declined => ({
  id,
  partnerId,
  state: "declined",
  createdAt: declinedAt ?? createdAt
})

/** A request in a list. */
export const ListedRequest = Schema.Struct({
  id: ApprovalId,
  userId: Schema.String,
  /** The adjustment to reverse; null if the request is for a new adjustment. */
  adjustmentId: Schema.NullOr(TransferId),
  coins: Coins.Amount,
  debitOrCredit: DebitOrCredit,
  /** Null after the member was erased. */
  reason: Schema.NullOr(Schema.String),
  points: Schema.Boolean,
  coinsExpire: Schema.NullOr(CoinsExpire),
  narration: Schema.NullOr(Schema.String),
  metadata: Metadata,
  state: RequestState,
  createdAt: Schema.Date,
  /** When the request lapses if nobody has decided by then. */
  lapsesAt: Schema.Date,
  /** When the request was approved or declined; null if it was not. */
  decidedAt: Schema.NullOr(Schema.Date),
  /** The adjustment or the reversal that was approved. */
  recordId: Schema.NullOr(TransferId),
  /** Who ordered the adjustment; null if the caller is not known. */
  orderedBy: Schema.NullOr(Orderer),
  /** Who approved or declined the request; null if nobody did, or if the caller is not known. */
  decidedBy: Schema.NullOr(Orderer)
})
export type ListedRequest = typeof ListedRequest.Type

export const ListRequests = Schema.Struct({
  partnerId: required(PartnerId),
  /** With "waiting", the list has only requests that wait. By default, the list has all requests. */
  state: Schema.optional(Schema.Literal("waiting").pipe(mustBe('"waiting"'))),
  ...goingBack("a request")
})
export type ListRequestsInput = Documented.Of<typeof ListRequests, Documented.ListRequestsInput>
