import { Effect } from "effect"
import { Awards } from "../../rewards/awards/Awards.ts"
import { Unparsed } from "../../schema/Input.ts"
import { asActor } from "../authorize.ts"
import { type Handled, handle } from "../handle.ts"
import { nextOf } from "../paging.ts"
import { award, awardMany, awards, explain, reverse, reverseMany } from "./api.ts"
import { explanation, listedAward, reversal, ruleAward } from "./award.ts"
import { awardList, reversalList } from "./many.ts"

export const awardHandlers: ReadonlyArray<Handled> = [
  // The busiest endpoint: it does without a generator.
  handle(award, ({ body, idempotencyKey, session: { partnerId } }) =>
    Effect.flatMap(Awards, (awards) =>
      Effect.map(awards.award(new Unparsed({ ...body, partnerId, idempotencyKey })), (record) => ({
        message:
          record.suppressedBy === null
            ? "Rule award created successfully"
            : "Rule award suppressed by a limit",
        data: ruleAward(record),
        replayed: record.replayed
      }))
    )
  ),

  handle(awardMany, awardList),

  handle(
    awards,
    Effect.fnUntraced(function* ({ query, session }) {
      const page = yield* (yield* Awards).list(new Unparsed({ ...query, partnerId: session.partnerId }))
      return {
        message: "Awards returned successfully",
        data: { data: page.data.map(listedAward), ...nextOf(page, ({ id }) => id) }
      }
    })
  ),

  handle(
    explain,
    Effect.fnUntraced(function* ({ body, session }) {
      const input = new Unparsed({ ...body, partnerId: session.partnerId })
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
      const input = new Unparsed({ ...body, partnerId: session.partnerId, idempotencyKey })
      const { replayed, ...record } = yield* asActor(session, awards.reverse(input))
      return { message: "Rule award reversed successfully", data: reversal(record), replayed }
    })
  ),

  handle(reverseMany, reversalList)
]
