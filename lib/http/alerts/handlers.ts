import { Alerts } from "../../alerts/Alerts.ts"
import { type HandledEndpoint, handle } from "../handle.ts"
import * as api from "./api.ts"

export const alerts: ReadonlyArray<HandledEndpoint> = [
  handle(api.list, function* ({ session: { partnerId, scopes } }) {
    const found = yield* (yield* Alerts).list({ partnerId, approvals: scopes.has("coins:adjust") })
    return { message: "Alerts returned successfully", data: api.AlertsAnswer.encode(found) }
  })
]
