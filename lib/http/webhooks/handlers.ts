import { Effect } from "effect"
import {
  CreateWebhook,
  checkUpdate,
  DeliveryKey,
  type Delivery as DeliveryRecord,
  ListDeliveries,
  UpdateWebhook,
  WebhookKey,
  type Webhook as WebhookRecord
} from "../../webhooks/Webhook.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { asActor } from "../actor.ts"
import { type Handled, handle } from "../handle.ts"
import { inputOf } from "../input.ts"
import { nextOf } from "../paging.ts"
import { create, deliveries, get, list, redeliver, remove, rotate, test, update } from "./api.ts"
import type { Delivery, Webhook } from "./wire.ts"

const createInput = inputOf(CreateWebhook)
const updateInput = inputOf(UpdateWebhook, checkUpdate)
const keyInput = inputOf(WebhookKey)
const deliveriesInput = inputOf(ListDeliveries)
const deliveryInput = inputOf(DeliveryKey)

const shown = (webhook: WebhookRecord): typeof Webhook.Encoded => ({
  id: webhook.id,
  url: webhook.url,
  types: webhook.types,
  description: webhook.description,
  status: webhook.status,
  pausedReason: webhook.pausedReason,
  failingSince: webhook.failingSince?.toISOString() ?? null,
  previousSecretUntil: webhook.previousSecretUntil?.toISOString() ?? null,
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString()
})

const delivery = (one: DeliveryRecord): typeof Delivery.Encoded => ({
  id: one.id,
  type: one.type,
  state: one.state,
  attempts: one.attempts,
  dueAt: one.dueAt?.toISOString() ?? null,
  status: one.status,
  answer: one.answer,
  error: one.error,
  duration: one.duration,
  attemptedAt: one.attemptedAt?.toISOString() ?? null,
  deliveredAt: one.deliveredAt?.toISOString() ?? null,
  createdAt: one.createdAt.toISOString()
})

export const webhooks: ReadonlyArray<Handled> = [
  // No answer is stored under an idempotency key: it would put the secret where answers are kept.
  handle(
    create,
    Effect.fnUntraced(function* ({ body, session }) {
      const input = yield* createInput({ ...body, partnerId: session.partnerId })
      const webhook = yield* asActor(session, (yield* Webhooks).create(input))
      return {
        message: "Webhook created successfully, its secret is shown only now",
        data: { ...shown(webhook), secret: webhook.secret }
      }
    })
  ),

  handle(
    list,
    Effect.fnUntraced(function* ({ session: { partnerId } }) {
      const found = yield* (yield* Webhooks).list({ partnerId })
      return { message: "Webhooks returned successfully", data: found.map(shown) }
    })
  ),

  handle(
    get,
    Effect.fnUntraced(function* ({ params, session: { partnerId } }) {
      const webhook = yield* (yield* Webhooks).get(yield* keyInput({ id: params.id, partnerId }))
      return { message: "Webhook returned successfully", data: shown(webhook) }
    })
  ),

  handle(
    update,
    Effect.fnUntraced(function* ({ body, params, session }) {
      const input = yield* updateInput({ ...body, id: params.id, partnerId: session.partnerId })
      const webhook = yield* asActor(session, (yield* Webhooks).update(input))
      return { message: "Webhook updated successfully", data: shown(webhook) }
    })
  ),

  handle(
    remove,
    Effect.fnUntraced(function* ({ params, session }) {
      const input = yield* keyInput({ id: params.id, partnerId: session.partnerId })
      yield* asActor(session, (yield* Webhooks).remove(input))
      return { message: "Webhook deleted successfully", data: {} }
    })
  ),

  handle(
    rotate,
    Effect.fnUntraced(function* ({ params, session }) {
      const input = yield* keyInput({ id: params.id, partnerId: session.partnerId })
      const webhook = yield* asActor(session, (yield* Webhooks).rotate(input))
      return {
        message: "Secret rotated successfully, the new one is shown only now",
        data: { ...shown(webhook), secret: webhook.secret }
      }
    })
  ),

  handle(
    test,
    Effect.fnUntraced(function* ({ params, session: { partnerId } }) {
      const data = yield* (yield* Webhooks).test(yield* keyInput({ id: params.id, partnerId }))
      return { message: data.delivered ? "Test delivered successfully" : "Test was not delivered", data }
    })
  ),

  handle(
    deliveries,
    Effect.fnUntraced(function* ({ params, query, session: { partnerId } }) {
      const input = yield* deliveriesInput({ ...query, id: params.id, partnerId })
      const page = yield* (yield* Webhooks).deliveries(input)
      return {
        message: "Deliveries returned successfully",
        data: { data: page.data.map(delivery), ...nextOf(page, ({ id }) => id) }
      }
    })
  ),

  handle(
    redeliver,
    Effect.fnUntraced(function* ({ params, session }) {
      const { deliveryId, id } = params
      const input = yield* deliveryInput({ id, deliveryId, partnerId: session.partnerId })
      const one = yield* asActor(session, (yield* Webhooks).redeliver(input))
      return { message: "Delivery will be sent again", data: delivery(one) }
    })
  )
]
