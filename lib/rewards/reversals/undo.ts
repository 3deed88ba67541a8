import { type Context, Effect, Either } from "effect"
import { type InvalidInput, invalid, parser, type Unparsed } from "../../schema/Input.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Actor } from "../Actor.ts"
import {
  Command,
  type Orderer,
  type Outcome,
  outcomeOf,
  type Recorded,
  type RefundRefused,
  type ReverseRefused
} from "../commands/Command.ts"
import { type CommandWriter, maxCommands } from "../commands/CommandWriter.ts"
import type { QueueFull } from "../Errors.ts"
import { RequestId } from "../RequestId.ts"
import {
  type Refund,
  RefundCommand,
  type RefundInput,
  type Reversal,
  ReverseCommand,
  type ReverseInput
} from "./Reversal.ts"

export type ReversalReceipt = Recorded<Reversal>
export type RefundReceipt = Recorded<Refund>

/** Why an award was not reversed; nothing was written. */
export type ReverseError = InvalidInput | ReverseRefused
/** Why a transfer was not refunded; nothing was written. */
export type RefundError = InvalidInput | RefundRefused

type Failure = DatabaseFailure | QueueFull

const parseReverse = parser(ReverseCommand)
const parseRefund = parser(RefundCommand)

interface Cause {
  readonly by: Orderer | undefined
  readonly requestId: string | null
}

const orderer = Effect.map(Actor, ({ address, name }): Orderer | undefined =>
  name === undefined ? undefined : { name, address }
)

/** Reverses awards and refunds transfers, up to 1 000 at once. */
export const makeUndo = (writer: Context.Tag.Service<CommandWriter>) => {
  /** Writes the commands of the inputs that can be read, and gives each input its result, in their order. */
  const write = <C, A, E>(
    parsed: ReadonlyArray<Either.Either<C, InvalidInput>>,
    commandOf: (command: C, caused: Cause) => Command,
    resultOf: (outcome: Outcome | undefined) => Either.Either<A, E>
  ): Effect.Effect<ReadonlyArray<Either.Either<A, InvalidInput | E>>, Failure> =>
    Effect.gen(function* () {
      const caused = { by: yield* orderer, requestId: yield* RequestId }
      const commands = parsed.filter(Either.isRight).map(({ right }) => commandOf(right, caused))
      const next = (yield* writer.write(commands)).values()
      return parsed.map(
        (each): Either.Either<A, InvalidInput | E> =>
          Either.isLeft(each) ? Either.left(each.left) : resultOf(next.next().value)
      )
    })

  const ensureFew = (field: string, inputs: ReadonlyArray<unknown>) =>
    inputs.length > maxCommands
      ? Effect.fail(invalid(field, `must hold at most ${maxCommands}, got ${inputs.length}`))
      : Effect.void

  const reverseMany = (
    inputs: ReadonlyArray<ReverseInput | Unparsed>
  ): Effect.Effect<ReadonlyArray<Either.Either<ReversalReceipt, ReverseError>>, InvalidInput | Failure> =>
    Effect.zipRight(
      ensureFew("reversals", inputs),
      write(
        inputs.map(parseReverse),
        (command, caused) => Command.Reverse({ command, ...caused }),
        (outcome) => outcomeOf("Reverse", outcome).result
      )
    )

  const refundMany = (
    inputs: ReadonlyArray<RefundInput | Unparsed>
  ): Effect.Effect<ReadonlyArray<Either.Either<RefundReceipt, RefundError>>, InvalidInput | Failure> =>
    Effect.zipRight(
      ensureFew("refunds", inputs),
      write(
        inputs.map(parseRefund),
        (command, caused) => Command.Refund({ command, ...caused }),
        (outcome) => outcomeOf("Refund", outcome).result
      )
    )

  return {
    reverseMany,
    refundMany,
    reverse: (input: ReverseInput | Unparsed) => Effect.flatMap(reverseMany([input]), only),
    refund: (input: RefundInput | Unparsed) => Effect.flatMap(refundMany([input]), only)
  }
}

const only = <A, E>(results: ReadonlyArray<Either.Either<A, E>>): Either.Either<A, E> => {
  const [result] = results
  if (result === undefined) throw new Error("one order got no result")
  return result
}
