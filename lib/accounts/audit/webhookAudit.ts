import { Effect, Layer } from "effect"
import { Database } from "../../sql/Database.ts"
import { WebhookAudit } from "../../webhooks/ports.ts"
import { webhookPaused } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { findPartner } from "../parties/Parties.ts"
import { Audit } from "./Audit.ts"

/** Records changes of webhooks in the audit trail. Mails the owners when the service pauses a webhook. */
export const layer: Layer.Layer<WebhookAudit, never, Audit | Database | Mails> = Layer.effect(
  WebhookAudit,
  Effect.gen(function* () {
    const audit = yield* Audit
    const database = yield* Database
    const mails = yield* Mails
    return {
      changed: (change) => audit.recordOfPartner({ ...change, outcome: "done" }),

      paused: Effect.fnUntraced(function* ({ host, id, partnerId, reason }) {
        const partner = yield* findPartner(database, partnerId)
        for (const to of partner?.emails ?? []) {
          const letter = webhookPaused({ name: partner?.name ?? "", host, reason })
          yield* mails.write({ to, letter, expiresAt: null })
        }
        const event = { action: "webhook.pause", outcome: "done", actor: "the service", partnerId } as const
        yield* audit.record({ ...event, detail: `${id} to ${host}: ${reason}` })
      })
    }
  })
)
