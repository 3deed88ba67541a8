import { Effect, Either } from "effect"
import { AwardCommand, ListAwards } from "../../rewards/awards/Award.ts"
import { Awards } from "../../rewards/awards/Awards.ts"
import { ExplainAward } from "../../rewards/awards/Explanation.ts"
import { checkListing } from "../../rewards/lists.ts"
import { ReverseCommand } from "../../rewards/reversals/Reversal.ts"
import { asActor } from "../actor.ts"
import { type Handled, handle } from "../handle.ts"
import { inputOf } from "../input.ts"
import { nextOf } from "../paging.ts"
import { award, awardMany, awards, explain, reverse, reverseMany } from "./api.ts"
import { explanation, listedAward, reversal, ruleAward } from "./award.ts"
import { awardList, reversalList } from "./many.ts"

const awardInput = inputOf(AwardCommand)
const explainInput = inputOf(ExplainAward)
const reverseInput = inputOf(ReverseCommand)
const listInput = inputOf(ListAwards, checkListing)

export const awardHandlers: ReadonlyArray<Handled> = [
  // The busiest endpoint: it does without a generator, and without a fiber for what it refuses by itself.
  handle(award, ({ body, idempotencyKey, session }) => {
    const input = awardInput({ ...body, partnerId: session.partnerId, idempotencyKey })
    if (Either.isLeft(input)) return Effect.fail(input.left)
    return Effect.flatMap(Awards, (awards) =>
      Effect.map(awards.award(input.right), (record) => ({
        message:
          record.suppressedBy === null
            ? "Rule award created successfully"
            : "Rule award suppressed by a limit",
        data: ruleAward(record),
        replayed: record.replayed
      }))
    )
  }),

  handle(awardMany, awardList),

  handle(
    awards,
    Effect.fnUntraced(function* ({ query, session }) {
      const page = yield* (yield* Awards).list(yield* listInput({ ...query, partnerId: session.partnerId }))
      return {
        message: "Awards returned successfully",
        data: { data: page.data.map(listedAward), ...nextOf(page, ({ id }) => id) }
      }
    })
  ),

  handle(
    explain,
    Effect.fnUntraced(function* ({ body, session }) {
      const input = yield* explainInput({ ...body, partnerId: session.partnerId })
      return {
        message: "Award explained, nothing was written",
        data: explanation(yield* (yield* Awards).explain(input))
      }
    })
  ),

  handle(
    reverse,
    Effect.fnUntraced(function* ({ body, idempotencyKey, session }) {
      const awards = yield* Awards
      const input = yield* reverseInput({ ...body, partnerId: session.partnerId, idempotencyKey })
      const { replayed, ...record } = yield* asActor(session, awards.reverse(input))
      return { message: "Rule award reversed successfully", data: reversal(record), replayed }
    })
  ),

  handle(reverseMany, reversalList)
]
