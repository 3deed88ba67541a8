import { Effect, type Either } from "effect"
import type { Award } from "../../rewards/awards/Award.ts"
import { type AwardError, Awards } from "../../rewards/awards/Awards.ts"
import { Unparsed } from "../../schema/Input.ts"
import { asActor } from "../authorize.ts"
import { inputsIn, onceAccepted, outcomes } from "../bulk.ts"
import { toWire } from "../failure.ts"
import { type HandledEndpoint, handle } from "../handle.ts"
import { nextOf } from "../paging.ts"
import {
  AwardEntry,
  AwardReversal,
  award,
  awardMany,
  awards,
  Explained,
  explain,
  RuleAward,
  reverse,
  reverseMany
} from "./api.ts"

export const awardHandlers: ReadonlyArray<HandledEndpoint> = [
  // The busiest endpoint: it does without a generator.
  handle(award, ({ body, idempotencyKey, session: { partnerId } }) =>
    Effect.flatMap(Awards, (awards) =>
      Effect.map(awards.award(new Unparsed({ ...body, partnerId, idempotencyKey })), (record) => ({
        message:
          record.suppressedBy === null
            ? "Rule award created successfully"
            : "Rule award suppressed by a limit",
        data: RuleAward.encode(record),
        replayed: record.replayed
      }))
    )
  ),

  // A key replays the whole answer, refusals included; the awards in it commit together with the key. If every award was
  // refused, nothing was written, and the key can succeed later, as that of a single award.
  handle(
    awardMany,
    Effect.fnUntraced(function* (request) {
      const inputs = yield* inputsIn(request, "awards")
      const awards = yield* Awards
      const { body, idempotencyKey: key, operation, session } = request
      const answer = (results: ReadonlyArray<Either.Either<Award, AwardError>>, replayed: boolean) => {
        const data = outcomes(results, RuleAward.encode)
        return { message: `${data.accepted} of ${results.length} awards created`, data, replayed }
      }
      if (key === undefined) return answer(yield* awards.awardMany(inputs), false)
      const { partnerId } = session
      const keyed = yield* awards.awardManyOnce({ partnerId, key, body: [operation, body], inputs })
      return answer(keyed.outcomes, keyed.replayed)
    })
  ),

  handle(
    awards,
    Effect.fnUntraced(function* ({ query, session: { partnerId } }) {
      const page = yield* (yield* Awards).list(new Unparsed({ ...query, partnerId }))
      return {
        message: "Awards returned successfully",
        data: { data: page.data.map(AwardEntry.encode), ...nextOf(page, ({ id }) => id) }
      }
    })
  ),

  handle(
    explain,
    Effect.fnUntraced(function* ({ body, session: { partnerId } }) {
      const explanation = yield* (yield* Awards).explain(new Unparsed({ ...body, partnerId }))
      const { coins, limits, outcome, progress, suppressedBy, wouldPay } = Explained.encode(explanation)
      const failure = explanation.refusal && toWire(explanation.refusal).body.data
      const refusal = failure && { appErrorCode: failure.appErrorCode, error: failure.error }
      return {
        message: "Award explained, nothing was written",
        data: { outcome, wouldPay, coins, refusal, suppressedBy, progress, limits }
      }
    })
  ),

  handle(
    reverse,
    Effect.fnUntraced(function* ({ body, idempotencyKey, session }) {
      const awards = yield* Awards
      const input = new Unparsed({ ...body, partnerId: session.partnerId, idempotencyKey })
      const reversal = yield* asActor(session, awards.reverse(input))
      return {
        message: "Rule award reversed successfully",
        data: AwardReversal.encode(reversal),
        replayed: reversal.replayed
      }
    })
  ),

  // The answer holds no user's id, so that it can be stored with its key.
  handle(
    reverseMany,
    Effect.fnUntraced(function* (request) {
      const inputs = yield* inputsIn(request, "reversals")
      const awards = yield* Awards
      const write = Effect.map(awards.reverseMany(inputs), (results) =>
        outcomes(results, AwardReversal.encode)
      )
      return {
        message: "Reversals carried out, an outcome each",
        ...(yield* asActor(request.session, onceAccepted(request, write)))
      }
    })
  )
]
