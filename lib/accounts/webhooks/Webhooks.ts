import { Context, Effect, Layer, type Scope, Struct } from "effect"
import { Events } from "../../events/Events.ts"
import { now } from "../../rewards/clock.ts"
import { PartnerNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ids, takeOne } from "../../rewards/Ids.ts"
import { PartnerKey, type PartnerKeyInput } from "../../rewards/partners/Partner.ts"
import { lockPartner } from "../../rewards/sql.ts"
import { type InvalidInput, invalid, parser } from "../../schema/Input.ts"
import { firstOf } from "../../schema/Page.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import type { Action } from "../audit/AuditEntry.ts"
import { actorOf } from "../audit/Caller.ts"
import { DeliveryNotFound, TooManyWebhooks, WebhookBusy, WebhookNotFound } from "../Errors.ts"
import { makeCrowd } from "../outbound/crowd.ts"
import type { OutboundOptions } from "../outbound/Outbound.ts"
import { targetOf } from "../outbound/target.ts"
import { makePost, type PostOptions } from "./post.ts"
import { newSigningSecret } from "./signature.ts"
import * as Statements from "./statements.ts"
import {
  CreateWebhook,
  type CreateWebhookInput,
  checkUpdate,
  type Delivery,
  DeliveryKey,
  type DeliveryKeyInput,
  type DeliveryPage,
  ListDeliveries,
  type ListDeliveriesInput,
  maxWebhooks,
  type NewWebhook,
  rotationTime,
  type TestResult,
  UpdateWebhook,
  type UpdateWebhookInput,
  type Webhook,
  WebhookId,
  WebhookKey,
  type WebhookKeyInput
} from "./Webhook.ts"

type KeyFailure = InvalidInput | WebhookNotFound | DatabaseFailure

/** The addresses that get a partner's events, signed by the Standard Webhooks specification. `WebhookSender` sends. */
export class Webhooks extends Context.Tag("rewards/Webhooks")<
  Webhooks,
  {
    /** Makes a webhook that gets every event from now on. Its secret is returned only here and by `rotate`. */
    readonly create: (
      input: CreateWebhookInput
    ) => Effect.Effect<NewWebhook, InvalidInput | PartnerNotFound | TooManyWebhooks | DatabaseFailure>
    /** Oldest first; at most 16. */
    readonly list: (
      input: PartnerKeyInput
    ) => Effect.Effect<ReadonlyArray<Webhook>, InvalidInput | DatabaseFailure>
    readonly get: (input: WebhookKeyInput) => Effect.Effect<Webhook, KeyFailure>
    /** Changes the given fields. A webhook that becomes active goes on after the last event that it got. */
    readonly update: (input: UpdateWebhookInput) => Effect.Effect<Webhook, KeyFailure>
    /** Makes a new secret. The one before signs beside it for 24 hours. */
    readonly rotate: (input: WebhookKeyInput) => Effect.Effect<NewWebhook, KeyFailure>
    /** Deletes the webhook; its deliveries are deleted in the background. */
    readonly remove: (input: WebhookKeyInput) => Effect.Effect<void, KeyFailure>
    /** Sends an event of the type `webhook.test` at once, once, also while the webhook is paused. */
    readonly test: (input: WebhookKeyInput) => Effect.Effect<TestResult, KeyFailure | WebhookBusy>
    /** A page of deliveries, newest event first, after a delivery. They are kept for 30 days. */
    readonly deliveries: (input: ListDeliveriesInput) => Effect.Effect<DeliveryPage, KeyFailure>
    /** Sends an event again, with all attempts, in the background. */
    readonly redeliver: (input: DeliveryKeyInput) => Effect.Effect<Delivery, KeyFailure | DeliveryNotFound>
    /** Calls back when this process has made a webhook due, until the scope closes. The listener must not throw. */
    readonly watch: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer = (
    options: PostOptions = {}
  ): Layer.Layer<Webhooks, never, Audit | Database | Events | Ids> => Layer.scoped(this, make(options))
}

const parseCreate = parser(CreateWebhook)
const parsePartner = parser(PartnerKey)
const parseKey = parser(WebhookKey)
const parseUpdate = parser(UpdateWebhook, checkUpdate)
const parseDeliveries = parser(ListDeliveries)
const parseDelivery = parser(DeliveryKey)

/** Above every id that can be made. */
const end = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** Refuses an address that no attempt could ever use. Where its host leads to is found out at each attempt. */
const checkUrl = (url: string | undefined, { allowLoopback = false }: OutboundOptions) =>
  url === undefined
    ? Effect.void
    : Effect.mapError(targetOf(url, allowLoopback), (problem) => invalid("url", problem))

/** The path of an address may hold a secret of the partner's, so records name its host alone. */
const hostOf = ({ url }: Webhook): string => new URL(url).host

const shown = (webhook: Statements.SigningWebhook): Webhook =>
  Struct.omit(webhook, "secret", "previousSecret")

const make = (options: PostOptions) =>
  Effect.gen(function* () {
    const audit = yield* Audit
    const database = yield* Database
    const events = yield* Events
    const ids = yield* Ids
    const post = yield* makePost(options)
    const crowd = makeCrowd(1, () => new WebhookBusy())
    const listeners = new Set<() => void>()

    const record = (action: Action, partnerId: PartnerId, detail: string) =>
      Effect.flatMap(actorOf(database, partnerId), (actor) =>
        audit.record({ action, outcome: "done", actor, partnerId, detail })
      )

    const tellListeners = database.afterCommit(() => {
      for (const listener of listeners) listener()
    })

    const find = Effect.fnUntraced(function* (
      statement: typeof Statements.readWebhook,
      { id, partnerId }: typeof WebhookKey.Type
    ) {
      const [webhook] = yield* database.run(statement, [{ partner_id: partnerId, id }])
      return webhook ?? (yield* new WebhookNotFound({ id }))
    })

    /** Locks a webhook, changes it and records that. The change says what the audit trail tells. */
    const change = (
      key: typeof WebhookKey.Type,
      action: Action,
      changed: (webhook: Statements.SigningWebhook, at: Date) => Statements.SigningWebhook
    ) =>
      database.transaction(
        Effect.gen(function* () {
          const at = yield* now
          const webhook = changed(yield* find(Statements.lockWebhook, key), at)
          yield* database.run(Statements.updateWebhook, [
            {
              partner_id: key.partnerId,
              id: webhook.id,
              url: webhook.url,
              types: webhook.types.join(" "),
              description: webhook.description,
              status: webhook.status,
              paused_reason: webhook.pausedReason,
              failing_since: webhook.failingSince?.toISOString() ?? null,
              secret: webhook.secret,
              previous_secret: webhook.previousSecret,
              previous_until: webhook.previousSecretUntil?.toISOString() ?? null,
              at: at.toISOString()
            }
          ])
          yield* record(action, key.partnerId, `${webhook.id} to ${hostOf(webhook)}: ${webhook.status}`)
          yield* tellListeners
          return { ...webhook, updatedAt: at }
        })
      )

    /** The feed is held from `subscribe` until commit, so that the next event is the first that the webhook gets. */
    const insert = Effect.fnUntraced(function* (partnerId: PartnerId, webhook: NewWebhook) {
      const [partner] = yield* database.run(lockPartner, [{ partner_id: partnerId }])
      if (partner === undefined) return yield* new PartnerNotFound({ partnerId })
      yield* record("webhook.create", partnerId, `${webhook.id} to ${hostOf(webhook)}`)
      yield* events.subscribe(partnerId)
      const inserted = yield* database.run(Statements.insertWebhook, [
        {
          partner_id: partnerId,
          id: webhook.id,
          url: webhook.url,
          types: webhook.types.join(" "),
          description: webhook.description,
          secret: webhook.secret,
          last_event: yield* events.last(partnerId),
          at: webhook.createdAt.toISOString(),
          max: maxWebhooks
        }
      ])
      if (inserted.length === 0) return yield* new TooManyWebhooks({ max: maxWebhooks })
    })

    return Webhooks.of({
      create: Effect.fn("Webhooks.create")(function* (input) {
        const { description = null, partnerId, types = [], url } = yield* parseCreate(input)
        yield* checkUrl(url, options)
        const at = yield* now
        const webhook: NewWebhook = {
          id: WebhookId.make(yield* takeOne(ids)),
          url,
          types: Array.from(new Set(types)),
          description,
          status: "active",
          pausedReason: null,
          failingSince: null,
          previousSecretUntil: null,
          createdAt: at,
          updatedAt: at,
          secret: newSigningSecret()
        }
        yield* database.transaction(insert(partnerId, webhook))
        return webhook
      }),

      list: Effect.fn("Webhooks.list")(function* (input) {
        const { partnerId } = yield* parsePartner(input)
        return yield* database.run(Statements.listWebhooks, [{ partner_id: partnerId }])
      }),

      get: Effect.fn("Webhooks.get")(function* (input) {
        return shown(yield* find(Statements.readWebhook, yield* parseKey(input)))
      }),

      update: Effect.fn("Webhooks.update")(function* (input) {
        const { description, status, types, url, ...key } = yield* parseUpdate(input)
        yield* checkUrl(url, options)
        const webhook = yield* change(key, "webhook.update", (known) => {
          const isNew = url !== undefined && url !== known.url
          const resumes = status === "active" && known.status === "paused"
          const pauses = status === "paused" && known.status === "active"
          return {
            ...known,
            url: url ?? known.url,
            types: types === undefined ? known.types : Array.from(new Set(types ?? [])),
            description: description === undefined ? known.description : description,
            status: status ?? known.status,
            pausedReason: pauses ? "by the partner" : resumes ? null : known.pausedReason,
            failingSince: isNew || resumes ? null : known.failingSince
          }
        })
        return shown(webhook)
      }),

      rotate: Effect.fn("Webhooks.rotate")(function* (input) {
        const webhook = yield* change(yield* parseKey(input), "webhook.rotate", (known, at) => ({
          ...known,
          secret: newSigningSecret(),
          previousSecret: known.secret,
          previousSecretUntil: new Date(at.getTime() + rotationTime)
        }))
        return { ...shown(webhook), secret: webhook.secret }
      }),

      remove: Effect.fn("Webhooks.remove")(function* (input) {
        const { id, partnerId } = yield* parseKey(input)
        yield* database.transaction(
          Effect.gen(function* () {
            const at = (yield* now).toISOString()
            const removed = yield* database.run(Statements.removeWebhook, [{ partner_id: partnerId, id, at }])
            if (removed.length === 0) return yield* new WebhookNotFound({ id })
            yield* record("webhook.delete", partnerId, id)
            yield* events.unsubscribe(partnerId)
            yield* tellListeners
          })
        )
      }),

      test: Effect.fn("Webhooks.test")(function* (input) {
        const key = yield* parseKey(input)
        const webhook = yield* find(Statements.readWebhook, key)
        const id = yield* takeOne(ids)
        const timestamp = (yield* now).toISOString()
        const body = { id, type: "webhook.test", timestamp, data: { webhookId: webhook.id } }
        const { answer, delivered, duration, error, status } = yield* crowd(
          `${key.partnerId} ${webhook.id}`,
          () => post(webhook, id, Buffer.from(JSON.stringify(body)))
        )
        return { delivered, status, answer, error, duration }
      }),

      deliveries: Effect.fn("Webhooks.deliveries")(function* (input) {
        const { after, limit, state, ...key } = yield* parseDeliveries(input)
        yield* find(Statements.readWebhook, key)
        const { id, partnerId } = key
        const row = { partner_id: partnerId, webhook_id: id, before: after ?? end, size: limit + 1 }
        return firstOf(yield* database.run(Statements.listDeliveries[state ?? "all"], [row]), limit)
      }),

      redeliver: Effect.fn("Webhooks.redeliver")(function* (input) {
        const { deliveryId, ...key } = yield* parseDelivery(input)
        const { id, partnerId } = key
        return yield* database.transaction(
          Effect.gen(function* () {
            yield* find(Statements.lockWebhook, key)
            const at = (yield* now).toISOString()
            const row = { partner_id: partnerId, webhook_id: id, event_id: deliveryId, at }
            const [delivery] = yield* database.run(Statements.redeliver, [row])
            if (delivery === undefined) return yield* new DeliveryNotFound({ id: deliveryId })
            yield* database.run(Statements.makeDue, [{ partner_id: partnerId, id, at }])
            yield* record("webhook.redeliver", partnerId, `${id}: ${deliveryId}`)
            yield* tellListeners
            return delivery
          })
        )
      }),

      watch: (listener) =>
        Effect.acquireRelease(
          Effect.sync(() => listeners.add(listener)),
          () => Effect.sync(() => listeners.delete(listener))
        )
    })
  })
