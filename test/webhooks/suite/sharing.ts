import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { Effect } from "effect"
import { Webhooks } from "../../../lib/entries/accounts.ts"
import { Awards } from "../../../lib/index.ts"
import type { Delivery } from "../../../lib/webhooks/Webhook.ts"
import { post } from "../../support/calls.ts"
import { describe, it } from "../../support/effect.ts"
import { eventually } from "../../support/wait.ts"
import { openWorld } from "../../support/world.ts"
import { accepts, silent, startReceiver } from "../receiver.ts"
import { addPaused, inScene, quick } from "../scene.ts"

const isDelivered = ({ state }: Delivery): boolean => state === "delivered"

export const sharing = (makeUrl: () => Promise<string>): void =>
  describe("several senders on one database", () => {
    it("send each event once, while none of them dies", async () => {
      const url = await makeUrl()
      await inScene(url, async ({ receiver, settled, shop, webhook }) => {
        const other = await openWorld(url, { accounts: { webhookSender: quick } })
        const acme = await shop("acme")
        const hooks = await Promise.all([receiver(), receiver(), receiver()])
        const made = await Promise.all(hooks.map((each) => webhook(acme, each)))
        for (let count = 0; count < 20; count++) await acme.award("ada")
        for (const one of made) {
          await settled(
            acme,
            one,
            (found) => found.length === 20 && found.every((each) => each.state === "delivered")
          )
        }
        for (const { received } of hooks) {
          assert.equal(received.length, 20)
          assert.equal(new Set(received.map(({ id }) => id)).size, 20)
        }
        await other.close()
      })
    })

    it("hand their webhooks over when they stop", async () => {
      const url = await makeUrl()
      const first = await openWorld(url, { accounts: { webhookSender: { ...quick, lease: "1 hour" } } })
      await inScene(url, async ({ receiver, settled, shop, webhook }) => {
        const [acme, hooks] = [await shop("acme"), await receiver()]
        const made = await webhook(acme, hooks)
        await acme.award("ada")
        await hooks.until(1)
        await first.close()
        await acme.award("ada")
        await hooks.until(2)
        await settled(
          acme,
          made,
          (found) => found.length === 2 && found.every((each) => each.state === "delivered")
        )
      })
    })

    it("let a running attempt end when they stop", async () => {
      const url = await makeUrl()
      const waiting: Array<ServerResponse> = []
      const hooks = await startReceiver((response) => waiting.push(response))
      const sender = await openWorld(url, { accounts: { webhookSender: quick } })
      const { onboard, partnerId } = await sender.partner("acme")
      const input = { partnerId, url: hooks.url }
      await sender.run(Effect.flatMap(Webhooks, (webhooks) => webhooks.create(input)))
      await onboard("ada")
      await hooks.until(1)
      const closing = sender.close()
      setTimeout(() => waiting[0]?.end(), 50)
      await closing
      const world = await openWorld(url)
      assert.deepEqual(await world.sql("SELECT state FROM rewards_delivery"), [{ state: "delivered" }])
      await world.close()
      await hooks.close()
    })

    it("take over from one that has died, when its lease ends", async () =>
      inScene(await makeUrl(), async ({ receiver, settled, shop, sql, webhook }) => {
        const [acme, hooks] = [await shop("acme"), await receiver()]
        const made = await webhook(acme, hooks)
        // The row as a process leaves it that died while it had leased the webhook.
        const dead = "00000000-0000-4000-8000-000000000001"
        await sql(`UPDATE rewards_webhook SET leased_by = UUID '${dead}',
          due_at = '${new Date(Date.now() + 700).toISOString()}'`)
        await acme.award("ada")
        await settled(acme, made, ([one]) => one?.state === "delivered")
        assert.equal(hooks.received.length, 1)
      }))

    it("find the events of processes that send nothing, however many webhooks there are", async () => {
      const url = await makeUrl()
      await inScene(url, async ({ receiver, shop, sql, webhook }) => {
        const [acme, hooks] = [await shop("acme"), await receiver()]
        await webhook(acme, hooks)
        await acme.award("ada")
        await hooks.until(1)
        await addPaused(sql, acme.partnerId)
        const other = await openWorld(url)
        const award = { partnerId: acme.partnerId, userId: "ada", ruleName: "signup" }
        await other.run(Effect.flatMap(Awards, (awards) => awards.award(award)))
        await other.close()
        await hooks.until(2)
      })
    })

    it("prolong their leases while they work", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, shop, sql, webhook }) => {
          const [acme, hooks] = [await shop("acme"), await receiver(silent)]
          await webhook(acme, hooks)
          await acme.award("ada")
          await hooks.until(1)
          const leasedUntil = async () => String((await sql("SELECT due_at FROM rewards_webhook"))[0]?.due_at)
          const first = await leasedUntil()
          await eventually("a longer lease", leasedUntil, (until) => until !== first)
        },
        { poll: "1 hour", lease: "3 seconds", patience: "1 minute", grace: "10 millis" }
      ))

    it("send nothing more after another one has taken the webhook, and do not touch its lease", async () => {
      const url = await makeUrl()
      const waiting: Array<ServerResponse> = []
      const [taker, until] = ["00000000-0000-4000-8000-000000000001", "2030-01-01T00:00:00.000Z"]
      const hooks = await startReceiver((response) => waiting.push(response))
      await inScene(
        url,
        async ({ receiver, run, send, settled, shop, sql, webhook }) => {
          const [acme, witness] = [await shop("acme"), await receiver(silent)]
          const { partnerId } = acme
          const [lost, held] = [await webhook(acme, hooks), await webhook(acme, witness)]
          const awards = Array.from({ length: 5 }, () => ({ userId: "ada", ruleName: "signup" }))
          assert.equal((await send(acme.as(post("/laas/rules/awards", { awards })))).status, 201)
          await Promise.all([hooks.until(2), witness.until(2)])
          await sql(`UPDATE rewards_webhook SET leased_by = UUID '${taker}', due_at = '${until}'
            WHERE id = UUID '${lost.id}'`)
          // All leases are prolonged together: when that of the witness was, the loss of the other one is known.
          const leasedUntil = async () =>
            String((await sql(`SELECT due_at FROM rewards_webhook WHERE id = UUID '${held.id}'`))[0]?.due_at)
          for (let count = 0; count < 2; count++) {
            const before = await leasedUntil()
            await eventually("a longer lease", leasedUntil, (now) => now !== before)
          }
          hooks.script = accepts
          for (const response of waiting) response.end()
          const sent = await settled(acme, lost, (all) => all.filter(isDelivered).length === 2)
          const deliveryId = sent.find(isDelivered)?.id ?? ""
          await run(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.redeliver({ partnerId, id: lost.id, deliveryId }))
          )
          await acme.award("ada")
          await witness.until(2)
        },
        { lease: "1 second", patience: "1 minute", grace: "10 millis" }
      )
      assert.equal(hooks.received.length, 2)
      const world = await openWorld(url)
      const rows = await world.sql(
        `SELECT leased_by, due_at FROM rewards_webhook WHERE leased_by = UUID '${taker}'`
      )
      assert.deepEqual(
        rows.map(({ due_at }) => new Date(String(due_at)).toISOString()),
        [until]
      )
      await world.close()
      await hooks.close()
    })

    it("write and send nothing for a webhook that another one has taken, before they know of it", async () => {
      const url = await makeUrl()
      const waiting: Array<ServerResponse> = []
      const taker = "00000000-0000-4000-8000-000000000001"
      const hooks = await startReceiver()
      await inScene(
        url,
        async ({ run, settled, shop, sql, webhook }) => {
          const acme = await shop("acme")
          const { partnerId } = acme
          const { id } = await webhook(acme, hooks)
          await acme.award("ada")
          const [first] = await settled(acme, { id }, (all) => all.some(isDelivered))
          hooks.script = (response) => waiting.push(response)
          await acme.award("ada")
          await hooks.until(2)
          await sql(
            `UPDATE rewards_webhook SET leased_by = UUID '${taker}', due_at = '2030-01-01T00:00:00.000Z'`
          )
          const deliveryId = first?.id ?? ""
          await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.redeliver({ partnerId, id, deliveryId })))
          // The sender reads due deliveries once a second.
          await new Promise((resolve) => setTimeout(resolve, 1500))
          await acme.award("ada")
          hooks.script = accepts
          for (const response of waiting) response.end()
          await settled(acme, { id }, (all) => all.filter(isDelivered).length === 1)
        },
        { patience: "1 minute", grace: "100 millis" }
      )
      const world = await openWorld(url)
      assert.equal((await world.sql("SELECT event_id FROM rewards_delivery")).length, 2)
      assert.deepEqual(await world.sql("SELECT leased_by FROM rewards_webhook"), [{ leased_by: taker }])
      await world.close()
      assert.equal(hooks.received.length, 2)
      await hooks.close()
    })

    it("do not release a webhook that another one has taken", async () => {
      const url = await makeUrl()
      const waiting: Array<ServerResponse> = []
      const taker = "00000000-0000-4000-8000-000000000001"
      const hooks = await startReceiver((response) => waiting.push(response))
      await inScene(url, async ({ settled, shop, sql, webhook }) => {
        const acme = await shop("acme")
        const made = await webhook(acme, hooks)
        await acme.award("ada")
        await hooks.until(1)
        await sql(
          `UPDATE rewards_webhook SET leased_by = UUID '${taker}', due_at = '2030-01-01T00:00:00.000Z'`
        )
        for (const response of waiting) response.end()
        await settled(acme, made, ([one]) => one?.state === "delivered")
      })
      const world = await openWorld(url)
      assert.deepEqual(await world.sql("SELECT leased_by FROM rewards_webhook"), [{ leased_by: taker }])
      await world.close()
      await hooks.close()
    })

    it("end the lease of a sender of another machine only on SQLite, which machines do not share", async () => {
      const url = await makeUrl()
      const [hooks, witness] = [await startReceiver(), await startReceiver()]
      const world = await openWorld(url)
      const { partnerId, onboard } = await world.partner("acme")
      const made = []
      for (const receiver of [hooks, witness]) {
        const input = { partnerId, url: receiver.url }
        made.push(await world.run(Effect.flatMap(Webhooks, (webhooks) => webhooks.create(input))))
      }
      await onboard("ada")
      const other = "00000000-0000-8000-8000-000000000001"
      await world.sql(`UPDATE rewards_webhook SET leased_by = UUID '${other}', due_at = '2030-01-01T00:00:00.000Z'
        WHERE id = UUID '${made[0]?.id}'`)
      await world.close()
      await inScene(url, async ({ sql }) => {
        // Only the search of the tables finds this event, after it has ended leases.
        await witness.until(1)
        if (url.startsWith("sqlite:")) return hooks.until(1)
        const rows = await sql(`SELECT id FROM rewards_webhook WHERE leased_by = UUID '${other}'`)
        assert.deepEqual([rows.length, hooks.received.length], [1, 0])
      })
      await Promise.all([hooks.close(), witness.close()])
    })
  })
