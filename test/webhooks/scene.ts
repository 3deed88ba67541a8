// A world with a quick sender, and partners with webhooks.
import { Effect } from "effect"
import type { WebhookSenderOptions } from "../../lib/entries/accounts.ts"
import { Webhooks } from "../../lib/entries/accounts.ts"
import { firstIdOf } from "../../lib/schema/Id.ts"
import type { Delivery, NewWebhook, Webhook } from "../../lib/webhooks/Webhook.ts"
import { eventually } from "../support/wait.ts"
import { type HttpPartner, openWorld, type Watch, type World } from "../support/world.ts"
import { type Receiver, type Script, startReceiver } from "./receiver.ts"

/** Polls often, so that tests do not wait. Time limits and leases are the default ones, because machines can be slow. */
export const quick: WebhookSenderOptions = { poll: "100 millis" }

export interface Scene extends World {
  /** A partner with a rule `signup` of one coin and a member `ada`. */
  readonly shop: (name: string) => Promise<HttpPartner>
  readonly webhook: (
    partner: HttpPartner,
    receiver: Receiver,
    types?: ReadonlyArray<string>
  ) => Promise<NewWebhook>
  readonly deliveries: (
    partner: HttpPartner,
    webhook: { readonly id: string }
  ) => Promise<ReadonlyArray<Delivery>>
  /** Waits until the deliveries of a webhook are as expected. */
  readonly settled: (
    partner: HttpPartner,
    webhook: { readonly id: string },
    holds: (deliveries: ReadonlyArray<Delivery>) => boolean
  ) => Promise<ReadonlyArray<Delivery>>
  readonly find: (partner: HttpPartner, webhook: { readonly id: string }) => Promise<Webhook>
  /** The webhook, when it has been paused. */
  readonly pausedAt: (partner: HttpPartner, webhook: { readonly id: string }) => Promise<Webhook>
  readonly receiver: (script?: Script) => Promise<Receiver>
}

/** Adds paused webhooks, more than a sender reads at once, whose ids are below those of other webhooks. */
export const addPaused = async (sql: World["sql"], partnerId: string): Promise<void> => {
  const time = "'2026-01-01T00:00:00.000Z'"
  const rows = Array.from({ length: 300 }, (_, index) => firstIdOf(new Date(index * 1000))).map(
    (id) =>
      `(UUID '${partnerId}', UUID '${id}', ${time}, ${time}, 'https://shop.example/', '', 'whsec_', 'paused', 'test')`
  )
  await sql(`INSERT INTO rewards_webhook
    (partner_id, id, created_at, updated_at, url, types, secret, status, paused_reason) VALUES ${rows.join()}`)
}

/** Opens a scene on the database at an address, runs the test, and closes everything. */
export const inScene = async (
  url: string,
  test: (scene: Scene) => Promise<void>,
  { watch, ...options }: WebhookSenderOptions & { readonly watch?: Watch } = {}
): Promise<void> => {
  const world = await openWorld(url, {
    accounts: { webhookSender: { ...quick, ...options } },
    ...(watch === undefined ? {} : { watch })
  })
  const receivers: Array<Receiver> = []

  const deliveries: Scene["deliveries"] = (partner, { id }) =>
    world.run(
      Effect.flatMap(Webhooks, (webhooks) =>
        webhooks.deliveries({ partnerId: partner.partnerId, id, limit: 100 })
      ).pipe(Effect.map(({ data }) => data))
    )

  const find: Scene["find"] = ({ partnerId }, { id }) =>
    world.run(Effect.flatMap(Webhooks, (webhooks) => webhooks.get({ partnerId, id })))

  const scene: Scene = {
    ...world,
    deliveries,
    shop: async (name) => {
      const partner = await world.partner(name)
      await partner.rule({ coinValue: "1" })
      await partner.onboard("ada")
      return partner
    },
    webhook: async (partner, receiver, types) => {
      const { partnerId } = partner
      const webhook = await world.run(
        Effect.flatMap(Webhooks, (webhooks) =>
          webhooks.create({ partnerId, url: receiver.url, ...(types === undefined ? {} : { types }) })
        )
      )
      receiver.secrets.push(webhook.secret)
      return webhook
    },
    settled: (partner, webhook, holds) =>
      eventually("deliveries to settle", () => deliveries(partner, webhook), holds),
    find,
    pausedAt: (partner, webhook) =>
      eventually(
        "the webhook to be paused",
        () => find(partner, webhook),
        ({ status }) => status === "paused"
      ),
    receiver: async (script) => {
      const receiver = await startReceiver(script)
      receivers.push(receiver)
      return receiver
    }
  }
  try {
    await test(scene)
  } finally {
    await world.close()
    await Promise.all(receivers.map((receiver) => receiver.close()))
  }
}
