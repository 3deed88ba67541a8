import assert from "node:assert/strict"
import { describe, it } from "../../support/effect.ts"
import { openWorld } from "../../support/world.ts"
import { inScene, quick } from "../scene.ts"

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
  })
