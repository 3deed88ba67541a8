import { Statistics } from "../../boards/Statistics.ts"
import { type HandledEndpoint, handle, queryInput } from "../handle.ts"
import * as api from "./api.ts"

export const statistics: ReadonlyArray<HandledEndpoint> = [
  handle(api.ofPartner, function* (request) {
    const found = yield* (yield* Statistics).ofPartner(queryInput(request))
    return { message: "Statistics returned successfully", data: api.StatisticsAnswer.encode(found) }
  }),

  handle(api.ofRule, function* (request) {
    const found = yield* (yield* Statistics).ofRule(queryInput(request))
    return { message: "Statistics returned successfully", data: api.RuleStatisticsAnswer.encode(found) }
  })
]
