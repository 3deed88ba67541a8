import { Context, type Effect } from "effect"
import type { Event } from "../events/Event.ts"
import type { PartnerId } from "../rewards/Id.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { WebhookId } from "./Webhook.ts"

// What webhooks need of the wings above them.

/**
 * Writes an event as receivers get it. The HTTP interface provides this, because the wire form belongs to it. The body is written
 * once for each event, and all attempts and webhooks send the same bytes.
 */
export class EventBody extends Context.Tag("rewards/EventBody")<EventBody, (event: Event) => string>() {}

export interface WebhookChange {
  readonly action: `webhook.${"create" | "update" | "rotate" | "delete" | "redeliver"}`
  readonly partnerId: PartnerId
  readonly detail: string
}

export interface WebhookPause {
  readonly partnerId: PartnerId
  readonly id: WebhookId
  readonly host: string
  readonly reason: string
}

/** Records changes of webhooks, in the transactions that make them. Accounts provide this: their audit trail and their mails. */
export class WebhookAudit extends Context.Tag("rewards/WebhookAudit")<
  WebhookAudit,
  {
    /** Records a change that the partner made. */
    readonly changed: (change: WebhookChange) => Effect.Effect<void, DatabaseFailure>
    /** Records that the service paused a webhook, and sends the partner a mail. */
    readonly paused: (pause: WebhookPause) => Effect.Effect<void, DatabaseFailure>
  }
>() {}
