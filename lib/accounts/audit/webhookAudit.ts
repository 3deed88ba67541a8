import { Effect, Layer, Schema } from "effect"
import { partnerName } from "../../rewards/sql.ts"
import { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { WebhookAudit } from "../../webhooks/ports.ts"
import { webhookPaused } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { Audit } from "./Audit.ts"

const findLogin = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct({ email: Schema.String, name: Schema.NullOr(Schema.String) }),
  sql: `SELECT l.email, ${partnerName("l.partner_id")} AS name
    FROM input CROSS JOIN rewards_login l WHERE l.partner_id = input.partner_id`
})

/** Records changes of webhooks in the audit trail, and sends a mail when the service pauses one. */
export const layer: Layer.Layer<WebhookAudit, never, Audit | Database | Mails> = Layer.effect(
  WebhookAudit,
  Effect.gen(function* () {
    const audit = yield* Audit
    const database = yield* Database
    const mails = yield* Mails
    return {
      changed: (change) => audit.recordOfPartner({ ...change, outcome: "done" }),

      paused: Effect.fnUntraced(function* ({ host, id, partnerId, reason }) {
        const [login] = yield* database.run(findLogin, [{ partnerId }])
        if (login !== undefined) {
          const letter = webhookPaused({ name: login.name ?? "", host, reason })
          yield* mails.write({ to: login.email, letter, expiresAt: null })
        }
        yield* audit.record({
          action: "webhook.pause",
          outcome: "done",
          actor: "the service",
          partnerId,
          detail: `${id} to ${host}: ${reason}`
        })
      })
    }
  })
)
