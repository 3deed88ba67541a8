import { Context, type Effect } from "effect"
import type { Event } from "../events/Event.ts"
import type { PartnerId } from "../rewards/Id.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import type { WebhookId } from "./Webhook.ts"

// Services that webhooks need and other parts of the library provide.

/** Encodes an event as the body of a request. The HTTP interface provides this service. */
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

/** Records each change of a webhook in the same transaction as the change. `lib/accounts` provides this service. */
export class WebhookAudit extends Context.Tag("rewards/WebhookAudit")<
  WebhookAudit,
  {
    /** Records a change that the partner made. */
    readonly changed: (change: WebhookChange) => Effect.Effect<void, DatabaseFailure>
    /** Records that the service paused a webhook, and mails the partner if it has an e-mail address. */
    readonly paused: (pause: WebhookPause) => Effect.Effect<void, DatabaseFailure>
  }
>() {}
