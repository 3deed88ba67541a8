import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { type Context, Duration, Effect, Either } from "effect"
import { Accounts, Audit, Webhooks } from "../../../lib/entries/accounts.ts"
import { Archives } from "../../../lib/index.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { firstIdOf } from "../../../lib/schema/Id.ts"
import { Database } from "../../../lib/sql/Database.ts"
import type { ListDeliveriesInput, UpdateWebhookInput } from "../../../lib/webhooks/Webhook.ts"
import { makeLeases } from "../../../lib/webhooks/WebhookSender/leases.ts"
import { describe, it } from "../../support/effect.ts"
import { eventually } from "../../support/wait.ts"
import { openWorld, type World } from "../../support/world.ts"
import { accepts } from "../receiver.ts"
import { addPaused, inScene, quick } from "../scene.ts"

const url = "https://shop.example/hooks?key=secret"

interface Quiet extends World {
  readonly partnerId: string
  readonly use: <A, E>(
    call: (webhooks: Context.Tag.Service<typeof Webhooks>) => Effect.Effect<A, E>
  ) => Promise<A>
}

/** A partner on a database that no sender reads. */
const withoutSender = async (database: string, test: (quiet: Quiet) => Promise<void>): Promise<void> => {
  const world = await openWorld(database)
  const { partnerId } = await world.partner("acme")
  try {
    await test({ ...world, partnerId, use: (call) => world.run(Effect.flatMap(Webhooks, call)) })
  } finally {
    await world.close()
  }
}

export const managing = (makeUrl: () => Promise<string>): void =>
  describe("a partner's webhooks", () => {
    it("are at most 16, whatever the concurrency", async () =>
      inScene(await makeUrl(), async ({ run, shop }) => {
        const { partnerId } = await shop("acme")
        const made = await run(
          Effect.flatMap(Webhooks, (webhooks) =>
            Effect.all(
              Array.from({ length: 20 }, () =>
                Effect.either(webhooks.create({ partnerId, url: "https://shop.example/hooks" }))
              ),
              { concurrency: "unbounded" }
            )
          )
        )
        assert.equal(made.filter(Either.isRight).length, 16)
        const refused = made.filter(Either.isLeft).map(({ left }) => left._tag)
        assert.deepEqual(new Set(refused), new Set(["TooManyWebhooks"]))
        const listed = await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.list({ partnerId })))
        assert.equal(listed.length, 16)
        assert.ok(!JSON.stringify(listed).includes("whsec_"), "a list shows no secret")
      }))

    it("are deleted with their deliveries; then no more events are written", async () =>
      inScene(await makeUrl(), async ({ receiver, run, settled, shop, sql, webhook }) => {
        const [acme, hooks] = [await shop("acme"), await receiver()]
        const { partnerId } = acme
        const { id } = await webhook(acme, hooks)
        await acme.award("ada")
        await settled(acme, { id }, ([one]) => one?.state === "delivered")
        await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.remove({ partnerId, id })))
        const gone = await run(
          Effect.flatMap(Webhooks, (webhooks) => Effect.flip(webhooks.get({ partnerId, id })))
        )
        assert.equal(gone._tag, "WebhookNotFound")
        const count = async () =>
          (await sql("SELECT 1 AS one FROM rewards_webhook UNION ALL SELECT 2 FROM rewards_delivery")).length
        await eventually("its rows to be deleted", count, (rows) => rows === 0)
        const before = await sql("SELECT id FROM rewards_event")
        await acme.award("ada")
        assert.equal((await sql("SELECT id FROM rewards_event")).length, before.length)
      }))

    it("keep deliveries for 30 days", async () => {
      const url = await makeUrl()
      const [old, recent] = [31, 29].map((days) => firstIdOf(new Date(Date.now() - days * 86_400_000)))
      await inScene(url, async ({ receiver, shop, sql, webhook }) => {
        const acme = await shop("acme")
        const { id } = await webhook(acme, await receiver())
        await addPaused(sql, acme.partnerId)
        for (const event of [old, recent]) {
          await sql(`INSERT INTO rewards_delivery
            (partner_id, webhook_id, event_id, type, state, created_at, delivered_at) VALUES (UUID '${acme.partnerId}',
            UUID '${id}', UUID '${event}', 'award.paid', 'delivered', '2026-01-01T00:00:00.000Z',
            '2026-01-01T00:00:00.000Z')`)
        }
      })
      const world = await openWorld(url, { accounts: { webhookSender: quick } })
      const kept = () => world.sql("SELECT event_id FROM rewards_delivery")
      await eventually("the old delivery to be deleted", kept, (rows) => rows.length <= 1)
      assert.deepEqual(await kept(), [{ event_id: recent }])
      await world.close()
    })

    it("of one that is deleted leave those of the others, however many there are", async () =>
      inScene(await makeUrl(), async ({ receiver, run, settled, shop, sql, webhook }) => {
        const [acme, hooks] = [await shop("acme"), await receiver()]
        const { partnerId } = acme
        const [gone, kept] = [await webhook(acme, hooks), await webhook(acme, hooks)]
        await acme.award("ada")
        for (const one of [gone, kept]) await settled(acme, one, ([first]) => first?.state === "delivered")
        const ids = Array.from({ length: 1001 }, (_, index) => firstIdOf(new Date(index * 1000)))
        const rows = ids.map(
          (id) => `(UUID '${partnerId}', UUID '${gone.id}', UUID '${id}', 'award.paid', 'delivered',
            '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`
        )
        await sql(`INSERT INTO rewards_delivery
          (partner_id, webhook_id, event_id, type, state, created_at, delivered_at) VALUES ${rows.join()}`)
        await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.remove({ partnerId, id: gone.id })))
        const owners = () => sql("SELECT webhook_id FROM rewards_delivery")
        const left = await eventually("the deliveries to be deleted", owners, (rows) => rows.length <= 1)
        assert.deepEqual(left, [{ webhook_id: kept.id }])
      }))

    it("have no secret from before the last rotation, and show none", async () =>
      withoutSender(await makeUrl(), async ({ partnerId, sql, use }) => {
        const { id } = await use((webhooks) => webhooks.create({ partnerId, url }))
        const [second, third] = [
          await use((webhooks) => webhooks.rotate({ partnerId, id })),
          await use((webhooks) => webhooks.rotate({ partnerId, id }))
        ]
        const [row] = await sql("SELECT secret, previous_secret FROM rewards_webhook")
        assert.deepEqual(row, { secret: third.secret, previous_secret: second.secret })
        assert.ok((third.previousSecretUntil ?? 0) > (second.previousSecretUntil ?? 0))
        const shown = await use((webhooks) => webhooks.get({ partnerId, id }))
        assert.ok(!JSON.stringify(shown).includes("whsec_"))
      }))

    it("that fail get another chance at another URL, and when they are active again", async () =>
      withoutSender(await makeUrl(), async ({ partnerId, sql, use }) => {
        const { id } = await use((webhooks) => webhooks.create({ partnerId, url }))
        const afterChange = async (change: Omit<UpdateWebhookInput, "partnerId" | "id">) => {
          await sql("UPDATE rewards_webhook SET failing_since = '2026-01-01T00:00:00.000Z', due_at = NULL")
          const { failingSince } = await use((webhooks) => webhooks.update({ partnerId, id, ...change }))
          const [row] = await sql("SELECT due_at FROM rewards_webhook")
          return [failingSince === null ? "fine" : "failing", row?.due_at === null ? "at rest" : "due"]
        }
        assert.deepEqual(await afterChange({ description: "orders" }), ["failing", "due"])
        assert.deepEqual(await afterChange({ url }), ["failing", "due"])
        assert.deepEqual(await afterChange({ url: `${url}2` }), ["fine", "due"])
        assert.deepEqual(await afterChange({ status: "paused" }), ["failing", "at rest"])
        assert.deepEqual(await afterChange({ status: "active" }), ["fine", "due"])
        // The reason why the service paused a webhook stays.
        await sql("UPDATE rewards_webhook SET status = 'paused', paused_reason = 'gone', due_at = NULL")
        const paused = await use((webhooks) => webhooks.update({ partnerId, id, status: "paused" }))
        assert.equal(paused.pausedReason, "gone")
      }))

    it("have a public https URL, of which the audit trail shows the host only", async () =>
      withoutSender(await makeUrl(), async ({ partnerId, run, use }) => {
        const { id } = await use((webhooks) => webhooks.create({ partnerId, url }))
        const bad = "http://shop.example/hooks"
        const created = await use((webhooks) => Effect.flip(webhooks.create({ partnerId, url: bad })))
        const updated = await use((webhooks) => Effect.flip(webhooks.update({ partnerId, id, url: bad })))
        for (const { message } of [created, updated]) assert.match(message, /^url must start with https:/)
        await use((webhooks) => webhooks.update({ partnerId, id, description: "orders" }))
        const trail = await run(Effect.flatMap(Audit, (audit) => audit.list({ partnerId, limit: 100 })))
        assert.equal(trail.filter(({ detail }) => detail?.includes("to shop.example")).length, 2)
        assert.ok(!JSON.stringify(trail).includes("key=secret"))
      }))

    it("list their own deliveries by state and page, and stay paused or leased when one is sent again", async () =>
      withoutSender(await makeUrl(), async ({ partnerId, sql, use }) => {
        const [one, other] = [
          await use((webhooks) => webhooks.create({ partnerId, url })),
          await use((webhooks) => webhooks.create({ partnerId, url }))
        ]
        const states = ["pending", "delivered", "failed", "delivered", "pending"]
        const ids = states.map((_, index) => firstIdOf(new Date(Date.now() + index * 1000)))
        const insert = (webhookId: string, state = "", eventId = "") => {
          const time = "'2026-01-01T00:00:00.000Z'"
          return sql(`INSERT INTO rewards_delivery
            (partner_id, webhook_id, event_id, type, state, created_at, delivered_at, due_at) VALUES
            (UUID '${partnerId}', UUID '${webhookId}', UUID '${eventId}', 'award.paid', '${state}', ${time}, ${time},
            ${state === "pending" ? time : "NULL"})`)
        }
        for (const [index, state] of states.entries()) await insert(one.id, state, ids[index])
        await insert(other.id, "delivered", firstIdOf(new Date(0)))

        const page = async (given: Partial<ListDeliveriesInput>) => {
          const found = await use((webhooks) => webhooks.deliveries({ partnerId, id: one.id, ...given }))
          return { ...found, ids: found.data.map(({ id }) => String(id)) }
        }
        for (const state of ["pending", "delivered", "failed"] as const) {
          const expected = ids.filter((_, index) => states[index] === state).toReversed()
          assert.deepEqual((await page({ state })).ids, expected, state)
        }
        assert.equal((await page({ limit: 5 })).hasMore, false)
        const first = await page({ limit: 4 })
        assert.deepEqual([first.ids, first.hasMore], [ids.slice(1).toReversed(), true])
        const rest = await page({ limit: 4, ...(first.next !== null && { after: first.next }) })
        assert.deepEqual([rest.ids, rest.hasMore], [ids.slice(0, 1), false])

        const afterRedelivery = async (row: string) => {
          await sql(`UPDATE rewards_webhook SET ${row} WHERE id = UUID '${one.id}'`)
          await use((webhooks) => webhooks.redeliver({ partnerId, id: one.id, deliveryId: ids[1] ?? "" }))
          const [found] = await sql(
            `SELECT due_at, leased_by FROM rewards_webhook WHERE id = UUID '${one.id}'`
          )
          return found
        }
        const paused = await afterRedelivery("status = 'paused', paused_reason = 'test', due_at = NULL")
        assert.equal(paused?.due_at, null)
        const [sender, until] = ["00000000-0000-4000-8000-000000000001", "2030-01-01T00:00:00.000Z"]
        const leased = await afterRedelivery(
          `status = 'active', paused_reason = NULL, leased_by = UUID '${sender}', due_at = '${until}'`
        )
        assert.equal(leased?.leased_by, sender)
        assert.equal(new Date(String(leased?.due_at)).toISOString(), until)
      }))

    it("make their listeners hear of a change after its commit, and of none that was rolled back", async () =>
      withoutSender(await makeUrl(), async ({ partnerId, run, use }) => {
        const { id } = await use((webhooks) => webhooks.create({ partnerId, url }))
        let heard = 0
        const counts = Effect.gen(function* () {
          const webhooks = yield* Webhooks
          const { transaction } = yield* Effect.provide(Database, Database.layer)
          yield* webhooks.watch(() => {
            heard += 1
          })
          const change = webhooks.update({ partnerId, id, description: "orders" })
          yield* Effect.flip(transaction(Effect.zipRight(change, Effect.fail("undone"))))
          const undone = heard
          yield* change
          return [undone, heard]
        })
        assert.deepEqual(await run(Effect.scoped(counts)), [0, 1])
      }))

    it("that were deleted stay due, also after a sender ends a lease that it had before", async () =>
      withoutSender(await makeUrl(), async ({ partnerId, run, sql, use }) => {
        const { id } = await use((webhooks) => webhooks.create({ partnerId, url }))
        const found = Effect.gen(function* () {
          const leases = makeLeases(yield* Database, crypto.randomUUID(), Duration.minutes(1))
          const [before] = yield* leases.claimFree([PartnerId.make(partnerId)])
          yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.remove({ partnerId, id }))
          const [removed] = yield* leases.claimDue(1)
          assert.ok(before && removed)
          yield* leases.release(before)
          const [again] = yield* leases.claimDue(1)
          if (again !== undefined) yield* leases.deleteRemoved(again)
          return [before.isRemoved, removed.isRemoved, again?.isRemoved]
        })
        assert.deepEqual(await run(Effect.provide(found, Database.layer)), [false, true, true])
        assert.deepEqual(await sql(`SELECT id FROM rewards_webhook WHERE id = UUID '${id}'`), [])
      }))

    it("that were deleted are not in an archive", async () =>
      withoutSender(await makeUrl(), async ({ partnerId, run, use }) => {
        const [kept, gone] = [
          await use((webhooks) => webhooks.create({ partnerId, url })),
          await use((webhooks) => webhooks.create({ partnerId, url }))
        ]
        await use((webhooks) => webhooks.remove({ partnerId, id: gone.id }))
        const lines: Array<string> = []
        const take = (some: ReadonlyArray<string>) => Effect.sync(() => void lines.push(...some))
        const exported = Effect.flatMap(Archives, (archives) => archives.export({ partnerId }, take))
        await run(Effect.provide(exported, Accounts.archives))
        const idsIn = [kept, gone].filter(({ id }) => lines.some((line) => line.includes(`"id":"${id}"`)))
        assert.deepEqual(idsIn, [kept])
      }))

    it("are tested one at a time, each of them", async () =>
      inScene(await makeUrl(), async ({ receiver, run, shop, webhook }) => {
        const waiting: Array<ServerResponse> = []
        const [acme, hooks] = [await shop("acme"), await receiver((response) => waiting.push(response))]
        const { partnerId } = acme
        const [one, other] = [await webhook(acme, hooks), await webhook(acme, hooks)]
        const test = ({ id }: { readonly id: string }) =>
          run(Effect.flatMap(Webhooks, (webhooks) => Effect.either(webhooks.test({ partnerId, id }))))
        const first = test(one)
        await hooks.until(1)
        const second = await test(one)
        assert.equal(Either.isLeft(second) && second.left._tag, "WebhookBusy")
        const third = test(other)
        await hooks.until(2)
        for (const response of waiting) response.end("fine")
        for (const result of [await first, await third]) {
          assert.ok(Either.isRight(result) && result.right.delivered)
        }
        hooks.script = accepts
        assert.ok(Either.isRight(await test(one)))
      }))
  })
