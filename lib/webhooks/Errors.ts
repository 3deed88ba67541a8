import { Schema } from "effect"
import { explained } from "../schema/Input.ts"

// Reasons to refuse a call about webhooks. Each message says what the caller can do.

export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()(
  "WebhookNotFound",
  { id: Schema.String },
  explained("The partner has no webhook with this id.", "List the webhooks, and use the `id` of one.")
) {
  override get message(): string {
    return `id ${this.id} is not a webhook of yours: list them with /laas/webhooks`
  }
}

export class TooManyWebhooks extends Schema.TaggedError<TooManyWebhooks>()(
  "TooManyWebhooks",
  { max: Schema.Int },
  explained("The partner has 16 webhooks.", "Delete one that is no longer used.")
) {
  override get message(): string {
    return `there are ${this.max} webhooks already: delete one that is no longer used`
  }
}

export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()(
  "DeliveryNotFound",
  { id: Schema.String },
  explained(
    "The webhook has no delivery with this id; they are stored for 30 days.",
    "List the deliveries, and use the `id` of one."
  )
) {
  override get message(): string {
    return `deliveryId ${this.id} was not found: list them with /laas/webhooks/{id}/deliveries; they are stored for 30 days`
  }
}

/** Tests of one webhook run one at a time, because each waits for the receiver. */
export class WebhookBusy extends Schema.TaggedError<WebhookBusy>()(
  "WebhookBusy",
  {},
  explained("A test of the webhook is running.", "Try again when that test has its answer.")
) {
  override get message(): string {
    return "the webhook is being tested already: try again when that test has its answer"
  }
}
