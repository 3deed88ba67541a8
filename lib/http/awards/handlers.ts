import { Context } from "effect"
import { Activities } from "../../rewards/activities/Activities.ts"
import { Awards } from "../../rewards/awards/Awards.ts"
import { encodeOutcomes } from "../activities/handlers.ts"
import { bulkAnswer, inputsIn, onceAccepted } from "../bulk.ts"
import { toWire } from "../failure.ts"
import { bodyInput, type HandledEndpoint, handle, mapUnlessFailed, queryInput } from "../handle.ts"
import { encodePage } from "../paging.ts"
import * as api from "./api.ts"

const answerBulk = bulkAnswer("awards", "created", "with keys")
const reversalsIn = inputsIn("reversals")
const confirmationsIn = inputsIn("confirmations")

export const awardHandlers: ReadonlyArray<HandledEndpoint> = [
  handle(api.award, (request) =>
    mapUnlessFailed(Context.get(request.services, Awards).award(bodyInput(request)), (record) => ({
      message:
        record.suppressedBy === null ? "Rule award created successfully" : "Rule award suppressed by a limit",
      data: api.RuleAward.encode(record),
      replayed: record.replayed
    }))
  ),

  handle(api.awardMany, function* (request) {
    const { awardMany: write, awardManyOnce: writeOnce } = yield* Awards
    const dataOf = api.RuleAward.encode
    return yield* answerBulk(request, { write, writeOnce, dataOf })
  }),

  handle(api.awards, function* (request) {
    const page = yield* (yield* Awards).list(queryInput(request))
    const data = encodePage(page, api.AwardEntry.encode)
    return { message: "Awards returned successfully", data }
  }),

  handle(api.getAward, function* (request) {
    const award = yield* (yield* Awards).details(queryInput(request))
    return { message: "Award returned successfully", data: api.AwardDetailsAnswer.encode(award) }
  }),

  handle(api.explain, function* (request) {
    if (request.body.activity !== undefined) {
      const outcomes = yield* (yield* Activities).explain(bodyInput(request))
      return {
        message: "Activity explained, nothing was written",
        data: { outcomes: encodeOutcomes(outcomes) }
      }
    }
    const explanation = yield* (yield* Awards).explain(bodyInput(request))
    const { alreadyDone, limits, progress, suppressedBy, ...said } = api.Explained.encode(explanation)
    const { coins, expiresAt, maturesAt, outcome, wouldPay } = said
    const failure = explanation.refusal && toWire(explanation.refusal).body.data
    const refusal = failure && { appErrorCode: failure.appErrorCode, error: failure.error }
    return {
      message: "Award explained, nothing was written",
      data: {
        outcome,
        wouldPay,
        coins,
        maturesAt,
        expiresAt,
        refusal,
        suppressedBy,
        progress,
        alreadyDone,
        limits
      }
    }
  }),

  handle(api.reverse, function* (request) {
    const reversal = yield* (yield* Awards).reverse(bodyInput(request))
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
      ...(yield* onceAccepted(request, write, api.AwardReversal.encode))
    }
  }),

  handle(api.confirm, function* (request) {
    const confirmation = yield* (yield* Awards).confirm(bodyInput(request))
    return {
      message: "Rule award confirmed successfully",
      data: api.AwardConfirmation.encode(confirmation),
      replayed: confirmation.replayed
    }
  }),

  // This answer has no user ids, either.
  handle(api.confirmMany, function* (request) {
    const write = (yield* Awards).confirmMany(yield* confirmationsIn(request))
    return {
      message: "Confirmations carried out, each with its own outcome",
      ...(yield* onceAccepted(request, write, api.AwardConfirmation.encode))
    }
  })
]
