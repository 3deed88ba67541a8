import { type Context, Effect, Either } from "effect"
import { type InvalidInput, invalid, parser } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { Statement } from "../../sql/Statement.ts"
import { Actor } from "../Actor.ts"
import { AwardNotFound, IdempotencyMismatch, type QueueFull, TransferNotFound } from "../Errors.ts"
import { readAnswers } from "../idempotency/statements.ts"
import {
  Command,
  type Orderer,
  type Outcome,
  outcomeOf,
  type Recorded,
  type RefundRefused,
  type ReverseRefused
} from "../journal/Command.ts"
import { type Journal, maxCommands } from "../journal/Journal.ts"
import {
  type Refund,
  RefundCommand,
  type RefundedTransfer,
  type RefundInput,
  type Reversal,
  ReverseCommand,
  type ReversedAward,
  type ReverseInput
} from "./Reversal.ts"
import { readAwards, readTransfers } from "./statements.ts"

export type ReversalReceipt = Recorded<Reversal>
export type RefundReceipt = Recorded<Refund>

/** Why an award was not reversed; nothing was written. */
export type ReverseError = InvalidInput | AwardNotFound | ReverseRefused
/** Why a transfer was not refunded; nothing was written. */
export type RefundError = InvalidInput | TransferNotFound | RefundRefused

type Failure = DatabaseFailure | QueueFull

const parseReverse = parser(ReverseCommand)
const parseRefund = parser(RefundCommand)

/** A command for each input whose record is there; otherwise why there is none. */
type Prepared<E> = ReadonlyArray<Either.Either<Command, E>>

const orderer = Effect.map(Actor, ({ address, name }): Orderer | undefined =>
  name === undefined ? undefined : { name, address }
)

interface Keyed {
  readonly partnerId: string
  readonly idempotencyKey?: string | undefined
}

/** How orders of one kind are read: their inputs, the records that they undo, and the commands of both. */
interface Kind<C extends Keyed, Row, E> {
  readonly parse: (input: unknown) => Either.Either<C, InvalidInput>
  readonly recordOf: (command: C) => { readonly partner_id: string; readonly id: string }
  readonly read: Statement<{ readonly partner_id: string; readonly id: string }, Row>
  readonly commandOf: (command: C, record: Row, by: Orderer | undefined) => Command
  readonly missing: (id: string) => E
}

const reversals: Kind<ReverseCommand, ReversedAward, AwardNotFound> = {
  parse: parseReverse,
  recordOf: ({ awardId, partnerId }) => ({ partner_id: partnerId, id: awardId }),
  read: readAwards,
  commandOf: (command, award, by) => Command.Reverse({ command, award, by }),
  missing: (awardId) => new AwardNotFound({ awardId })
}

const refunds: Kind<RefundCommand, RefundedTransfer, TransferNotFound> = {
  parse: parseRefund,
  recordOf: ({ partnerId, transactionId }) => ({ partner_id: partnerId, id: transactionId }),
  read: readTransfers,
  commandOf: (command, transfer, by) => Command.Refund({ command, transfer, by }),
  missing: (transactionId) => new TransferNotFound({ transactionId })
}

/**
 * Reverses awards and refunds transfers, up to 1 000 at once. Their rows never change, so they are read before the transaction
 * that writes; whether they were reversed before is read in it.
 */
export const makeUndo = (database: Context.Tag.Service<Database>, journal: Context.Tag.Service<Journal>) => {
  /**
   * The keys of these orders that were used. An order for a record that is not there was never carried out, so its key was
   * used for another one.
   */
  const usedKeys = (orders: ReadonlyArray<Keyed>): Effect.Effect<ReadonlySet<string>, DatabaseFailure> => {
    const keys = orders.flatMap(({ idempotencyKey: key, partnerId }) =>
      key === undefined ? [] : [{ partner_id: partnerId, key }]
    )
    return keys.length === 0
      ? Effect.succeed(new Set())
      : Effect.map(database.run(readAnswers, keys), (rows) => new Set(rows.map(keyOf)))
  }

  const prepare = <C extends Keyed, Row extends { readonly id: string }, E>(
    { commandOf, missing, parse, read, recordOf }: Kind<C, Row, E>,
    inputs: ReadonlyArray<unknown>
  ): Effect.Effect<Prepared<InvalidInput | IdempotencyMismatch | E>, DatabaseFailure> =>
    Effect.gen(function* () {
      const by = yield* orderer
      const parsed = inputs.map(parse)
      const commands = parsed.filter(Either.isRight).map(({ right }) => right)
      const records = new Map((yield* database.run(read, commands.map(recordOf))).map((row) => [row.id, row]))
      const used = yield* usedKeys(commands.filter((command) => !records.has(recordOf(command).id)))
      return parsed.map((each) =>
        Either.flatMap(each, (command): Either.Either<Command, InvalidInput | IdempotencyMismatch | E> => {
          const { id } = recordOf(command)
          const record = records.get(id)
          if (record !== undefined) return Either.right(commandOf(command, record, by))
          const { idempotencyKey: key, partnerId } = command
          return key !== undefined && used.has(keyOf({ partnerId, key }))
            ? Either.left(new IdempotencyMismatch({ key }))
            : Either.left(missing(id))
        })
      )
    })

  /** Writes the commands that there are, and gives each input its result, in their order. */
  const write = <A, E, E2>(
    prepared: Prepared<E>,
    resultOf: (outcome: Outcome | undefined) => Either.Either<A, E2>
  ): Effect.Effect<ReadonlyArray<Either.Either<A, E | E2>>, Failure> =>
    Effect.map(journal.write(prepared.filter(Either.isRight).map(({ right }) => right)), (outcomes) => {
      const next = outcomes.values()
      return prepared.map(
        (each): Either.Either<A, E | E2> =>
          Either.isLeft(each) ? Either.left(each.left) : resultOf(next.next().value)
      )
    })

  const ensureFew = (field: string, inputs: ReadonlyArray<unknown>) =>
    inputs.length > maxCommands
      ? Effect.fail(invalid(field, `must hold at most ${maxCommands}, got ${inputs.length}`))
      : Effect.void

  const reverseMany = (
    inputs: ReadonlyArray<ReverseInput>
  ): Effect.Effect<ReadonlyArray<Either.Either<ReversalReceipt, ReverseError>>, InvalidInput | Failure> =>
    Effect.zipRight(
      ensureFew("reversals", inputs),
      Effect.flatMap(prepare(reversals, inputs), (prepared) =>
        write(prepared, (outcome) => outcomeOf("Reverse", outcome).result)
      )
    )

  const refundMany = (
    inputs: ReadonlyArray<RefundInput>
  ): Effect.Effect<ReadonlyArray<Either.Either<RefundReceipt, RefundError>>, InvalidInput | Failure> =>
    Effect.zipRight(
      ensureFew("refunds", inputs),
      Effect.flatMap(prepare(refunds, inputs), (prepared) =>
        write(prepared, (outcome) => outcomeOf("Refund", outcome).result)
      )
    )

  return {
    reverseMany,
    refundMany,
    reverse: (input: ReverseInput) => Effect.flatMap(reverseMany([input]), only),
    refund: (input: RefundInput) => Effect.flatMap(refundMany([input]), only)
  }
}

const keyOf = ({ key, partnerId }: { readonly partnerId: string; readonly key: string }): string =>
  `${partnerId} ${key}`

const only = <A, E>(results: ReadonlyArray<Either.Either<A, E>>): Either.Either<A, E> => {
  const [result] = results
  if (result === undefined) throw new Error("one order got no result")
  return result
}
