import { Effect } from "effect"
import type { Delivery as DeliveryRecord, Webhook as WebhookRecord } from "../../accounts/webhooks/Webhook.ts"
import { Webhooks } from "../../accounts/webhooks/Webhooks.ts"
import { Unparsed } from "../../schema/Input.ts"
import { asActor } from "../authorize.ts"
import { type Handled, handle } from "../handle.ts"
import { nextOf } from "../paging.ts"
import {
  create,
  type Delivery,
  deliveries,
  get,
  list,
  redeliver,
  remove,
  rotate,
  test,
  update,
  type Webhook
} from "./api.ts"

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
      const input = new Unparsed({ ...body, partnerId: session.partnerId })
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
      const webhook = yield* (yield* Webhooks).get(new Unparsed({ id: params.id, partnerId }))
      return { message: "Webhook returned successfully", data: shown(webhook) }
    })
  ),

  handle(
    update,
    Effect.fnUntraced(function* ({ body, params, session }) {
      const input = new Unparsed({ ...body, id: params.id, partnerId: session.partnerId })
      const webhook = yield* asActor(session, (yield* Webhooks).update(input))
      return { message: "Webhook updated successfully", data: shown(webhook) }
    })
  ),

  handle(
    remove,
    Effect.fnUntraced(function* ({ params, session }) {
      const input = new Unparsed({ id: params.id, partnerId: session.partnerId })
      yield* asActor(session, (yield* Webhooks).remove(input))
      return { message: "Webhook deleted successfully", data: {} }
    })
  ),

  handle(
    rotate,
    Effect.fnUntraced(function* ({ params, session }) {
      const input = new Unparsed({ id: params.id, partnerId: session.partnerId })
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
      const data = yield* (yield* Webhooks).test(new Unparsed({ id: params.id, partnerId }))
      return { message: data.delivered ? "Test delivered successfully" : "Test was not delivered", data }
    })
  ),

  handle(
    deliveries,
    Effect.fnUntraced(function* ({ params, query, session: { partnerId } }) {
      const input = new Unparsed({ ...query, id: params.id, partnerId })
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
      const input = new Unparsed({ id, deliveryId, partnerId: session.partnerId })
      const one = yield* asActor(session, (yield* Webhooks).redeliver(input))
      return { message: "Delivery will be sent again", data: delivery(one) }
    })
  )
]
