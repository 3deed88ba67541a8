import { Effect, type Either } from "effect"
import type { Award } from "../../rewards/awards/Award.ts"
import { type AwardError, Awards } from "../../rewards/awards/Awards.ts"
import { Unparsed } from "../../schema/Input.ts"
import { asActor } from "../authorize.ts"
import { listIn, onceAccepted, outcomes } from "../bulk.ts"
import type { Handler } from "../handle.ts"
import type { AwardOutcomes, ReversalOutcomes } from "./api.ts"
import { reversal, ruleAward } from "./award.ts"

const fieldsOf = (item: unknown) => (typeof item === "object" ? item : {})

const messageOf = ({ accepted, refused }: typeof AwardOutcomes.Encoded): string =>
  `${accepted} of ${accepted + refused} awards created`

/**
 * A key replays the whole answer, refusals included; the awards in it commit together with the key. When every award was
 * refused, nothing was written, and the key can succeed later, as that of a single award.
 */
export const awardList: Handler<"partner", typeof AwardOutcomes.Encoded> = Effect.fnUntraced(
  function* (request) {
    const { partnerId } = request.session
    const inputs = (yield* listIn(request, "awards")).map(
      (item) => new Unparsed({ ...fieldsOf(item), partnerId, idempotencyKey: undefined })
    )
    const awards = yield* Awards
    const answer = (results: ReadonlyArray<Either.Either<Award, AwardError>>) => outcomes(results, ruleAward)
    const { body, idempotencyKey: key, operation } = request
    if (key === undefined) {
      const data = answer(yield* awards.awardMany(inputs))
      return { message: messageOf(data), data }
    }
    const keyed = yield* awards.awardManyOnce({ partnerId, key, body: [operation, body], inputs })
    const data = answer(keyed.outcomes)
    return { message: messageOf(data), data, replayed: keyed.replayed }
  }
)

/** The answer holds no user's id, so that it can be kept with its key. */
export const reversalList: Handler<"partner", typeof ReversalOutcomes.Encoded> = Effect.fnUntraced(
  function* (request) {
    const { partnerId } = request.session
    const inputs = (yield* listIn(request, "reversals")).map(
      (item) => new Unparsed({ ...fieldsOf(item), partnerId, idempotencyKey: undefined })
    )
    const awards = yield* Awards
    const write = Effect.map(awards.reverseMany(inputs), (results) => outcomes(results, reversal))
    return {
      message: "Reversals carried out, an outcome each",
      ...(yield* asActor(request.session, onceAccepted(request, write)))
    }
  }
)
