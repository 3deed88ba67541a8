import { type Context, Effect, Either } from "effect"
import { type InvalidInput, invalid, type Unparsed } from "../../schema/Input.ts"
import { orderedBy } from "../Actor.ts"
import { IdempotencyMismatch, MemberNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { fingerprintOf } from "../idempotency/fingerprint.ts"
import { memberKey } from "../members/Member.ts"
import type { BulkCommand, Caused, Command, Outcome } from "./Command.ts"
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
const parseBulk = <I>(
  inputs: ReadonlyArray<unknown>,
  field: string,
  parse: (input: unknown) => Either.Either<I, InvalidInput>
): Either.Either<ReadonlyArray<Either.Either<I, InvalidInput>>, InvalidInput> =>
  inputs.length > maxCommands
    ? Either.left(invalid(field, `must hold at most ${maxCommands} ${field}, got ${inputs.length}`))
    : Either.right(inputs.map(parse))

/** A kind of command that can be written in bulk. */
export interface BulkKind<I, C extends Command, A, E> {
  /** The name of the list of inputs in errors. */
  readonly field: string
  readonly parse: (input: unknown) => Either.Either<I, InvalidInput>
  readonly commandOf: (command: I, cause: Caused) => C
  readonly resultOf: (outcome: Outcome | undefined) => Either.Either<A, E>
}

/** Infers the types of a kind. */
export const bulkKind = <I, C extends Command, A, E>(kind: BulkKind<I, C, A, E>) => kind

/**
 * The commands of the valid inputs of a bulk. `resultsOf` takes the outcomes of the commands, and returns a result for each input, in the
 * order of the inputs.
 */
export interface ReadBulk<C extends Command, Result> {
  readonly commands: ReadonlyArray<C>
  readonly resultsOf: (outcomes: ReadonlyArray<Outcome>) => ReadonlyArray<Result>
}

/** Parses up to 1 000 inputs. */
export const readBulk = <I, C extends Command, A, E>(
  { commandOf, field, parse, resultOf }: BulkKind<I, C, A, E>,
  inputs: ReadonlyArray<unknown>
): Effect.Effect<ReadBulk<C, Either.Either<A, E | InvalidInput>>, InvalidInput> =>
  Effect.gen(function* () {
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

/** Parses up to 1 000 inputs, and finds the inputs whose members are unknown. Writes nothing. */
export const checkBulk = <I extends BulkCommand["command"], C extends BulkCommand, A, E>(
  writer: Context.Tag.Service<CommandWriter>,
  { commandOf, field, parse }: BulkKind<I, C, A, E>,
  inputs: ReadonlyArray<unknown>
) =>
  Effect.gen(function* () {
    const parsed = yield* parseBulk(inputs, field, parse)
    const known = yield* writer.knownMembers(
      parsed.filter(Either.isRight).map(({ right }) => commandOf(right, {}))
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

/** Writes the commands of a bulk, and returns a result for each input. */
export const writeBulk = <C extends Command, Result, E1>(
  writer: Context.Tag.Service<CommandWriter>,
  read: Effect.Effect<ReadBulk<C, Result>, E1>
) => Effect.flatMap(read, ({ commands, resultsOf }) => Effect.map(writer.write(commands), resultsOf))

/** Writes the commands of a bulk once for its idempotency key. */
export const writeBulkOnce = <C extends BulkCommand, Result, E1>(
  writer: Context.Tag.Service<CommandWriter>,
  { body, key, partnerId }: BulkRequest<unknown>,
  read: Effect.Effect<ReadBulk<C, Result>, E1>
) =>
  Effect.gen(function* () {
    const { commands, resultsOf } = yield* read
    const written = yield* writer.writeOnce(commands, { partnerId, key, fingerprint: fingerprintOf(body) })
    if (written._tag === "Mismatch") return yield* new IdempotencyMismatch({ key })
    return { outcomes: resultsOf(written.outcomes), replayed: written._tag === "Replayed" }
  })
