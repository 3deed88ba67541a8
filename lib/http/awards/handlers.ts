import { Effect, Either } from "effect"
import { AwardCommand } from "../../rewards/awards/Award.ts"
import { Awards } from "../../rewards/awards/Awards.ts"
import { type Handled, handle } from "../handle.ts"
import { inputOf } from "../input.ts"
import { award, awardMany, awards } from "./api.ts"
import { ruleAward } from "./award.ts"
import { awardList } from "./many.ts"

const awardInput = inputOf(AwardCommand)

export const awardHandlers: ReadonlyArray<Handled> = [
  // The busiest endpoint, so it does without a generator.
  handle(award, ({ body, idempotencyKey, session }) =>
    Effect.flatMap(Awards, (awards) => {
      const input = awardInput({ ...body, partnerId: session.partnerId, idempotencyKey })
      if (Either.isLeft(input)) return Effect.fail(input.left)
      return Effect.map(awards.award(input.right), (record) => ({
        message: "Rule award created successfully",
        data: ruleAward(record),
        replayed: record.replayed
      }))
    })
  ),

  handle(awardMany, awardList),

  handle(
    awards,
    Effect.fnUntraced(function* ({ query, session }) {
      const found = yield* (yield* Awards).list({ ...query, partnerId: session.partnerId })
      const full = found.length >= Number(query.limit ?? 100)
      return {
        message: "Awards returned successfully",
        data: { data: found.map(ruleAward), next: full ? (found.at(-1)?.id ?? null) : null }
      }
    })
  )
]
