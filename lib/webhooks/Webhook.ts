import { Schema } from "effect"
import { EventId, EventType } from "../events/Event.ts"
import { PartnerId } from "../rewards/Id.ts"
import { Orderer } from "../rewards/orderers/Orderer.ts"
import type * as Documented from "../schema/Documented.ts"
import { id } from "../schema/Id.ts"
import { type CrossCheck, mustBe, required, trimmed } from "../schema/Input.ts"
import { PageSize, pageOf } from "../schema/Page.ts"
import { WebUrl } from "../schema/Text.ts"

export const WebhookId = id("WebhookId")
export type WebhookId = typeof WebhookId.Type

/** The largest number of webhooks that one partner can have. */
export const maxWebhooks = 16

/** For this many milliseconds after a rotation, requests are also signed with the previous secret. */
export const rotationTime = 24 * 60 * 60 * 1000

export const statuses = ["active", "paused"] as const

/** A URL to which a partner's events are sent. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  /** The types of events that are sent; empty for all types, including types that later versions add. */
  types: Schema.Array(Schema.String),
  description: Schema.NullOr(Schema.String),
  status: Schema.Literal(...statuses),
  /** Why the webhook is paused; null while it is active. */
  pausedReason: Schema.NullOr(Schema.String),
  /** The time since which all attempts have failed; null if the webhook is not failing. */
  failingSince: Schema.NullOr(Schema.Date),
  /** Until when requests are also signed with the previous secret. */
  previousSecretUntil: Schema.NullOr(Schema.Date),
  createdAt: Schema.Date,
  updatedAt: Schema.Date,
  /** Who created the webhook; null if the caller is not known. */
  orderedBy: Schema.NullOr(Orderer),
  /** Who ordered the last change; null if the caller is not known, or if the webhook was never changed. */
  changedBy: Schema.NullOr(Orderer)
})
export type Webhook = typeof Webhook.Type

/** A webhook with its secret. Only `Webhooks.create` and `Webhooks.rotate` return the secret. */
export const NewWebhook = Schema.Struct({
  ...Webhook.fields,
  secret: Schema.String
})
export type NewWebhook = typeof NewWebhook.Type

export const deliveryStates = ["pending", "delivered", "failed"] as const

/** The delivery of one event to one webhook. Its id is the id of the event. */
export const Delivery = Schema.Struct({
  id: EventId,
  type: Schema.String,
  state: Schema.Literal(...deliveryStates),
  attempts: Schema.Int,
  /** When the next attempt is due; null if the delivery is not pending. */
  dueAt: Schema.NullOr(Schema.Date),
  /** The HTTP status of the last attempt; null if there was no answer. */
  status: Schema.NullOr(Schema.Int),
  /** The first 1 KiB of the body of the answer to the last attempt. */
  answer: Schema.NullOr(Schema.String),
  /** Why the last attempt failed. */
  error: Schema.NullOr(Schema.String),
  /** How long the last attempt took, in milliseconds. */
  duration: Schema.NullOr(Schema.Int),
  /** When the last attempt ended. */
  attemptedAt: Schema.NullOr(Schema.Date),
  deliveredAt: Schema.NullOr(Schema.Date),
  createdAt: Schema.Date
})
export type Delivery = typeof Delivery.Type

export const DeliveryPage = pageOf(Delivery)
export type DeliveryPage = typeof DeliveryPage.Type

/** The result of a test. */
export const TestResult = Schema.Struct({
  delivered: Schema.Boolean,
  ...Delivery.pick("status", "answer", "error").fields,
  duration: Schema.Int
})
export type TestResult = typeof TestResult.Type

/** Makes the schema of a list of event types. `choice` tells the caller how to get all types. */
const types = (choice: "be left out" | "be null") =>
  Schema.Array(EventType).pipe(
    Schema.filter((given) => given.length > 0 || `must hold at least one type, or ${choice} for all types`, {
      jsonSchema: { minItems: 1 }
    })
  )
const description = trimmed(1, 200)

export const CreateWebhook = Schema.Struct({
  partnerId: required(PartnerId),
  url: required(WebUrl),
  types: Schema.optional(types("be left out")),
  description: Schema.optional(description)
})
export type CreateWebhookInput = Documented.Of<typeof CreateWebhook, Documented.CreateWebhookInput>

export const WebhookKey = Schema.Struct({
  partnerId: required(PartnerId),
  /** The id of the webhook. */
  id: required(WebhookId)
})
export type WebhookKeyInput = Documented.Of<typeof WebhookKey, Documented.WebhookKeyInput>

export const UpdateWebhook = Schema.Struct({
  ...WebhookKey.fields,
  url: Schema.optional(WebUrl),
  types: Schema.optional(Schema.NullOr(types("be null"))),
  description: Schema.optional(Schema.NullOr(description)),
  status: Schema.optional(Schema.Literal(...statuses).pipe(mustBe('"active" or "paused"')))
})
export type UpdateWebhookInput = Documented.Of<typeof UpdateWebhook, Documented.UpdateWebhookInput>

/** The fields that an update cannot change, with the error for each. */
const fixed: Readonly<Record<string, string>> = {
  secret: "cannot be chosen: get a new one with /laas/webhooks/{id}/rotate",
  rotateSecret: "is not a field: get a new secret with /laas/webhooks/{id}/rotate"
}

/** Refuses an update with a field of `fixed`. */
export const checkUpdate: CrossCheck = (input) =>
  Object.entries(fixed).flatMap(([field, problem]) =>
    input[field] === undefined ? [] : [{ field, problem }]
  )

export const ListDeliveries = Schema.Struct({
  ...WebhookKey.fields,
  state: Schema.optional(
    Schema.Literal(...deliveryStates).pipe(mustBe('one of "pending", "delivered", "failed"'))
  ),
  /** The `next` of the previous page. */
  after: Schema.optional(EventId),
  limit: Schema.optionalWith(PageSize, { default: () => 20 })
})
export type ListDeliveriesInput = Documented.Of<typeof ListDeliveries, Documented.ListDeliveriesInput>

export const DeliveryKey = Schema.Struct({
  ...WebhookKey.fields,
  /** The id of the delivery, which is the id of its event. */
  deliveryId: required(EventId)
})
export type DeliveryKeyInput = Documented.Of<typeof DeliveryKey, Documented.DeliveryKeyInput>
