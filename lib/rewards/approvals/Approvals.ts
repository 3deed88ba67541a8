import { Context, Effect, type Either, Layer, Stream } from "effect"
import { encoderOf } from "../../schema/Compiled.ts"
import { firstIdOf, largestId, smallestId } from "../../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { orderedBy } from "../Actor.ts"
import {
  AdjustCommand,
  type AdjustInput,
  type Adjustment,
  checkAdjust,
  ReverseAdjustmentCommand,
  type ReverseAdjustmentInput
} from "../adjustments/Adjustment.ts"
import type { AdjustError, ReverseAdjustmentError } from "../adjustments/Adjustments.ts"
import { now } from "../clock.ts"
import { type BulkRequest, bulkKind, readBulk, writeBulk, writeBulkOnce } from "../commands/bulk.ts"
import {
  type ApproveRefused,
  Command,
  type DecideRefused,
  outcomeOf,
  type Recorded
} from "../commands/Command.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type { IdempotencyMismatch, QueueFull } from "../Errors.ts"
import { makeRecord } from "../events/record.ts"
import { type ApprovalId, type MemberId, type PartnerId, RecordId } from "../Id.ts"
import { Orderers } from "../orderers/Orderers.ts"
import { Holders, paged } from "../personal/Holders.ts"
import { EventLog } from "../ports.ts"
import type { AdjustmentReversal } from "../reversals/Reversal.ts"
import { approvalDecisions, approvalRequests, texts } from "../tables.ts"
import {
  type ApprovedRecord,
  DecideCommand,
  type DecideInput,
  type Declined,
  ListedRequest,
  ListRequests,
  type ListRequestsInput,
  lapsesAfter,
  stateOf,
  type WaitingRequest
} from "./Approval.ts"
import {
  findDecisions,
  findRequests,
  listOfMember,
  listRequests,
  listWaiting,
  memberPage,
  waitsSince
} from "./storedRequests.ts"

type OrderedAdjustment = Recorded<Adjustment | WaitingRequest>

/** The errors of an approval. After an error, nothing was written, and the request still waits if it waited before. */
export type ApproveError = InvalidInput | ApproveRefused
export type DeclineError = InvalidInput | DecideRefused

/**
 * Orders adjustments by people, and decides about them. An adjustment that moves more coins than the partner's setting `approveAbove` waits
 * until another person approves it. So does the reversal of such an adjustment. A request without a decision lapses after seven days.
 * Changing `approveAbove` does not change waiting requests.
 */
export class Approvals extends Context.Tag("rewards/Approvals")<
  Approvals,
  {
    /** Like `Adjustments.adjust`, but the adjustment may have to wait. */
    readonly adjust: (
      input: AdjustInput | Unparsed
    ) => Effect.Effect<OrderedAdjustment, AdjustError | DatabaseFailure | QueueFull>

    /** Like `Adjustments.adjustMany`, but each adjustment may have to wait. */
    readonly adjustMany: (
      inputs: ReadonlyArray<AdjustInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<OrderedAdjustment, AdjustError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /** Like `Adjustments.adjustManyOnce`, but each adjustment may have to wait. */
    readonly adjustManyOnce: (request: BulkRequest<AdjustInput>) => Effect.Effect<
      {
        readonly outcomes: ReadonlyArray<Either.Either<OrderedAdjustment, AdjustError>>
        readonly replayed: boolean
      },
      InvalidInput | IdempotencyMismatch | DatabaseFailure | QueueFull
    >

    /** Like `Adjustments.reverse`, but the reversal may have to wait. */
    readonly reverse: (
      input: ReverseAdjustmentInput | Unparsed
    ) => Effect.Effect<
      Recorded<AdjustmentReversal | WaitingRequest>,
      ReverseAdjustmentError | DatabaseFailure | QueueFull
    >

    /**
     * Carries out an adjustment or a reversal that waits. The person who ordered it cannot approve it. The adjustment or reversal is
     * checked again. If it is refused now, the request still waits.
     */
    readonly approve: (
      input: DecideInput | Unparsed
    ) => Effect.Effect<Recorded<ApprovedRecord>, ApproveError | DatabaseFailure | QueueFull>

    /** Ends a request without carrying it out. The person who ordered the adjustment cannot decline it. */
    readonly decline: (
      input: DecideInput | Unparsed
    ) => Effect.Effect<Recorded<Declined>, DeclineError | DatabaseFailure | QueueFull>

    /** Returns at most `limit` requests, newest first. With `before`, returns only requests older than the request with this id. */
    readonly list: (
      input: ListRequestsInput | Unparsed
    ) => Effect.Effect<ReadonlyArray<ListedRequest>, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Approvals, never, CommandWriter | Database | Holders | Orderers> =
    Layer.suspend(() => Layer.effect(this, make))
}

const encodeListed = encoderOf(ListedRequest)
const insertDecisions = approvalDecisions.insert()
const setReasons = approvalRequests.update("reason")
const deleteTexts = texts.by("partnerId", "recordId").delete()

const parse = parser(AdjustCommand, checkAdjust)
const parseReverse = parser(ReverseAdjustmentCommand)
const parseDecide = parser(DecideCommand)
const parseList = parser(ListRequests)

const bulk = bulkKind({
  field: "adjustments",
  parse,
  commandOf: (command, cause) => Command.Adjust({ command, mayWait: true, ...cause }),
  resultOf: (outcome) => outcomeOf("Adjust", outcome).result
})

const make = Effect.gen(function* () {
  const database = yield* Database
  const writer = yield* CommandWriter
  const orderers = yield* Orderers
  const holders = yield* Holders
  const events = makeRecord(database, yield* EventLog)

  /** Reads requests as lists show them, newest first. */
  const describe = Effect.fnUntraced(function* (
    partnerId: PartnerId,
    ids: ReadonlyArray<{ readonly id: ApprovalId }>
  ) {
    const at = yield* now
    const { decisions, requests } = yield* database.send(
      Batch.all({
        requests: findRequests(ids.map(({ id }) => ({ partnerId, id }))),
        decisions: Batch.of(
          findDecisions,
          ids.map(({ id: requestId }) => ({ partnerId, requestId }))
        )
      })
    )
    const decided = new Map(decisions.map((each) => [each.requestId, each]))
    const named = yield* orderers.named(
      partnerId,
      [...requests, ...decisions].map(({ orderedBy }) => orderedBy)
    )
    return requests
      .map(({ memberId: _, ordererId: __, partnerId: ___, ...request }): ListedRequest => {
        const decision = decided.get(request.id)
        return {
          ...request,
          state: stateOf(request, decision, at),
          lapsesAt: new Date(request.createdAt.getTime() + lapsesAfter),
          decidedAt: decision?.createdAt ?? null,
          recordId: decision?.recordId ?? null,
          orderedBy: named(request.orderedBy),
          decidedBy: named(decision?.orderedBy ?? null)
        }
      })
      .sort((one, other) => (one.id < other.id ? 1 : -1))
  })

  const ofMember = Effect.fnUntraced(function* (
    { id: memberId, partnerId }: { readonly id: MemberId; readonly partnerId: PartnerId },
    before: string = largestId
  ) {
    const ids = yield* database.run(listOfMember, [{ partnerId, memberId, before }])
    const last = ids.length < memberPage ? undefined : ids.at(-1)
    return { data: yield* describe(partnerId, ids), next: last?.id ?? null }
  })

  holders.add({
    name: "approvals",
    sections: {
      approvals: (member) =>
        Stream.map(
          paged((before: string | undefined) => ofMember(member, before)),
          encodeListed
        )
    },
    // Declines the member's waiting requests, with events that show the pseudonym, and removes the reasons and texts of all its requests.
    // The transaction has locked the wallet, so nobody can decide about the requests meanwhile.
    forget: Effect.fnUntraced(function* ({ memberId, partnerId, userId }) {
      const requests = yield* Stream.runCollect(
        paged((before: string | undefined) => ofMember({ id: memberId, partnerId }, before))
      )
      const ids = Array.from(requests, ({ id }) => ({ partnerId, id }))
      const createdAt = yield* now
      const orderedBy = yield* orderers.current(partnerId)
      const waiting = Array.from(requests).filter(({ state }) => state === "waiting")
      yield* database.send(
        Batch.inOrder([
          Batch.of(
            insertDecisions,
            waiting.map(({ id: requestId }) => ({
              partnerId,
              requestId,
              recordId: null,
              orderedBy,
              createdAt
            }))
          ),
          Batch.of(
            setReasons,
            ids.map((each) => ({ ...each, reason: null }))
          ),
          Batch.of(
            deleteTexts,
            ids.map(({ id }) => ({ partnerId, recordId: RecordId.make(id, { disableValidation: true }) }))
          )
        ])
      )
      if (waiting.length === 0) return
      yield* events.write(
        yield* events.open([partnerId]),
        waiting.map(({ coins, id }) => ({
          partnerId,
          orderedBy,
          fact: {
            type: "approval.declined",
            data: { id, memberId, userId, coins, recordId: null, createdAt }
          }
        }))
      )
    })
  })

  return Approvals.of({
    adjust: Effect.fn("Approvals.adjust")(function* (input) {
      const command = yield* parse(input)
      const each = Command.Adjust({ command, mayWait: true, ...(yield* orderedBy) })
      const [outcome] = yield* writer.write([each])
      return yield* outcomeOf("Adjust", outcome).result
    }),

    adjustMany: Effect.fn("Approvals.adjustMany")((inputs) => writeBulk(writer, readBulk(bulk, inputs))),

    adjustManyOnce: Effect.fn("Approvals.adjustManyOnce")((request) =>
      writeBulkOnce(writer, request, readBulk(bulk, request.inputs))
    ),

    reverse: Effect.fn("Approvals.reverse")(function* (input) {
      const command = yield* parseReverse(input)
      const each = Command.ReverseAdjustment({ command, mayWait: true, ...(yield* orderedBy) })
      const [outcome] = yield* writer.write([each])
      return yield* outcomeOf("ReverseAdjustment", outcome).result
    }),

    approve: Effect.fn("Approvals.approve")(function* (input) {
      const command = yield* parseDecide(input)
      const [outcome] = yield* writer.write([Command.Approve({ command, ...(yield* orderedBy) })])
      return yield* outcomeOf("Approve", outcome).result
    }),

    decline: Effect.fn("Approvals.decline")(function* (input) {
      const command = yield* parseDecide(input)
      const [outcome] = yield* writer.write([Command.Decline({ command, ...(yield* orderedBy) })])
      return yield* outcomeOf("Decline", outcome).result
    }),

    list: Effect.fn("Approvals.list")(function* (input) {
      const { before = largestId, limit: size, partnerId, state } = yield* parseList(input)
      const at = yield* now
      // A waiting request is younger than seven days.
      const since = state === undefined ? smallestId : firstIdOf(waitsSince(at))
      const ids = yield* database.run(state === undefined ? listRequests : listWaiting, [
        { partnerId, before, since, size }
      ])
      const listed = yield* describe(partnerId, ids)
      return listed.filter((each) => state === undefined || each.state === state)
    })
  })
})
