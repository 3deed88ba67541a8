import { Effect } from "effect"
import { Unparsed } from "../../schema/Input.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import { asActor } from "../authorize.ts"
import { type HandledEndpoint, handle } from "../handle.ts"
import { nextOf } from "../paging.ts"
import {
  create,
  DeliveryAnswer,
  deliveries,
  get,
  list,
  NewWebhookAnswer,
  redeliver,
  remove,
  rotate,
  TestResultAnswer,
  test,
  update,
  WebhookAnswer
} from "./api.ts"

export const webhooks: ReadonlyArray<HandledEndpoint> = [
  // No answer is stored under an idempotency key: it would put the secret into the database.
  handle(
    create,
    Effect.fnUntraced(function* ({ body, session }) {
      const input = new Unparsed({ ...body, partnerId: session.partnerId })
      const webhook = yield* asActor(session, (yield* Webhooks).create(input))
      return {
        message: "Webhook created successfully, its secret is shown only now",
        data: NewWebhookAnswer.encode(webhook)
      }
    })
  ),

  handle(
    list,
    Effect.fnUntraced(function* ({ session: { partnerId } }) {
      const found = yield* (yield* Webhooks).list({ partnerId })
      return { message: "Webhooks returned successfully", data: found.map(WebhookAnswer.encode) }
    })
  ),

  handle(
    get,
    Effect.fnUntraced(function* ({ params, session: { partnerId } }) {
      const webhook = yield* (yield* Webhooks).get(new Unparsed({ id: params.id, partnerId }))
      return { message: "Webhook returned successfully", data: WebhookAnswer.encode(webhook) }
    })
  ),

  handle(
    update,
    Effect.fnUntraced(function* ({ body, params, session }) {
      const input = new Unparsed({ ...body, id: params.id, partnerId: session.partnerId })
      const webhook = yield* asActor(session, (yield* Webhooks).update(input))
      return { message: "Webhook updated successfully", data: WebhookAnswer.encode(webhook) }
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
        data: NewWebhookAnswer.encode(webhook)
      }
    })
  ),

  handle(
    test,
    Effect.fnUntraced(function* ({ params, session: { partnerId } }) {
      const result = yield* (yield* Webhooks).test(new Unparsed({ id: params.id, partnerId }))
      return {
        message: result.delivered ? "Test delivered successfully" : "Test was not delivered",
        data: TestResultAnswer.encode(result)
      }
    })
  ),

  handle(
    deliveries,
    Effect.fnUntraced(function* ({ params, query, session: { partnerId } }) {
      const input = new Unparsed({ ...query, id: params.id, partnerId })
      const page = yield* (yield* Webhooks).deliveries(input)
      return {
        message: "Deliveries returned successfully",
        data: { data: page.data.map(DeliveryAnswer.encode), ...nextOf(page, ({ id }) => id) }
      }
    })
  ),

  handle(
    redeliver,
    Effect.fnUntraced(function* ({ params, session }) {
      const { deliveryId, id } = params
      const input = new Unparsed({ id, deliveryId, partnerId: session.partnerId })
      const one = yield* asActor(session, (yield* Webhooks).redeliver(input))
      return { message: "Delivery will be sent again", data: DeliveryAnswer.encode(one) }
    })
  )
]
