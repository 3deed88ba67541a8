import { Effect, Either } from "effect"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { orderedBy } from "../Actor.ts"
import type { Command, Ordered, Outcome } from "./Command.ts"
import { maxCommands } from "./CommandWriter.ts"

/**
 * Parses up to 1 000 inputs. Returns the commands of the valid inputs. `resultsOf` takes the outcomes of these commands, and returns a
 * result for each input, in the order of the inputs.
 */
export const readBulk = <I, C extends Command, A, E>(bulk: {
  readonly inputs: ReadonlyArray<unknown>
  /** The name of the inputs in errors. */
  readonly field: string
  readonly parse: (input: unknown) => Either.Either<I, InvalidInput>
  readonly commandOf: (command: I, cause: Ordered) => C
  readonly resultOf: (outcome: Outcome | undefined) => Either.Either<A, E>
}) =>
  Effect.gen(function* () {
    const { commandOf, field, inputs, parse, resultOf } = bulk
    if (inputs.length > maxCommands) {
      return yield* invalid(field, `must hold at most ${maxCommands} ${field}, got ${inputs.length}`)
    }
    const cause = yield* orderedBy
    const parsed = inputs.map(parse)
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
