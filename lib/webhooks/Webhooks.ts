import { Array as Arr, Context, Effect, Layer, type Scope, Struct } from "effect"
import { Events } from "../events/Events.ts"
import { makeConcurrencyLimit } from "../outbound/concurrencyLimit.ts"
import { type OutboundOptions, targetOf } from "../outbound/Outbound.ts"
import { now } from "../rewards/clock.ts"
import { PartnerNotFound } from "../rewards/Errors.ts"
import type { PartnerId } from "../rewards/Id.ts"
import { Ids, takeOne } from "../rewards/Ids.ts"
import { foundPage } from "../rewards/listStatements.ts"
import { Orderers } from "../rewards/orderers/Orderers.ts"
import { PartnerKey, type PartnerKeyInput } from "../rewards/partners/Partner.ts"
import { lockPartner } from "../rewards/sql.ts"
import { largestId, smallestId } from "../schema/Id.ts"
import { type InvalidInput, invalid, parser, type Unparsed } from "../schema/Input.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { DeliveryNotFound, TooManyWebhooks, WebhookBusy, WebhookNotFound } from "./Errors.ts"
import { WebhookAudit, type WebhookChange } from "./ports.ts"
import { makeSignedPost, newSigningSecret, type PostOptions } from "./signedPost.ts"
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
import * as Rows from "./webhookRows.ts"

type KeyFailure = InvalidInput | WebhookNotFound | DatabaseFailure

/** The URLs to which `WebhookSender` sends a partner's events. Requests are signed as the Standard Webhooks specification says. */
export class Webhooks extends Context.Tag("rewards/Webhooks")<
  Webhooks,
  {
    /** Creates a webhook, which gets every later event of its types. Only this call and `rotate` return a secret. */
    readonly create: (
      input: CreateWebhookInput | Unparsed
    ) => Effect.Effect<NewWebhook, InvalidInput | PartnerNotFound | TooManyWebhooks | DatabaseFailure>
    /** Returns all webhooks of a partner, the oldest first. A partner has at most 16. */
    readonly list: (
      input: PartnerKeyInput
    ) => Effect.Effect<ReadonlyArray<Webhook>, InvalidInput | DatabaseFailure>
    /** Returns a webhook by its id, without its secret. */
    readonly get: (input: WebhookKeyInput | Unparsed) => Effect.Effect<Webhook, KeyFailure>
    /** Changes the given fields. A webhook that becomes active again continues where it stopped. */
    readonly update: (input: UpdateWebhookInput | Unparsed) => Effect.Effect<Webhook, KeyFailure>
    /** Creates a new secret. For 24 hours, requests are also signed with the previous secret. */
    readonly rotate: (input: WebhookKeyInput | Unparsed) => Effect.Effect<NewWebhook, KeyFailure>
    /** Deletes a webhook. Its deliveries are deleted in the background. */
    readonly remove: (input: WebhookKeyInput | Unparsed) => Effect.Effect<void, KeyFailure>
    /** Sends an event of the type `webhook.test` once, even if the webhook is paused. Returns the result. */
    readonly test: (input: WebhookKeyInput | Unparsed) => Effect.Effect<TestResult, KeyFailure | WebhookBusy>
    /** Returns a page of deliveries, with the newest event first. Deliveries are stored for 30 days. */
    readonly deliveries: (input: ListDeliveriesInput | Unparsed) => Effect.Effect<DeliveryPage, KeyFailure>
    /** Sends an event again in the background. It gets the same number of attempts as a new event. */
    readonly redeliver: (
      input: DeliveryKeyInput | Unparsed
    ) => Effect.Effect<Delivery, KeyFailure | DeliveryNotFound>
    /**
     * Until the scope closes, calls the listener after each `update`, `rotate`, `remove` and `redeliver` of this process. The listener
     * must not throw.
     */
    readonly watch: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer = (
    options: PostOptions = {}
  ): Layer.Layer<Webhooks, never, Database | Events | Ids | Orderers | WebhookAudit> =>
    Layer.scoped(this, make(options))
}

const parseCreate = parser(CreateWebhook)
const parsePartner = parser(PartnerKey)
const parseKey = parser(WebhookKey)
const parseUpdate = parser(UpdateWebhook, checkUpdate)
const parseDeliveries = parser(ListDeliveries)
const parseDelivery = parser(DeliveryKey)

/** Refuses a URL that no attempt could use. The host is resolved and checked only when a connection is opened. */
const checkUrl = (url: string | undefined, { allowLoopback = false }: OutboundOptions) =>
  url === undefined
    ? Effect.void
    : Effect.mapError(targetOf(url, allowLoopback), (problem) => invalid("url", problem))

/** Returns the host of a URL. The audit trail shows only the host, because the path may contain a secret of the partner. */
const hostOf = ({ url }: Pick<Webhook, "url">): string => new URL(url).host

const withoutSecrets = (webhook: Rows.SigningWebhook): Rows.WebhookRow =>
  Struct.omit(webhook, "secret", "previousSecret", "heldUntil")

const deliveryOf = ({ eventId: id, ...row }: Rows.DeliveryRow): Delivery => ({ id, ...row })

const make = (options: PostOptions) =>
  Effect.gen(function* () {
    const audit = yield* WebhookAudit
    const database = yield* Database
    const events = yield* Events
    const ids = yield* Ids
    const orderers = yield* Orderers
    const post = yield* makeSignedPost(options)
    const oneAtATime = makeConcurrencyLimit(1, () => new WebhookBusy())
    const listeners = new Set<() => void>()

    const notifyListeners = database.afterCommit(() => {
      for (const listener of listeners) listener()
    })

    /** Replaces the numbers of orderers with the orderers. */
    const shown = Effect.fnUntraced(function* (partnerId: PartnerId, rows: ReadonlyArray<Rows.WebhookRow>) {
      const numbers = rows.flatMap(({ changedBy, orderedBy }) => [orderedBy, changedBy])
      const named = yield* orderers.named(partnerId, numbers)
      return rows.map((row): Webhook => {
        const { changedBy, orderedBy } = row
        return { ...row, orderedBy: named(orderedBy), changedBy: named(changedBy) }
      })
    })

    const showOne = (partnerId: PartnerId, row: Rows.WebhookRow) =>
      Effect.map(shown(partnerId, [row]), (webhooks) => Arr.unsafeGet(webhooks, 0))

    const find = Effect.fnUntraced(function* (
      statement: typeof Rows.readWebhook,
      key: typeof WebhookKey.Type
    ) {
      const [webhook] = yield* database.run(statement, [key])
      return webhook ?? (yield* new WebhookNotFound({ id: key.id }))
    })

    /** Locks a webhook, changes it, and records the change. Ends the lease, so that a sender reads the new values. */
    const change = (
      key: typeof WebhookKey.Type,
      action: WebhookChange["action"],
      changed: (webhook: Rows.SigningWebhook, at: Date) => Rows.SigningWebhook
    ) =>
      database.transaction(
        Effect.gen(function* () {
          const { partnerId } = key
          const changedBy = yield* orderers.current(partnerId)
          const at = yield* now
          const webhook = { ...changed(yield* find(Rows.lockWebhook, key), at), updatedAt: at, changedBy }
          const { heldUntil } = webhook
          const resumesAt = heldUntil !== null && heldUntil > at ? heldUntil : at
          const released = { leasedBy: null, dueAt: webhook.status === "active" ? resumesAt : null }
          yield* database.run(Rows.updateWebhook, [
            { ...webhook, ...released, partnerId, types: webhook.types.join(" ") }
          ])
          const detail = `${webhook.id} to ${hostOf(webhook)}: ${webhook.status}`
          yield* audit.changed({ action, partnerId, detail })
          yield* notifyListeners
          return webhook
        })
      )

    /** Inserts a webhook. `subscribe` locks the feed until commit, so that the webhook gets every event after `lastEvent`. */
    const insert = Effect.fnUntraced(function* (
      partnerId: PartnerId,
      webhook: Rows.WebhookRow & Pick<NewWebhook, "secret">
    ) {
      const [partner] = yield* database.run(lockPartner, [{ id: partnerId }])
      if (partner === undefined) return yield* new PartnerNotFound({ partnerId })
      // The lock on the partner prevents other transactions from adding a webhook after this count.
      const others = yield* database.run(Rows.listWebhooks, [{ partnerId }])
      if (others.length >= maxWebhooks) return yield* new TooManyWebhooks({ max: maxWebhooks })
      const detail = `${webhook.id} to ${hostOf(webhook)}`
      yield* audit.changed({ action: "webhook.create", partnerId, detail })
      yield* events.subscribe(partnerId)
      const lastEvent = yield* events.last(partnerId)
      yield* database.run(Rows.insertWebhook, [
        { ...webhook, partnerId, lastEvent, types: webhook.types.join(" ") }
      ])
    })

    return Webhooks.of({
      create: Effect.fn("Webhooks.create")(function* (input) {
        const { description = null, partnerId, types = [], url } = yield* parseCreate(input)
        yield* checkUrl(url, options)
        const at = yield* now
        const webhook = {
          id: WebhookId.make(yield* takeOne(ids)),
          url,
          types: Array.from(new Set(types)),
          description,
          status: "active" as const,
          pausedReason: null,
          failingSince: null,
          previousSecretUntil: null,
          createdAt: at,
          updatedAt: at,
          orderedBy: yield* orderers.current(partnerId),
          changedBy: null
        }
        const secret = newSigningSecret()
        yield* database.transaction(insert(partnerId, { ...webhook, secret }))
        return { ...(yield* showOne(partnerId, webhook)), secret }
      }),

      list: Effect.fn("Webhooks.list")(function* (input) {
        const { partnerId } = yield* parsePartner(input)
        return yield* shown(partnerId, yield* database.run(Rows.listWebhooks, [{ partnerId }]))
      }),

      get: Effect.fn("Webhooks.get")(function* (input) {
        const key = yield* parseKey(input)
        return yield* showOne(key.partnerId, withoutSecrets(yield* find(Rows.readWebhook, key)))
      }),

      update: Effect.fn("Webhooks.update")(function* (input) {
        const { description, status, types, url, ...key } = yield* parseUpdate(input)
        yield* checkUrl(url, options)
        const webhook = yield* change(key, "webhook.update", (before) => {
          const isNewUrl = url !== undefined && url !== before.url
          const resumes = status === "active" && before.status === "paused"
          const pauses = status === "paused" && before.status === "active"
          return {
            ...before,
            url: url ?? before.url,
            types: types === undefined ? before.types : Array.from(new Set(types ?? [])),
            description: description === undefined ? before.description : description,
            status: status ?? before.status,
            pausedReason: pauses ? "by the partner" : resumes ? null : before.pausedReason,
            failingSince: isNewUrl || resumes ? null : before.failingSince,
            heldUntil: isNewUrl || resumes ? null : before.heldUntil
          }
        })
        return yield* showOne(key.partnerId, withoutSecrets(webhook))
      }),

      rotate: Effect.fn("Webhooks.rotate")(function* (input) {
        const key = yield* parseKey(input)
        const webhook = yield* change(key, "webhook.rotate", (before, at) => ({
          ...before,
          secret: newSigningSecret(),
          previousSecret: before.secret,
          previousSecretUntil: new Date(at.getTime() + rotationTime)
        }))
        return { ...(yield* showOne(key.partnerId, withoutSecrets(webhook))), secret: webhook.secret }
      }),

      remove: Effect.fn("Webhooks.remove")(function* (input) {
        const { id, partnerId } = yield* parseKey(input)
        yield* database.transaction(
          Effect.gen(function* () {
            const removed = yield* database.run(Rows.removeWebhook, [{ partnerId, id, at: yield* now }])
            if (removed.length === 0) return yield* new WebhookNotFound({ id })
            yield* audit.changed({ action: "webhook.delete", partnerId, detail: id })
            yield* events.unsubscribe(partnerId)
            yield* notifyListeners
          })
        )
      }),

      test: Effect.fn("Webhooks.test")(function* (input) {
        const key = yield* parseKey(input)
        const webhook = yield* find(Rows.readWebhook, key)
        const id = yield* takeOne(ids)
        const timestamp = (yield* now).toISOString()
        const body = { id, type: "webhook.test", timestamp, data: { webhookId: webhook.id } }
        const { answer, delivered, duration, error, status } = yield* oneAtATime(
          `${key.partnerId} ${webhook.id}`,
          () => post(key.partnerId, webhook, id, Buffer.from(JSON.stringify(body)))
        )
        return { delivered, status, answer, error, duration }
      }),

      deliveries: Effect.fn("Webhooks.deliveries")(function* (input) {
        const { after, limit, state, ...key } = yield* parseDeliveries(input)
        yield* find(Rows.readWebhook, key)
        const owner = { partnerId: key.partnerId, webhookId: key.id }
        const range = { before: after ?? largestId, since: smallestId, size: limit + 1 }
        const { ids, next } = foundPage(
          yield* database.run(Rows.searchDeliveries[state ?? "all"], [{ ...owner, ...range }]),
          limit
        )
        const rows = yield* database.run(
          Rows.findDeliveries,
          ids.map((eventId) => ({ ...owner, eventId }))
        )
        const known = new Map(rows.map((row) => [row.eventId, deliveryOf(row)]))
        const data = ids.flatMap((id) => {
          const delivery = known.get(id)
          // The state can change after the id was found.
          return delivery === undefined || (state !== undefined && delivery.state !== state) ? [] : [delivery]
        })
        return { data, hasMore: next !== null, next }
      }),

      redeliver: Effect.fn("Webhooks.redeliver")(function* (input) {
        const { deliveryId, ...key } = yield* parseDelivery(input)
        const { id, partnerId } = key
        return yield* database.transaction(
          Effect.gen(function* () {
            yield* find(Rows.lockWebhook, key)
            const at = yield* now
            // The row keeps the result of the last attempt until the next attempt ends.
            const due = { state: "pending", attempts: 0, dueAt: at, deliveredAt: null }
            const [delivery] = yield* database.run(Rows.redeliver, [
              { ...due, partnerId, webhookId: id, eventId: deliveryId }
            ])
            if (delivery === undefined) return yield* new DeliveryNotFound({ id: deliveryId })
            yield* database.run(Rows.makeDue, [{ partnerId, id, dueAt: at }])
            yield* audit.changed({ action: "webhook.redeliver", partnerId, detail: `${id}: ${deliveryId}` })
            yield* notifyListeners
            return deliveryOf(delivery)
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
