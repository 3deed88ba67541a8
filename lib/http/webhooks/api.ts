import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
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
import { created, KeepsAnswers, ReadsList } from "../annotations.ts"
import { answer, Empty } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { orderer } from "../ordererAnswer.ts"
import { keysetPage } from "../paging.ts"
import { listing, pageSize, parameter, requestBody, requestQuery } from "../requestSchemas.ts"

const url = {
  description:
    "The address that receives events by POST. It must use https and must not contain a user name or a password",
  example: "https://shop.example/hooks/rewards"
}
const types = {
  description: "The types of events that are sent; all of them if omitted",
  example: ["award.paid", "coins.transferred"]
}
const description = { description: "What the webhook is used for", example: "Order system" }

export const CreateWebhookBody = requestBody("CreateWebhook", CreateWebhook.omit("partnerId"), {
  url,
  types,
  description
})

export const UpdateWebhookBody = requestBody("UpdateWebhook", UpdateWebhook.omit("partnerId", "id"), {
  url,
  types: { ...types, description: "The types of events that are sent; null for all of them" },
  description: { ...description, description: "What the webhook is used for; null removes it" },
  status: { description: "`paused` stops sending. `active` continues where sending stopped" }
})

const webhookNotes = {
  types: { description: "The types of events that are sent. Empty if all types are sent" },
  failingSince: {
    description: "When deliveries began to fail. After three days of failures the webhook is paused"
  },
  previousSecretUntil: { description: "Until when requests are also signed with the previous secret" },
  orderedBy: orderer("created the webhook"),
  changedBy: orderer("ordered the last change")
}

export const WebhookAnswer = answer("Webhook", Webhook, webhookNotes)

export const NewWebhookAnswer = answer("WebhookWithSecret", NewWebhook, {
  ...webhookNotes,
  secret: {
    description: "The secret that signs the requests: whsec_ and base64 text. It is shown only once."
  }
})

const resultNotes = (attempt: string) => ({
  status: { description: `The HTTP status of the answer to ${attempt}; null if there was no answer` },
  answer: { description: `The first 1 KiB of the answer to ${attempt}; null if there was no answer` },
  error: { description: `Why ${attempt} failed` }
})

export const TestResultAnswer = answer("WebhookTest", TestResult, {
  ...resultNotes("the test"),
  delivered: { description: "Whether the status of the answer was 200 to 299" },
  duration: { description: "Milliseconds that the test took" }
})

export const DeliveryAnswer = answer("Delivery", Delivery, {
  ...resultNotes("the last attempt"),
  id: { description: "The id of the event, which is sent as the header webhook-id" },
  dueAt: { description: "When the next attempt is due, if the delivery is pending" },
  duration: { description: "Milliseconds that the last attempt took" }
})

export const DeliveriesQuery = requestQuery(ListDeliveries.omit("partnerId", "id"), {
  state: { description: "Only deliveries in this state" },
  after: listing.after,
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
  .annotate(OpenApi.Summary, "Create a webhook for future events; its secret is shown only once")
  .annotate(
    OpenApi.Description,
    "Each event is sent by POST at least once, and is signed with the secret as Standard Webhooks prescribes. A failed delivery is retried for three days. A partner can have at most 16 webhooks. A retry of this request creates another webhook."
  )
  .pipe(forPartner("webhooks:write"))

export const list = HttpApiEndpoint.get("list", "/laas/webhooks")
  .addSuccess(success(Schema.Array(WebhookAnswer)))
  .annotate(OpenApi.Summary, "The partner's webhooks, at most 16")
  .annotate(OpenApi.Description, "Secrets are shown only once, so they are not included.")
  .pipe(forPartner("read"))

export const get = HttpApiEndpoint.get("get")`/laas/webhooks/${id}`
  .addSuccess(success(WebhookAnswer))
  .annotate(OpenApi.Summary, "One webhook")
  .annotate(OpenApi.Description, "The secret is shown only once, so it is not included.")
  .pipe(forPartner("read"))

export const update = HttpApiEndpoint.patch("update")`/laas/webhooks/${id}`
  .setPayload(UpdateWebhookBody)
  .addSuccess(success(WebhookAnswer))
  .annotate(OpenApi.Summary, "Change the given fields of a webhook, pause it or make it active again")
  .annotate(
    OpenApi.Description,
    "A webhook that becomes active again continues where it stopped. Events are stored for 30 days."
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
  .annotate(OpenApi.Summary, "Replace the secret of a webhook; the new one is shown only once")
  .annotate(
    OpenApi.Description,
    "For 24 hours, requests have two signatures: one with the new secret and one with the old secret."
  )
  .pipe(forPartner("webhooks:write"))

export const test = HttpApiEndpoint.post("test")`/laas/webhooks/${id}/test`
  .addSuccess(success(TestResultAnswer))
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Send an event of the type webhook.test now, and return the receiver's answer")
  .annotate(OpenApi.Description, "A process of the service runs only one test of a webhook at a time.")
  .pipe(forPartner("webhooks:write"))

export const deliveries = HttpApiEndpoint.get("deliveries")`/laas/webhooks/${id}/deliveries`
  .setUrlParams(DeliveriesQuery)
  .addSuccess(success(DeliveryPage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The deliveries of a webhook in the last 30 days, newest event first")
  .annotate(
    OpenApi.Description,
    "Shows each delivery with the result of its last attempt and the time of the next attempt."
  )
  .pipe(forPartner("read"))

export const redeliver = HttpApiEndpoint.post(
  "redeliver"
)`/laas/webhooks/${id}/deliveries/${deliveryId}/redeliver`
  .addSuccess(success(DeliveryAnswer))
  .annotate(KeepsAnswers, false)
  .annotate(OpenApi.Summary, "Send an event of the last 30 days again")
  .annotate(
    OpenApi.Description,
    "The event is sent in the background with the same `webhook-id`, even if it was delivered before. Each call makes the same delivery pending again."
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
  .annotate(OpenApi.Description, "Webhooks: signed requests that deliver events to the partner")
