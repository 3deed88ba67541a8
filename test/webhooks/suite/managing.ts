import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { Webhooks } from "../../../lib/entries/accounts.ts"
import { firstIdOf } from "../../../lib/schema/Id.ts"
import { describe, it } from "../../support/effect.ts"
import { eventually } from "../../support/wait.ts"
import { openWorld } from "../../support/world.ts"
import { inScene, quick } from "../scene.ts"

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
  })
