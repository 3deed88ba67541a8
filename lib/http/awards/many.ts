import { Effect, Either } from "effect"
import { type Award, AwardCommand, type AwardInput } from "../../rewards/awards/Award.ts"
import { type AwardError, Awards } from "../../rewards/awards/Awards.ts"
import { maxCommands } from "../../rewards/journal/Journal.ts"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { toWire } from "../failure.ts"
import type { Handler } from "../handle.ts"
import type { Incoming } from "../incoming.ts"
import { inputOf } from "../input.ts"
import { ruleAward } from "./award.ts"
import type { AwardOutcomes } from "./wire.ts"

const awardInput = inputOf(AwardCommand)

type Item = Either.Either<AwardInput, InvalidInput>

const listIn = ({ awards }: Incoming["body"]): Effect.Effect<ReadonlyArray<unknown>, InvalidInput> => {
  if (Array.isArray(awards)) return Effect.succeed(awards)
  return Effect.fail(invalid("awards", awards === undefined ? "is required" : "must be a list of awards"))
}

type Results = ReadonlyArray<Either.Either<Award, AwardError>>

/** The results in the order of the items, of which only those with the types of awards went to the service. */
const inOrder =
  (items: ReadonlyArray<Item>) =>
  (results: Results): Results => {
    const next = results.values()
    return items.map((item) =>
      Either.flatMap(item, () => {
        const { value } = next.next()
        if (value === undefined) throw new Error("an award got no outcome")
        return value
      })
    )
  }

const outcomes = (results: ReadonlyArray<Either.Either<Award, AwardError>>): typeof AwardOutcomes.Encoded => {
  const accepted = results.filter(Either.isRight).length
  return {
    accepted,
    refused: results.length - accepted,
    outcomes: results.map(
      Either.match({
        onLeft: (error) => toWire(error).body,
        onRight: (record) => ({ status: "success" as const, data: ruleAward(record) })
      })
    )
  }
}

const messageOf = ({ accepted, refused }: typeof AwardOutcomes.Encoded): string =>
  `${accepted} of ${accepted + refused} awards created`

/**
 * A key replays the whole answer, refusals included; the awards in it commit together with the key. When every award was
 * refused, nothing was written, and the key can succeed later, as that of a single award.
 */
export const awardList: Handler<"partner", typeof AwardOutcomes.Encoded> = Effect.fnUntraced(
  function* (request) {
    const { partnerId } = request.session
    const items = (yield* listIn(request.body)).map((item) =>
      awardInput({ ...(typeof item === "object" ? item : {}), partnerId, idempotencyKey: undefined })
    )
    // The service counts only those that it is given.
    if (items.length > maxCommands) {
      return yield* invalid("awards", `must hold at most ${maxCommands} awards, got ${items.length}`)
    }
    const awards = yield* Awards
    const inputs = items.filter(Either.isRight).map(({ right }) => right)
    const outcomesOf = (results: Results) => outcomes(inOrder(items)(results))
    const { body, idempotencyKey: key, operation } = request
    if (key === undefined) {
      const data = outcomesOf(yield* awards.awardMany(inputs))
      return { message: messageOf(data), data }
    }
    const keyed = yield* awards.awardManyOnce({ partnerId, key, body: [operation, body], inputs })
    const data = outcomesOf(keyed.outcomes)
    return { message: messageOf(data), data, replayed: keyed.replayed }
  }
)
