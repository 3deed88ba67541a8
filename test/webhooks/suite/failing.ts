import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { Effect } from "effect"
import { Audit, Mails, Webhooks } from "../../../lib/entries/accounts.ts"
import type { Delivery } from "../../../lib/webhooks/Webhook.ts"
import { makeMetrics } from "../../../server/metrics.ts"
import { post } from "../../support/calls.ts"
import { describe, it } from "../../support/effect.ts"
import { eventually } from "../../support/wait.ts"
import { newWatch, type Rows } from "../../support/world.ts"
import { accepts, refuses } from "../receiver.ts"
import { inScene } from "../scene.ts"

const [second, hour] = [1000, 60 * 60 * 1000]
const start = "2026-03-01T12:00:00.000Z"

/** The number of attempts with an outcome, as metrics show it. */
const attemptsIn = (metrics: string, outcome: string): number =>
  Number(
    metrics
      .split("\n")
      .find((line) => line.startsWith("rewards_webhook_attempts_total") && line.includes(`"${outcome}"`))
      ?.split(" ")
      .at(-1) ?? 0
  )

export const failing = (makeUrl: () => Promise<string>): void =>
  describe("a receiver that fails", () => {
    it("gets the event again after a pause, with the same id and bytes", async () => {
      const watch = newWatch(start)
      await inScene(
        await makeUrl(),
        async ({ receiver, settled, shop, webhook }) => {
          const [acme, hooks] = [await shop("acme"), await receiver(refuses)]
          const made = await webhook(acme, hooks)
          const before = makeMetrics().print()
          await acme.award("ada")
          const [failed] = await settled(acme, made, ([one]) => one?.attempts === 1)
          const rise = (outcome: string) =>
            attemptsIn(makeMetrics().print(), outcome) - attemptsIn(before, outcome)
          // An attempt is counted after its result was committed.
          await eventually(
            "the attempt to be counted",
            () => rise("delayed"),
            (count) => count === 1
          )
          assert.deepEqual([rise("delivered"), rise("given_up")], [0, 0])
          assert.deepEqual(
            [failed?.state, failed?.status, failed?.answer, failed?.error],
            ["pending", 500, "not now", "answered 500: it must answer 200 to 299"]
          )
          hooks.script = accepts
          await acme.award("ada")
          const both = await settled(acme, made, ([newest]) => newest?.state === "delivered")
          assert.equal(both[1]?.attempts, 1, "it is not due yet")
          watch.now += 7 * second
          const [, done] = await settled(acme, made, ([, one]) => one?.state === "delivered")
          assert.equal(done?.attempts, 2)
          const [first, , again] = hooks.received
          assert.deepEqual([again?.id, again?.body], [first?.id, first?.body])
        },
        { watch }
      )
    })

    it("gets no request, also of other events, until the time of its Retry-After", async () => {
      const watch = newWatch(start)
      await inScene(
        await makeUrl(),
        async ({ receiver, run, settled, shop, webhook }) => {
          const hooks = await receiver((response) => response.writeHead(503, { "retry-after": "3600" }).end())
          const acme = await shop("acme")
          const made = await webhook(acme, hooks)
          await acme.award("ada")
          const [held] = await settled(acme, made, ([one]) => one?.attempts === 1)
          const waits = (held?.dueAt?.getTime() ?? 0) - watch.now
          assert.ok(waits >= hour && waits < hour + 5 * second, `${waits}`)
          hooks.script = accepts
          await acme.award("ada")
          // A change by the partner does not end the receiver's time.
          const update = { partnerId: acme.partnerId, id: made.id, description: "still busy" }
          await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.update(update)))
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
          assert.ok(!JSON.stringify(mail).includes("key=1"), "a mail shows only the host of a URL")
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

    it("and asks for a wait gets nothing that was queued; another URL does not have to wait", async () => {
      const watch = newWatch(start)
      await inScene(
        await makeUrl(),
        async ({ receiver, run, send, settled, shop, sql, webhook }) => {
          const hooks = await receiver((response) => response.writeHead(503, { "retry-after": "3600" }).end())
          const [acme, other] = [await shop("acme"), await receiver()]
          const { id, secret } = await webhook(acme, hooks)
          other.secrets.push(secret)
          const awards = Array.from({ length: 5 }, () => ({ userId: "ada", ruleName: "signup" }))
          assert.equal((await send(acme.as(post("/laas/rules/awards", { awards })))).status, 201)
          const stored = () => sql("SELECT held_until, due_at FROM rewards_webhook WHERE leased_by IS NULL")
          const isHeld = ([row]: Rows) => row?.held_until !== undefined && row.held_until !== null
          const [held] = await eventually("the webhook to be released", stored, isHeld)
          assert.deepEqual(held?.due_at, held?.held_until)
          // Two were sent at once.
          assert.ok(hooks.received.length <= 2, `${hooks.received.length}`)
          const { partnerId } = acme
          await run(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.update({ partnerId, id, url: other.url }))
          )
          await acme.award("ada")
          const isReleased = ([row]: Rows) => row !== undefined && row.held_until === null
          const delivered = (all: ReadonlyArray<Delivery>) =>
            all.filter(({ state }) => state === "delivered").length
          await settled(acme, { id }, (all) => delivered(all) >= 4)
          await eventually("the webhook to be released again", stored, isReleased)
          await acme.award("ada")
          await settled(acme, { id }, (all) => delivered(all) >= 5)
          watch.now += 2 * hour
          await settled(acme, { id }, (all) => delivered(all) === 7)
          assert.ok(hooks.received.length <= 2, `${hooks.received.length}`)
        },
        { watch }
      )
    })

    it("does not count as failing after its last answer was a success", async () =>
      inScene(
        await makeUrl(),
        async ({ find, receiver, settled, shop, webhook }) => {
          const waiting: Array<ServerResponse> = []
          const [acme, hooks] = [await shop("acme"), await receiver((response) => waiting.push(response))]
          const made = await webhook(acme, hooks)
          await acme.award("ada")
          await acme.award("ada")
          await hooks.until(2)
          waiting[0]?.writeHead(500).end()
          waiting[1]?.end()
          await settled(acme, made, (all) => all.length === 2 && all.every(({ attempts }) => attempts === 1))
          assert.equal((await find(acme, made)).failingSince, null)
        },
        { patience: "1 minute" }
      ))
  })
