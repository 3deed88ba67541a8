import { Activities } from "../../rewards/activities/Activities.ts"
import type { Activity, ActivityOutcome } from "../../rewards/activities/Activity.ts"
import { bulkAnswer } from "../bulk.ts"
import { toWire } from "../failure.ts"
import { bodyInput, type HandledEndpoint, handle, queryInput, readsPersonalData } from "../handle.ts"
import * as api from "./api.ts"

const answerBulk = bulkAnswer("activities", "recorded")

export const encodeOutcomes = (outcomes: ReadonlyArray<ActivityOutcome>) =>
  outcomes.map(({ refusal, ...outcome }) => {
    const { awarded, because, coins, met, ruleName } = api.PlainOutcome.encode(outcome)
    const failure = refusal && toWire(refusal).body.data
    const refused = failure && { appErrorCode: failure.appErrorCode, error: failure.error }
    return { ruleName, met, awarded, coins, refusal: refused, because }
  })

const encodeRecorded = ({ id, outcomes }: Activity) => ({ id, outcomes: encodeOutcomes(outcomes) })

export const activityHandlers: ReadonlyArray<HandledEndpoint> = [
  handle(api.record, function* (request) {
    const activity = yield* (yield* Activities).record(bodyInput(request))
    return {
      message: "Activity recorded successfully",
      data: encodeRecorded(activity),
      replayed: activity.replayed
    }
  }),

  handle(api.recordMany, function* (request) {
    const { recordMany: write, recordManyOnce: writeOnce } = yield* Activities
    return yield* answerBulk(request, { write, writeOnce, dataOf: encodeRecorded })
  }),

  handle(api.list, function* (request) {
    const page = yield* (yield* Activities).list(queryInput(request))
    const isReadable = readsPersonalData(request)
    const data = page.data.map((each) => ({
      id: each.id,
      userId: each.userId,
      type: each.type,
      data: isReadable ? each.data : null,
      occurredAt: each.occurredAt.toISOString(),
      outcomes: encodeOutcomes(each.outcomes),
      createdAt: each.createdAt.toISOString(),
      reversedAt: each.reversedAt?.toISOString() ?? null,
      orderedBy: each.orderedBy
    }))
    const { hasMore, next } = page
    return { message: "Activities returned successfully", data: { data, hasMore, next } }
  }),

  handle(api.reverse, function* (request) {
    const reversal = yield* (yield* Activities).reverse(bodyInput(request))
    return {
      message: "Activity reversed successfully",
      data: api.ReversedActivity.encode(reversal),
      replayed: reversal.replayed
    }
  })
]
