import { Effect, type Either } from "effect"
import type { Award } from "../../rewards/awards/Award.ts"
import { type AwardError, Awards } from "../../rewards/awards/Awards.ts"
import { inputsIn, onceAccepted, outcomes } from "../bulk.ts"
import { toWire } from "../failure.ts"
import { asActor, bodyInput, type HandledEndpoint, handle, queryInput } from "../handle.ts"
import { encodePage } from "../paging.ts"
import * as api from "./api.ts"

const awardsIn = inputsIn("awards")
const reversalsIn = inputsIn("reversals")

export const awardHandlers: ReadonlyArray<HandledEndpoint> = [
  handle(api.award, (request) =>
    Effect.flatMap(Awards, (awards) =>
      Effect.map(awards.award(bodyInput(request)), (record) => ({
        message:
          record.suppressedBy === null
            ? "Rule award created successfully"
            : "Rule award suppressed by a limit",
        data: api.RuleAward.encode(record),
        replayed: record.replayed
      }))
    )
  ),

  // With an idempotency key, a replay repeats all outcomes, including refusals. If every award is refused, the key stays unused.
  handle(api.awardMany, function* (request) {
    const inputs = yield* awardsIn(request)
    const awards = yield* Awards
    const { body, idempotencyKey: key, operation, session } = request
    const answer = (results: ReadonlyArray<Either.Either<Award, AwardError>>, replayed: boolean) => {
      const data = outcomes(results, api.RuleAward.encode)
      return { message: `${data.accepted} of ${results.length} awards created`, data, replayed }
    }
    if (key === undefined) return answer(yield* awards.awardMany(inputs), false)
    const { partnerId } = session
    const keyed = yield* awards.awardManyOnce({ partnerId, key, body: [operation, body], inputs })
    return answer(keyed.outcomes, keyed.replayed)
  }),

  handle(api.awards, function* (request) {
    const page = yield* (yield* Awards).list(queryInput(request))
    const data = encodePage(page, api.AwardEntry.encode)
    return { message: "Awards returned successfully", data }
  }),

  handle(api.explain, function* (request) {
    const explanation = yield* (yield* Awards).explain(bodyInput(request))
    const { coins, limits, outcome, progress, suppressedBy, wouldPay } = api.Explained.encode(explanation)
    const failure = explanation.refusal && toWire(explanation.refusal).body.data
    const refusal = failure && { appErrorCode: failure.appErrorCode, error: failure.error }
    return {
      message: "Award explained, nothing was written",
      data: { outcome, wouldPay, coins, refusal, suppressedBy, progress, limits }
    }
  }),

  handle(api.reverse, function* (request) {
    const reversal = yield* asActor(request, (yield* Awards).reverse(bodyInput(request)))
    return {
      message: "Rule award reversed successfully",
      data: api.AwardReversal.encode(reversal),
      replayed: reversal.replayed
    }
  }),

  // A stored answer must not contain user ids. This answer has none, so `onceAccepted` can store it.
  handle(api.reverseMany, function* (request) {
    const write = (yield* Awards).reverseMany(yield* reversalsIn(request))
    return {
      message: "Reversals carried out, each with its own outcome",
      ...(yield* asActor(request, onceAccepted(request, write, api.AwardReversal.encode)))
    }
  })
]
