import { Data, Effect, Either, Schema } from "effect"
import { type Award, AwardCommand, type AwardInput } from "../../rewards/awards/Award.ts"
import { type AwardError, Awards } from "../../rewards/awards/Awards.ts"
import { maxCommands } from "../../rewards/journal/Journal.ts"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { toWire } from "../failure.ts"
import type { Handler } from "../handle.ts"
import type { Incoming } from "../incoming.ts"
import { inputOf } from "../input.ts"
import { once } from "../once.ts"
import { ruleAward } from "./award.ts"
import { AwardCounts, type AwardOutcomes } from "./wire.ts"

const awardInput = inputOf(AwardCommand)
const readCounts = Schema.decodeSync(Schema.parseJson(AwardCounts))

type Item = Either.Either<AwardInput, InvalidInput>

const listIn = ({ awards }: Incoming["body"]): Effect.Effect<ReadonlyArray<unknown>, InvalidInput> => {
  if (Array.isArray(awards)) return Effect.succeed(awards)
  return Effect.fail(invalid("awards", awards === undefined ? "is required" : "must be a list of awards"))
}

/** Awards the items that have the types of awards. The outcomes are in the order of the items. */
const awardAll = (items: ReadonlyArray<Item>) =>
  Effect.gen(function* () {
    const awards = yield* Awards
    // The service counts only those that it is given.
    if (items.length > maxCommands) {
      return yield* invalid("awards", `must hold at most ${maxCommands} awards, got ${items.length}`)
    }
    const inputs = items.filter(Either.isRight).map(({ right }) => right)
    const results = (yield* awards.awardMany(inputs)).values()
    return items.map(
      (item): Either.Either<Award, AwardError> =>
        Either.flatMap(item, () => {
          const { value } = results.next()
          if (value === undefined) throw new Error("an award got no outcome")
          return value
        })
    )
  })

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

/** Fails the write of a key, so that the key stays unused. */
class NothingAccepted extends Data.TaggedError("NothingAccepted")<{
  readonly answer: typeof AwardOutcomes.Encoded
}> {}

const accepted = (answer: typeof AwardOutcomes.Encoded) =>
  answer.accepted === 0 ? Effect.fail(new NothingAccepted({ answer })) : Effect.succeed(answer)

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
    const write = Effect.flatMap(Effect.map(awardAll(items), outcomes), accepted)
    const answer = yield* once(request, write).pipe(
      Effect.catchTag("NothingAccepted", ({ answer }) => Effect.succeed({ data: answer, replayed: false }))
    )
    const counts = "json" in answer ? readCounts(answer.json) : answer.data
    return { message: `${counts.accepted} of ${counts.accepted + counts.refused} awards created`, ...answer }
  }
)
