import assert from "node:assert/strict"
import { Effect } from "effect"
import { Audit, Mails, Webhooks } from "../../../lib/entries/accounts.ts"
import { describe, it } from "../../support/effect.ts"
import { newWatch } from "../../support/world.ts"
import { accepts, refuses } from "../receiver.ts"
import { inScene } from "../scene.ts"

const [second, hour] = [1000, 60 * 60 * 1000]
const start = "2026-03-01T12:00:00.000Z"

export const failing = (makeUrl: () => Promise<string>): void =>
  describe("a receiver that fails", () => {
    it("gets the event again after a pause, with the same id and bytes", async () => {
      const watch = newWatch(start)
      await inScene(
        await makeUrl(),
        async ({ receiver, settled, shop, webhook }) => {
          const [acme, hooks] = [await shop("acme"), await receiver(refuses)]
          const made = await webhook(acme, hooks)
          await acme.award("ada")
          const [failed] = await settled(acme, made, ([one]) => one?.attempts === 1)
          assert.deepEqual(
            [failed?.state, failed?.status, failed?.answer, failed?.error],
            ["pending", 500, "not now", "answered 500: it must answer 200 to 299"]
          )
          hooks.script = accepts
          watch.now += 7 * second
          const [done] = await settled(acme, made, ([one]) => one?.state === "delivered")
          assert.equal(done?.attempts, 2)
          assert.equal(hooks.received[0]?.body, hooks.received[1]?.body)
          assert.equal(hooks.received[0]?.id, hooks.received[1]?.id)
        },
        { watch }
      )
    })

    it("gets no request, also of other events, until the time of its Retry-After", async () => {
      const watch = newWatch(start)
      await inScene(
        await makeUrl(),
        async ({ receiver, settled, shop, webhook }) => {
          const hooks = await receiver((response) => response.writeHead(503, { "retry-after": "3600" }).end())
          const acme = await shop("acme")
          const made = await webhook(acme, hooks)
          await acme.award("ada")
          const [held] = await settled(acme, made, ([one]) => one?.attempts === 1)
          const waits = (held?.dueAt?.getTime() ?? 0) - watch.now
          assert.ok(waits >= hour && waits < hour + 5 * second, `${waits}`)
          hooks.script = accepts
          await acme.award("ada")
          watch.now += hour / 2
          // The sender polls every 50 ms; a delivery to another webhook shows that it has done so.
          const witness = await receiver()
          await webhook(acme, witness)
          await acme.award("ada")
          await witness.until(1)
          assert.equal(hooks.received.length, 1)
          watch.now += hour
          await settled(
            acme,
            made,
            (found) => found.length === 3 && found.every((one) => one.state === "delivered")
          )
        },
        { watch }
      )
    })

    it("is paused after three days, with a mail and an audit entry, and continues where it stopped", async () => {
      const watch = newWatch(start)
      await inScene(
        await makeUrl(),
        async ({ find, pausedAt, receiver, run, settled, shop, webhook }) => {
          const [acme, hooks] = [await shop("acme"), await receiver(refuses)]
          const { partnerId } = acme
          const { id } = await webhook(acme, hooks)
          await acme.award("ada")
          // At 0, 15, 30, 45 and 60 hours it is still active; at 75 hours it is not.
          for (let attempt = 1; attempt <= 5; attempt++) {
            await settled(acme, { id }, ([one]) => one?.attempts === attempt)
            assert.equal((await find(acme, { id })).status, "active")
            watch.now += 15 * hour
          }
          await settled(acme, { id }, ([one]) => one?.attempts === 6)
          const paused = await pausedAt(acme, { id })
          assert.equal(paused.pausedReason, "its receiver has failed for three days")
          const [mail] = await run(Effect.flatMap(Mails, (mails) => mails.list({ limit: 1 })))
          assert.deepEqual([mail?.to, mail?.subject], ["acme@partners.example", "A webhook was paused"])
          const [entry] = await run(
            Effect.flatMap(Audit, (audit) => audit.list({ partnerId, action: "webhook.pause" }))
          )
          assert.deepEqual([entry?.actor, entry?.outcome], ["the service", "done"])
          hooks.script = accepts
          const before = hooks.received.length
          await (await acme.again()).award("ada")
          await run(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.update({ partnerId, id, status: "active" }))
          )
          await settled(acme, { id }, ([newest]) => newest?.state === "delivered")
          assert.ok(hooks.received.length > before)
        },
        { watch }
      )
    })

    it("is paused at once by 410 Gone; events of the pause are sent when it is active again", async () =>
      inScene(await makeUrl(), async ({ pausedAt, receiver, run, settled, shop, webhook }) => {
        const [acme, hooks] = [
          await shop("acme"),
          await receiver((response) => response.writeHead(410).end())
        ]
        const { partnerId } = acme
        const { id } = await webhook(acme, hooks)
        await acme.award("ada")
        await settled(acme, { id }, ([one]) => one?.state === "failed")
        assert.equal((await pausedAt(acme, { id })).pausedReason, "its receiver answered 410 Gone")
        hooks.script = accepts
        await acme.award("ada")
        await acme.award("ada")
        await run(
          Effect.flatMap(Webhooks, (webhooks) => webhooks.update({ partnerId, id, status: "active" }))
        )
        await hooks.until(3)
        await settled(acme, { id }, (found) => found.filter((one) => one.state === "delivered").length === 2)
      }))
  })
