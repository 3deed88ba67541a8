import { Schema } from "effect"
import {
  CreateWebhook,
  deliveryStates,
  ListDeliveries,
  statuses,
  UpdateWebhook
} from "../../webhooks/Webhook.ts"
import { requestBody, requestQuery } from "../fields.ts"
import { pageSize } from "../notes.ts"
import { keysetPage } from "../paging.ts"
import { Id, Instant, Whole } from "../wire.ts"

const url = {
  description: "Where events are sent to by POST: https, without user name and password",
  example: "https://shop.example/hooks/rewards"
}
const types = {
  description: "The types of events that are sent; all of them if it is left out",
  example: ["award.paid", "coins.transferred"]
}
const description = { description: "What the webhook is for", example: "Order system" }

export const CreateWebhookBody = requestBody("CreateWebhook", CreateWebhook.omit("partnerId"), {
  url,
  types,
  description
})

export const UpdateWebhookBody = requestBody("UpdateWebhook", UpdateWebhook.omit("partnerId", "id"), {
  url,
  types: { ...types, description: "The types of events that are sent; null for all of them" },
  description: { ...description, description: "What the webhook is for; null removes it" },
  status: { description: "paused: nothing is sent. active: it goes on after the last event that it got" }
})

const webhook = {
  id: Id,
  url: Schema.String,
  types: Schema.Array(Schema.String).annotations({ description: "Empty for all types" }),
  description: Schema.NullOr(Schema.String),
  status: Schema.Literal(...statuses),
  pausedReason: Schema.NullOr(Schema.String),
  failingSince: Schema.NullOr(Instant).annotations({
    description: "Since when no delivery has succeeded; after three days the webhook is paused"
  }),
  previousSecretUntil: Schema.NullOr(Instant).annotations({
    description: "Until when the secret before the last rotation signs, too"
  }),
  createdAt: Instant,
  updatedAt: Instant
}

export const Webhook = Schema.Struct(webhook).annotations({ identifier: "Webhook" })

export const WebhookWithSecret = Schema.Struct({
  ...webhook,
  secret: Schema.String.annotations({
    description: "whsec_ and base64: signs the requests. It is shown here and never again."
  })
}).annotations({ identifier: "WebhookWithSecret" })

const outcome = {
  status: Schema.NullOr(Whole).annotations({ description: "The HTTP status of the last answer" }),
  answer: Schema.NullOr(Schema.String).annotations({ description: "The first 1 KiB of the last answer" }),
  error: Schema.NullOr(Schema.String).annotations({ description: "Why the last attempt failed" })
}

export const TestResult = Schema.Struct({
  delivered: Schema.Boolean.annotations({ description: "Whether the answer was 200 to 299" }),
  ...outcome,
  duration: Whole.annotations({ description: "Milliseconds" })
}).annotations({ identifier: "WebhookTest" })

export const Delivery = Schema.Struct({
  id: Id.annotations({ description: "The id of the event, which is the header webhook-id" }),
  type: Schema.String,
  state: Schema.Literal(...deliveryStates),
  attempts: Whole,
  dueAt: Schema.NullOr(Instant).annotations({ description: "When it is tried next, while it is pending" }),
  ...outcome,
  duration: Schema.NullOr(Whole).annotations({ description: "Milliseconds that the last attempt took" }),
  attemptedAt: Schema.NullOr(Instant),
  deliveredAt: Schema.NullOr(Instant),
  createdAt: Instant
}).annotations({ identifier: "Delivery" })

export const DeliveriesQuery = requestQuery(ListDeliveries.omit("partnerId", "id"), {
  state: { description: "Deliveries in this state only" },
  after: { description: "The `next` of the page before" },
  limit: pageSize(20)
})

export const DeliveryPage = Schema.Struct(keysetPage(Delivery)).annotations({ identifier: "DeliveryPage" })
