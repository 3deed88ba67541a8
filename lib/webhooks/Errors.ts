import { Schema } from "effect"
import { explainedError } from "../schema/Input.ts"

export class WebhookNotFound extends explainedError<WebhookNotFound>()("WebhookNotFound", {
  fields: { id: Schema.String },
  cause: "The partner has no webhook with this id.",
  fix: "List the webhooks, and use the `id` of one of them.",
  message: ({ id }) => `id ${id} is not a webhook of yours: list them with /laas/webhooks`
}) {}

export class TooManyWebhooks extends explainedError<TooManyWebhooks>()("TooManyWebhooks", {
  fields: { max: Schema.Int },
  cause: "The partner already has 16 webhooks, and more are not allowed.",
  fix: "Delete a webhook that is no longer used.",
  message: ({ max }) => `there are ${max} webhooks already: delete a webhook that is no longer used`
}) {}

export class DeliveryNotFound extends explainedError<DeliveryNotFound>()("DeliveryNotFound", {
  fields: { id: Schema.String },
  cause: "The webhook has no delivery with this id. Deliveries are stored for 30 days.",
  fix: "List the deliveries, and use the `id` of one of them.",
  message: ({ id }) =>
    `deliveryId ${id} was not found: list the deliveries with /laas/webhooks/{id}/deliveries; they are stored for 30 days`
}) {}

/** A process runs at most one test of each webhook at a time. */
export class WebhookBusy extends explainedError<WebhookBusy>()("WebhookBusy", {
  fields: {},
  cause: "A test of the webhook is running.",
  fix: "Try again when the running test has ended.",
  message: () => "the webhook is being tested already: try again when the running test has ended"
}) {}
