import { type Context, Effect, Either } from "effect"
import { type InvalidInput, invalid, type Unparsed } from "../../schema/Input.ts"
import { orderedBy } from "../Actor.ts"
import { IdempotencyMismatch, MemberNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { fingerprintOf } from "../idempotency/fingerprint.ts"
import { memberKey } from "../members/Member.ts"
import type { BulkCommand, Command, Ordered, Outcome } from "./Command.ts"
import { type CommandWriter, maxCommands } from "./CommandWriter.ts"

/** A bulk of commands of one partner, under one idempotency key. */
export interface BulkRequest<Input> {
  readonly partnerId: PartnerId
  readonly key: string
  /** Identifies the request. Two requests with equal bodies must have equal inputs. */
  readonly body: unknown
  readonly inputs: ReadonlyArray<Input | Unparsed>
}

/** Parses up to 1 000 inputs. `field` is the name of the inputs in errors. */
export const parseBulk = <I>(
  inputs: ReadonlyArray<unknown>,
  field: string,
  parse: (input: unknown) => Either.Either<I, InvalidInput>
): Either.Either<ReadonlyArray<Either.Either<I, InvalidInput>>, InvalidInput> =>
  inputs.length > maxCommands
    ? Either.left(invalid(field, `must hold at most ${maxCommands} ${field}, got ${inputs.length}`))
    : Either.right(inputs.map(parse))

/**
 * Parses up to 1 000 inputs. Returns the commands of the valid inputs. `resultsOf` takes the outcomes of these commands, and returns a
 * result for each input, in the order of the inputs.
 */
export const readBulk = <I, C extends Command, A, E>(bulk: {
  readonly inputs: ReadonlyArray<unknown>
  readonly field: string
  readonly parse: (input: unknown) => Either.Either<I, InvalidInput>
  readonly commandOf: (command: I, cause: Ordered) => C
  readonly resultOf: (outcome: Outcome | undefined) => Either.Either<A, E>
}) =>
  Effect.gen(function* () {
    const { commandOf, field, inputs, parse, resultOf } = bulk
    const parsed = yield* parseBulk(inputs, field, parse)
    const cause = yield* orderedBy
    const commands = parsed.filter(Either.isRight).map(({ right }) => commandOf(right, cause))
    const resultsOf = (outcomes: ReadonlyArray<Outcome>) => {
      const next = outcomes.values()
      return parsed.map(
        (each): Either.Either<A, E | InvalidInput> =>
          Either.isLeft(each) ? Either.left(each.left) : resultOf(next.next().value)
      )
    }
    return { commands, resultsOf }
  })

/** Whether a command of a bulk would be refused because its input is invalid or because its member is unknown. */
export type BulkCheck = Either.Either<void, InvalidInput | MemberNotFound>

/** Parses up to 1 000 inputs, and finds the inputs with unknown members. Writes nothing. */
export const checkBulk = <I extends BulkCommand["command"]>(
  writer: Context.Tag.Service<CommandWriter>,
  bulk: {
    readonly inputs: ReadonlyArray<unknown>
    readonly field: string
    readonly parse: (input: unknown) => Either.Either<I, InvalidInput>
    readonly commandOf: (command: I) => BulkCommand
  }
) =>
  Effect.gen(function* () {
    const parsed = yield* parseBulk(bulk.inputs, bulk.field, bulk.parse)
    const known = yield* writer.knownMembers(
      parsed.filter(Either.isRight).map(({ right }) => bulk.commandOf(right))
    )
    return parsed.map(
      Either.flatMap(
        (command): BulkCheck =>
          known.has(memberKey(command))
            ? Either.void
            : Either.left(new MemberNotFound({ userId: command.userId }))
      )
    )
  })

/** Writes the commands of a bulk once for its idempotency key. */
export const writeBulkOnce = <A, E>(
  writer: Context.Tag.Service<CommandWriter>,
  { body, key, partnerId }: BulkRequest<unknown>,
  read: {
    readonly commands: ReadonlyArray<BulkCommand>
    readonly resultsOf: (outcomes: ReadonlyArray<Outcome>) => ReadonlyArray<Either.Either<A, E>>
  }
) =>
  Effect.gen(function* () {
    const written = yield* writer.writeOnce(read.commands, {
      partnerId,
      key,
      fingerprint: fingerprintOf(body)
    })
    if (written._tag === "Mismatch") return yield* new IdempotencyMismatch({ key })
    return { outcomes: read.resultsOf(written.outcomes), replayed: written._tag === "Replayed" }
  })
