import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import {
  CreateWebhook,
  Delivery,
  ListDeliveries,
  NewWebhook,
  TestResult,
  UpdateWebhook,
  Webhook
} from "../../webhooks/Webhook.ts"
import { forPartner } from "../access.ts"
import { created, KeepsAnswers } from "../annotations.ts"
import { answer, Empty } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { keysetPage } from "../paging.ts"
import { pageSize, parameter, requestBody, requestQuery } from "../requestSchemas.ts"

const url = {
  description: "Where events are sent to by POST: https, without user name and password",
  example: "https://shop.example/hooks/rewards"
}
const types = {
  description: "The types of events that are sent; all of them if omitted",
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
  status: { description: "paused: nothing is sent. active: it continues after the last event that it got" }
})

const webhookNotes = {
  types: { description: "Empty for all types" },
  failingSince: {
    description: "Since when no delivery has succeeded; after three days the webhook is paused"
  },
  previousSecretUntil: { description: "Until when the secret before the last rotation also signs" }
}

export const WebhookAnswer = answer("Webhook", Webhook, webhookNotes)

export const NewWebhookAnswer = answer("WebhookWithSecret", NewWebhook, {
  ...webhookNotes,
  secret: { description: "whsec_ and base64: signs the requests. It is shown here and never again." }
})

const resultNotes = {
  status: { description: "The HTTP status of the last answer" },
  answer: { description: "The first 1 KiB of the last answer" },
  error: { description: "Why the last attempt failed" }
}

export const TestResultAnswer = answer("WebhookTest", TestResult, {
  ...resultNotes,
  delivered: { description: "Whether the answer was 200 to 299" },
  duration: { description: "Milliseconds" }
})

export const DeliveryAnswer = answer("Delivery", Delivery, {
  ...resultNotes,
  id: { description: "The id of the event, which is the header webhook-id" },
  dueAt: { description: "When the next attempt is due, if it is pending" },
  duration: { description: "Milliseconds that the last attempt took" }
})

export const DeliveriesQuery = requestQuery(ListDeliveries.omit("partnerId", "id"), {
  state: { description: "Deliveries in this state only" },
  after: { description: "The `next` of the page before" },
  limit: pageSize(20)
})

export const DeliveryPage = keysetPage("DeliveryPage", DeliveryAnswer)

const id = HttpApiSchema.param("id", parameter(Schema.String, { description: "The id of the webhook" }))
const deliveryId = HttpApiSchema.param(
  "deliveryId",
  parameter(Schema.String, { description: "The id of the delivery, which is the id of its event" })
)

export const create = HttpApiEndpoint.post("create", "/laas/webhooks")
  .setPayload(CreateWebhookBody)
  .addSuccess(success(NewWebhookAnswer), created)
  .annotate(KeepsAnswers, false)
  .annotate(
    OpenApi.Summary,
    "Create a webhook, which gets every event from now on; its secret is shown once, so a retry creates another"
  )
  .annotate(
    OpenApi.Description,
    "Events are sent by POST, signed with the secret as Standard Webhooks prescribes, at least once each, and are retried for three days while the receiver fails. At most 16 webhooks."
  )
  .pipe(forPartner("webhooks:write"))

export const list = HttpApiEndpoint.get("list", "/laas/webhooks")
  .addSuccess(success(Schema.Array(WebhookAnswer)))
  .annotate(OpenApi.Summary, "The partner's webhooks, at most 16")
  .annotate(
    OpenApi.Description,
    "Without their secrets. `failingSince` says since when a receiver has accepted nothing."
  )
  .pipe(forPartner("read"))

export const get = HttpApiEndpoint.get("get")`/laas/webhooks/${id}`
  .addSuccess(success(WebhookAnswer))
  .annotate(OpenApi.Summary, "One webhook")
  .annotate(OpenApi.Description, "Without its secret, which is shown once.")
  .pipe(forPartner("read"))

export const update = HttpApiEndpoint.patch("update")`/laas/webhooks/${id}`
  .setPayload(UpdateWebhookBody)
  .addSuccess(success(WebhookAnswer))
  .annotate(OpenApi.Summary, "Change the given fields of a webhook, pause it or make it active again")
  .annotate(
    OpenApi.Description,
    "A webhook that is active again continues after the last event that it got, if the event is still stored (30 days)."
  )
  .pipe(forPartner("webhooks:write"))

export const remove = HttpApiEndpoint.del("remove")`/laas/webhooks/${id}`
  .addSuccess(success(Empty))
  .annotate(OpenApi.Summary, "Delete a webhook and its deliveries")
  .annotate(OpenApi.Description, "Nothing more is sent. An attempt that is already running can still arrive.")
  .pipe(forPartner("webhooks:write"))

export const rotate = HttpApiEndpoint.post("rotate")`/laas/webhooks/${id}/rotate`
  .addSuccess(success(NewWebhookAnswer))
  .annotate(KeepsAnswers, false)
  .annotate(
    OpenApi.Summary,
    "Create a new secret, which is shown once; the old one also signs for 24 hours, so that receivers can switch"
  )
  .annotate(OpenApi.Description, "Requests carry two signatures during these 24 hours.")
  .pipe(forPartner("webhooks:write"))

export const test = HttpApiEndpoint.post("test")`/laas/webhooks/${id}/test`
  .addSuccess(success(TestResultAnswer))
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Send an event of the type webhook.test now, and see what the receiver answers")
  .annotate(
    OpenApi.Description,
    "The answer says what the receiver answered and how long it took. One test of a webhook runs at a time."
  )
  .pipe(forPartner("webhooks:write"))

export const deliveries = HttpApiEndpoint.get("deliveries")`/laas/webhooks/${id}/deliveries`
  .setUrlParams(DeliveriesQuery)
  .addSuccess(success(DeliveryPage))
  .annotate(
    OpenApi.Summary,
    "The deliveries of a webhook for the events of the last 30 days, newest event first"
  )
  .annotate(
    OpenApi.Description,
    "With the last answer or error of the receiver, and when the next attempt is due. `next` of a page is `after` of the page after it."
  )
  .pipe(forPartner("read"))

export const redeliver = HttpApiEndpoint.post(
  "redeliver"
)`/laas/webhooks/${id}/deliveries/${deliveryId}/redeliver`
  .addSuccess(success(DeliveryAnswer))
  .annotate(KeepsAnswers, false)
  .annotate(
    OpenApi.Summary,
    "Send an event again, in the background; a second call returns the same delivery"
  )
  .annotate(
    OpenApi.Description,
    "For events of the last 30 days, whether they were delivered or not. The receiver sees the same `webhook-id`."
  )
  .pipe(forPartner("webhooks:write"))

export const webhooks = HttpApiGroup.make("webhooks")
  .add(create)
  .add(list)
  .add(get)
  .add(update)
  .add(remove)
  .add(rotate)
  .add(test)
  .add(deliveries)
  .add(redeliver)
  .annotate(OpenApi.Description, "Events sent to addresses of the partner, signed by Standard Webhooks")
