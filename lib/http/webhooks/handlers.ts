import { Effect } from "effect"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { bodyInput, type HandledEndpoint, handle, queryInput } from "../handle.ts"
import { once } from "../idempotency.ts"
import { encodePage } from "../paging.ts"
import * as api from "./api.ts"

export const webhooks: ReadonlyArray<HandledEndpoint> = [
  // The answer is not stored under an idempotency key, because it contains the secret.
  handle(api.create, function* (request) {
    const webhook = yield* (yield* Webhooks).create(bodyInput(request))
    return {
      message: "Webhook created successfully, its secret is shown only now",
      data: api.NewWebhookAnswer.encode(webhook)
    }
  }),

  handle(api.list, function* ({ session: { partnerId } }) {
    const found = yield* (yield* Webhooks).list({ partnerId })
    return { message: "Webhooks returned successfully", data: found.map(api.WebhookAnswer.encode) }
  }),

  handle(api.get, function* (request) {
    const webhook = yield* (yield* Webhooks).get(bodyInput(request))
    return { message: "Webhook returned successfully", data: api.WebhookAnswer.encode(webhook) }
  }),

  handle(api.update, function* (request) {
    const write = Effect.map((yield* Webhooks).update(bodyInput(request)), api.WebhookAnswer.encode)
    return { message: "Webhook updated successfully", ...(yield* once(request, write)) }
  }),

  handle(api.remove, function* (request) {
    yield* (yield* Webhooks).remove(bodyInput(request))
    return { message: "Webhook deleted successfully", data: {} }
  }),

  handle(api.rotate, function* (request) {
    const webhook = yield* (yield* Webhooks).rotate(bodyInput(request))
    return {
      message: "Secret rotated successfully, the new one is shown only now",
      data: api.NewWebhookAnswer.encode(webhook)
    }
  }),

  handle(api.test, function* (request) {
    const result = yield* (yield* Webhooks).test(bodyInput(request))
    return {
      message: result.delivered ? "Test delivered successfully" : "Test was not delivered",
      data: api.TestResultAnswer.encode(result)
    }
  }),

  handle(api.deliveries, function* (request) {
    const page = yield* (yield* Webhooks).deliveries(queryInput(request))
    const data = encodePage(page, api.DeliveryAnswer.encode)
    return { message: "Deliveries returned successfully", data }
  }),

  handle(api.redeliver, function* (request) {
    const delivery = yield* (yield* Webhooks).redeliver(bodyInput(request))
    return { message: "Delivery will be sent again", data: api.DeliveryAnswer.encode(delivery) }
  })
]
