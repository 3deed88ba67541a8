import { Effect } from "effect"
import { AuditedSettings } from "../../accounts/settings/AuditedSettings.ts"
import { Settings } from "../../rewards/partners/Settings.ts"
import { bodyInput, type HandledEndpoint, handle } from "../handle.ts"
import { once } from "../idempotency.ts"
import * as api from "./api.ts"

export const settings: ReadonlyArray<HandledEndpoint> = [
  handle(api.get, function* ({ session: { partnerId } }) {
    const found = yield* (yield* Settings).get({ partnerId })
    return { message: "Settings returned successfully", data: api.SettingsAnswer.encode(found) }
  }),

  handle(api.update, function* (request) {
    const write = Effect.map((yield* AuditedSettings).update(bodyInput(request)), api.SettingsAnswer.encode)
    return { message: "Settings updated successfully", ...(yield* once(request, write)) }
  })
]
