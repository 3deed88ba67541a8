import { Context, Effect, Either, Layer } from "effect"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { orderedBy } from "../Actor.ts"
import { isWaiting, type WaitingRequest } from "../approvals/Approval.ts"
import {
  type BulkCheck,
  type BulkRequest,
  bulkKind,
  checkBulk,
  readBulk,
  writeBulk,
  writeBulkOnce
} from "../commands/bulk.ts"
import {
  type AdjustRefused,
  Command,
  outcomeOf,
  type Recorded,
  type ReverseAdjustmentRefused
} from "../commands/Command.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type { IdempotencyMismatch, QueueFull } from "../Errors.ts"
import type { AdjustmentReversal } from "../reversals/Reversal.ts"
import {
  AdjustCommand,
  type AdjustInput,
  type Adjustment,
  checkAdjust,
  ReverseAdjustmentCommand,
  type ReverseAdjustmentInput
} from "./Adjustment.ts"

/** The errors of an adjustment. After an error, nothing was written. */
export type AdjustError = InvalidInput | AdjustRefused

export type AdjustmentReceipt = Recorded<Adjustment>

/** The errors of the reversal of an adjustment. After an error, nothing was written. */
export type ReverseAdjustmentError = InvalidInput | ReverseAdjustmentRefused

export type AdjustmentReversalReceipt = Recorded<AdjustmentReversal>

/** Corrections of balances by hand. `Transfers.list` lists them as transactions of the type `adjustment`. */
export class Adjustments extends Context.Tag("rewards/Adjustments")<
  Adjustments,
  {
    /** Adds coins to a member's wallet, or removes coins from it. The wallet never goes below zero. */
    readonly adjust: (
      input: AdjustInput | Unparsed
    ) => Effect.Effect<AdjustmentReceipt, AdjustError | DatabaseFailure | QueueFull>

    /** Makes up to 1 000 adjustments. Returns the outcomes in the order of the inputs. */
    readonly adjustMany: (
      inputs: ReadonlyArray<AdjustInput | Unparsed>
    ) => Effect.Effect<
      ReadonlyArray<Either.Either<AdjustmentReceipt, AdjustError>>,
      InvalidInput | DatabaseFailure | QueueFull
    >

    /**
     * Returns for each of up to 1 000 adjustments whether `adjustMany` would refuse it because it is invalid or because its member
     * is unknown. Reads no balances, and writes nothing.
     */
    readonly checkMany: (
      inputs: ReadonlyArray<AdjustInput>
    ) => Effect.Effect<ReadonlyArray<BulkCheck>, InvalidInput | DatabaseFailure>

    /**
     * Like `adjustMany`, for one partner and under one idempotency key. A repeated request with the same key returns the same
     * outcomes, including refusals. If no adjustment is accepted, nothing is stored and the key can be used again.
     */
    readonly adjustManyOnce: (request: BulkRequest<AdjustInput>) => Effect.Effect<
      {
        readonly outcomes: ReadonlyArray<Either.Either<AdjustmentReceipt, AdjustError>>
        readonly replayed: boolean
      },
      InvalidInput | IdempotencyMismatch | DatabaseFailure | QueueFull
    >

    /**
     * Undoes an adjustment. An adjustment can be undone only once. If it was a credit, its expired coins are taken back from the partner's
     * expired coins, and its other coins from the wallet. Fails if the wallet has too few coins.
     */
    readonly reverse: (
      input: ReverseAdjustmentInput | Unparsed
    ) => Effect.Effect<AdjustmentReversalReceipt, ReverseAdjustmentError | DatabaseFailure | QueueFull>
  }
>() {
  static readonly layer: Layer.Layer<Adjustments, never, CommandWriter> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

/** Returns the record of a command that cannot wait for approval. Throws if the command waits. */
const written = <A extends object, E>(result: Either.Either<A | Recorded<WaitingRequest>, E>) =>
  Either.map(result, (record): A => {
    if (isWaiting(record)) throw new Error(`the adjustment ${record.id} waits for approval`)
    return record
  })

const parse = parser(AdjustCommand, checkAdjust)
const parseReverse = parser(ReverseAdjustmentCommand)

const bulk = bulkKind({
  field: "adjustments",
  parse,
  commandOf: (command, cause) => Command.Adjust({ command, ...cause }),
  resultOf: (outcome) => written(outcomeOf("Adjust", outcome).result)
})

const make = Effect.gen(function* () {
  const writer = yield* CommandWriter

  return Adjustments.of({
    adjust: Effect.fnUntraced(function* (input) {
      const command = yield* parse(input)
      const [outcome] = yield* writer.write([Command.Adjust({ command, ...(yield* orderedBy) })])
      return yield* written(outcomeOf("Adjust", outcome).result)
    }),

    adjustMany: Effect.fn("Adjustments.adjustMany")((inputs) => writeBulk(writer, readBulk(bulk, inputs))),

    checkMany: Effect.fn("Adjustments.checkMany")((inputs) => checkBulk(writer, bulk, inputs)),

    adjustManyOnce: Effect.fn("Adjustments.adjustManyOnce")((request) =>
      writeBulkOnce(writer, request, readBulk(bulk, request.inputs))
    ),

    reverse: Effect.fnUntraced(function* (input) {
      const command = yield* parseReverse(input)
      const [outcome] = yield* writer.write([Command.ReverseAdjustment({ command, ...(yield* orderedBy) })])
      return yield* written(outcomeOf("ReverseAdjustment", outcome).result)
    })
  })
})
