import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { Effect } from "effect"
import { Webhooks } from "../../../lib/entries/accounts.ts"
import { get, post } from "../../support/calls.ts"
import { describe, it } from "../../support/effect.ts"
import { newWatch } from "../../support/world.ts"
import { accepts, refuses, silent } from "../receiver.ts"
import { inScene } from "../scene.ts"

/** The tables are seldom searched, so most work is found by notices. A notice can come while a loop ends; then the search finds it. */
const searchesSeldom = { poll: "10 seconds" } as const

const day = 24 * 60 * 60 * 1000

export const sending = (makeUrl: () => Promise<string>): void =>
  describe("a webhook", () => {
    it("gets each event since its creation, once, signed, and no event of another partner", async () =>
      inScene(await makeUrl(), async ({ receiver, send, settled, shop, webhook }) => {
        const [acme, other, hooks] = [await shop("acme"), await shop("other"), await receiver()]
        // Events are written from now on.
        await send(acme.as(get("/laas/events")))
        await acme.onboard("zoë €")
        await acme.award("ada")
        const made = await webhook(acme, hooks)
        await other.award("ada")
        await acme.award("zoë €")
        for (let count = 1; count < 10; count++) await acme.award("ada")
        await acme.transfer("ada", 3)
        await hooks.until(11)
        const all = await settled(acme, made, (found) => found.every(({ state }) => state === "delivered"))
        assert.deepEqual(
          hooks.received.map(({ id }) => id).sort(),
          all.map(({ id }) => id).sort(),
          "a delivery has the id of its event"
        )
        assert.equal(new Set(hooks.received.map(({ id }) => id)).size, 11)
        assert.ok(hooks.received.every(({ verified }) => verified))
        assert.ok(hooks.received.every(({ headers, id }) => headers["webhook-id"] === id))
        assert.ok(hooks.received.every(({ headers }) => headers["content-type"] === "application/json"))
        assert.deepEqual(
          hooks.received
            .map(({ type }) => type)
            .toSorted()
            .slice(9),
          ["award.paid", "coins.transferred"]
        )
        assert.deepEqual(
          all.map(({ answer, attempts, error, status }) => ({ answer, attempts, error, status }))[0],
          { answer: "thanks", attempts: 1, error: null, status: 200 }
        )
      }))

    it("gets the types that it asks for, also after many events of others", async () =>
      inScene(await makeUrl(), async ({ receiver, send, shop, webhook }) => {
        const [acme, hooks] = [await shop("acme"), await receiver()]
        await webhook(acme, hooks, ["coins.transferred"])
        // More than are read at once.
        const awards = Array.from({ length: 130 }, () => ({ userId: "ada", ruleName: "signup" }))
        assert.equal((await send(acme.as(post("/laas/rules/awards", { awards })))).status, 201)
        await acme.transfer("ada", 1)
        await acme.award("ada")
        await acme.transfer("ada", 1)
        await hooks.until(2)
        assert.deepEqual(
          hooks.received.map(({ type }) => type),
          ["coins.transferred", "coins.transferred"]
        )
      }))

    it("gets an event again by redelivery, with the same id and bytes", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, run, settled, shop, webhook }) => {
          const [acme, hooks] = [await shop("acme"), await receiver()]
          const { id } = await webhook(acme, hooks)
          await acme.award("ada")
          const [delivery] = await settled(acme, { id }, ([one]) => one?.state === "delivered")
          const deliveryId = delivery?.id ?? assert.fail("there is no delivery")
          const again = await run(
            Effect.flatMap(Webhooks, (webhooks) =>
              webhooks.redeliver({ partnerId: acme.partnerId, id, deliveryId })
            )
          )
          assert.deepEqual([again.state, again.attempts], ["pending", 0])
          await hooks.until(2)
          const [first, second] = hooks.received
          assert.deepEqual([second?.id, second?.body], [first?.id, first?.body])
          await settled(acme, { id }, ([one]) => one?.state === "delivered" && one.attempts === 1)
        },
        searchesSeldom
      ))

    it("is signed with both secrets for a day after a rotation, then only with the new one", async () => {
      // The verifier judges the time of a signature by the real clock.
      const watch = newWatch(new Date().toISOString())
      const times = { watch }
      await inScene(
        await makeUrl(),
        async ({ receiver, run, shop, webhook }) => {
          const [acme, hooks] = [await shop("acme"), await receiver()]
          const { id, secret } = await webhook(acme, hooks)
          const rotated = await run(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.rotate({ partnerId: acme.partnerId, id }))
          )
          assert.notEqual(rotated.secret, secret)
          const verifiedWith = async (known: string) => {
            hooks.secrets.splice(0, Number.POSITIVE_INFINITY, known)
            const before = hooks.received.length
            await acme.award("ada")
            await hooks.until(before + 1)
            return hooks.received.at(-1)?.verified
          }
          assert.equal(await verifiedWith(secret), true)
          assert.equal(await verifiedWith(rotated.secret), true)
          assert.equal(hooks.received.at(-1)?.headers["webhook-signature"]?.split(" ").length, 2)
          watch.now += day
          const acmeAgain = await acme.again()
          await acmeAgain.award("ada")
          await hooks.until(3)
          assert.equal(hooks.received.at(-1)?.headers["webhook-signature"]?.split(" ").length, 1)
        },
        times
      )
    })

    it("does not wait for fifteen silent receivers of another partner, nor for a failing one of its own", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, shop, webhook }) => {
          const [acme, other] = [await shop("acme"), await shop("other")]
          const mute = await receiver(silent)
          for (let count = 0; count < 15; count++) await webhook(other, mute)
          const [quick, broken] = [await receiver(), await receiver(refuses)]
          await webhook(acme, quick)
          await webhook(acme, broken)
          for (let count = 0; count < 3; count++) await other.award("ada")
          await mute.until((received) => received.length >= 15)
          for (let count = 0; count < 30; count++) await acme.award("ada")
          await quick.until(30)
          // None of the silent ones has timed out yet: each has as many requests as it may have at once.
          assert.ok(mute.received.length <= 30, `${mute.received.length}`)
        },
        { patience: "1 minute", grace: "10 millis" }
      ))

    it("has few bodies in memory while its receiver does not answer, and then gets all of them", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, send, settled, shop, webhook }) => {
          const waiting: Array<ServerResponse> = []
          const [acme, hooks] = [await shop("acme"), await receiver((response) => waiting.push(response))]
          const texts = Array.from({ length: 50 }, (_, index) => [`key ${index}`, "x".repeat(500)])
          const award = { userId: "ada", ruleName: "signup", metadata: Object.fromEntries(texts) }
          const made = await webhook(acme, hooks)
          const awards = Array.from({ length: 12 }, () => award)
          assert.equal((await send(acme.as(post("/laas/rules/awards", { awards })))).status, 201)
          // Two attempts run, and the two bodies that fit into 65,536 bytes wait.
          await hooks.until(2)
          const written = await settled(acme, made, (found) => found.length >= 4)
          assert.equal(written.length, 4)
          hooks.script = accepts
          for (const response of waiting) response.end()
          await settled(
            acme,
            made,
            (found) => found.length === 12 && found.every(({ state }) => state === "delivered")
          )
        },
        searchesSeldom
      ))

    it("has a limited number of pending deliveries; further events stay in the feed", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, run, settled, shop, webhook }) => {
          const [acme, hooks] = [await shop("acme"), await receiver(refuses)]
          const made = await webhook(acme, hooks)
          for (let count = 0; count < 5; count++) await acme.award("ada")
          await settled(
            acme,
            made,
            (found) => found.length === 5 && found.every(({ attempts }) => attempts > 0)
          )
          for (let count = 0; count < 15; count++) await acme.award("ada")
          hooks.script = (response) => response.end()
          await run(
            Effect.flatMap(Webhooks, (webhooks) =>
              Effect.forEach([...new Set(hooks.received.map(({ id }) => id))], (deliveryId) =>
                webhooks.redeliver({ partnerId: acme.partnerId, id: made.id, deliveryId })
              )
            )
          )
          await settled(
            acme,
            made,
            (found) => found.length === 20 && found.every(({ state }) => state === "delivered")
          )
        },
        { maxPending: 5 }
      ))

    it("goes to its new URL at once, while the old one does not answer", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, run, shop, webhook }) => {
          const [acme, old, hooks] = [await shop("acme"), await receiver(silent), await receiver()]
          const { id, secret } = await webhook(acme, old)
          hooks.secrets.push(secret)
          await acme.award("ada")
          await old.until(1)
          await run(
            Effect.flatMap(Webhooks, (webhooks) =>
              webhooks.update({ partnerId: acme.partnerId, id, url: hooks.url })
            )
          )
          await acme.award("ada")
          await hooks.until(1)
          assert.deepEqual([old.received.length, hooks.received[0]?.verified], [1, true])
          // The first event is still being sent.
          assert.notEqual(hooks.received[0]?.id, old.received[0]?.id)
        },
        { ...searchesSeldom, patience: "1 minute", grace: "10 millis" }
      ))

    it("is sent again at once what failed, when it becomes active after a pause", async () =>
      inScene(
        await makeUrl(),
        async ({ deliveries, receiver, run, settled, shop, sql, webhook }) => {
          const [acme, hooks] = [await shop("acme"), await receiver(refuses)]
          const { id } = await webhook(acme, hooks)
          const { partnerId } = acme
          await acme.award("ada")
          await settled(acme, { id }, ([one]) => one?.attempts === 1)
          const set = (status: "active" | "paused") =>
            run(Effect.flatMap(Webhooks, (webhooks) => webhooks.update({ partnerId, id, status })))
          await set("paused")
          await sql("UPDATE rewards_delivery SET due_at = '2026-01-01T00:00:00.000Z'")
          hooks.script = accepts
          await set("active")
          await settled(acme, { id }, ([one]) => one?.state === "delivered")
          assert.equal((await deliveries(acme, { id })).length, 1)
        },
        searchesSeldom
      ))

    it("has no more attempts at once than its partner's share, and each of them ends", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, shop, webhook }) => {
          const [acme, other] = [await shop("acme"), await shop("other")]
          const [mute, quick] = [await receiver(silent), await receiver()]
          for (let count = 0; count < 2; count++) await webhook(acme, mute)
          await webhook(other, quick)
          await acme.award("ada")
          await mute.until(1)
          for (let count = 0; count < 5; count++) await other.award("ada")
          await quick.until(5)
          assert.equal(mute.received.length, 1)
        },
        { slots: 2, slotsPerPartner: 1, patience: "1 minute", grace: "10 millis" }
      ))

    it("has few pending deliveries, also where all events came at once", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, send, settled, shop, webhook }) => {
          const [acme, hooks, witness] = [await shop("acme"), await receiver(refuses), await receiver()]
          const [made] = [await webhook(acme, hooks), await webhook(acme, witness)]
          const texts = Array.from({ length: 50 }, (_, index) => [`key ${index}`, "x".repeat(500)])
          const award = { userId: "ada", ruleName: "signup", metadata: Object.fromEntries(texts) }
          const awards = Array.from({ length: 12 }, () => award)
          assert.equal((await send(acme.as(post("/laas/rules/awards", { awards })))).status, 201)
          // Two events fit into one read, and the second read exceeds the limit.
          await witness.until(12)
          const found = await settled(acme, made, (all) => all.every(({ attempts }) => attempts > 0))
          assert.equal(found.length, 4)
        },
        { maxPending: 3 }
      ))

    it("is not sent what is due at another webhook of the partner", async () =>
      inScene(await makeUrl(), async ({ receiver, settled, shop, sql, webhook }) => {
        const [acme, hooks, broken] = [await shop("acme"), await receiver(), await receiver(refuses)]
        const [made, other] = [await webhook(acme, hooks), await webhook(acme, broken)]
        await acme.award("ada")
        await settled(acme, made, ([one]) => one?.state === "delivered")
        await settled(acme, other, ([one]) => one?.attempts === 1)
        await sql("UPDATE rewards_delivery SET due_at = '2026-01-01T00:00:00.000Z' WHERE due_at IS NOT NULL")
        await acme.award("ada")
        await settled(
          acme,
          made,
          (all) => all.length === 2 && all.every(({ state }) => state === "delivered")
        )
        await settled(acme, other, ([one]) => one?.attempts === 1)
        assert.equal(hooks.received.length, 2)
      }))

    it("is not sent an event that was deleted", async () =>
      inScene(await makeUrl(), async ({ receiver, run, settled, shop, sql, webhook }) => {
        const [acme, hooks] = [await shop("acme"), await receiver(refuses)]
        const { id } = await webhook(acme, hooks)
        await acme.award("ada")
        const [failed] = await settled(acme, { id }, ([one]) => one?.attempts === 1)
        await sql("DELETE FROM rewards_event")
        const key = { partnerId: acme.partnerId, id, deliveryId: failed?.id ?? "" }
        await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.redeliver(key)))
        const [given] = await settled(acme, { id }, ([one]) => one?.state === "failed")
        assert.equal(given?.error, "its event is older than 30 days and was deleted")
        assert.equal(hooks.received.length, 1)
      }))

    it("keeps what was written while an attempt ran, if the attempt then fails", async () =>
      inScene(
        await makeUrl(),
        async ({ receiver, settled, shop, sql, webhook }) => {
          const waiting: Array<ServerResponse> = []
          const [acme, hooks] = [await shop("acme"), await receiver((response) => waiting.push(response))]
          const made = await webhook(acme, hooks)
          await acme.award("ada")
          await acme.award("ada")
          await hooks.until(2)
          const [first, second] = hooks.received.map(({ id }) => id)
          // As another sender writes it after it has delivered the event, or as after a redelivery.
          await sql(`UPDATE rewards_delivery SET state = 'delivered', delivered_at = created_at, due_at = NULL
            WHERE event_id = UUID '${first}'`)
          await sql(`UPDATE rewards_delivery SET attempts = 5 WHERE event_id = UUID '${second}'`)
          hooks.script = accepts
          for (const response of waiting) response.writeHead(500).end()
          const found = await settled(acme, made, (all) => all.every(({ state }) => state === "delivered"))
          const attemptsOf = (id: string | undefined) => found.find((one) => one.id === id)?.attempts
          assert.deepEqual([attemptsOf(first), attemptsOf(second)], [0, 6])
          assert.equal(hooks.received.filter(({ id }) => id === first).length, 1)
        },
        { patience: "1 minute" }
      ))
  })
